import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "jest-setup": "src/jest-setup.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  splitting: true,
  clean: true,
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
});
