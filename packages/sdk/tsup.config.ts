import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    node: "src/node/index.ts",
    host: "src/node/host.ts",
    decorators: "src/decorators/index.ts",
    "json-schema": "src/json-schema/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  splitting: true,
  clean: true,
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
});
