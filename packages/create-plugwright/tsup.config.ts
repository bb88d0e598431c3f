import { defineConfig } from "tsup";

// A program, not a library: nobody imports it, so there are no types and no CommonJS.
export default defineConfig({
  entry: { cli: "src/cli.ts" },
  format: ["esm"],
  target: "node20",
  splitting: true,
  clean: true,
});
