import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    handshake: "src/handshake/index.ts",
    host: "src/host/index.ts",
    output: "src/output/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  splitting: true,
  clean: true,
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
});
