/** The exact versions that a project is pinned to: those that the templates are tested with. */
export const versions = {
  "@jest/globals": "30.5.2",
  "@swc/core": "1.16.22",
  "@swc/jest": "0.2.39",
  "@types/node": "20.19.43",
  esbuild: "0.27.7",
  expect: "30.5.2",
  jest: "30.5.2",
  tsx: "4.23.15",
  typescript: "6.0.3",
  vite: "8.3.8",
  vitest: "4.1.12",
  zod: "4.6.7",
} as const;

export type Dependency = keyof typeof versions;
