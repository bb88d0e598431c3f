import { defineConfig } from "tsup";

export default defineConfig({
  entry: [
    "common",
    "config",
    "content",
    "event",
    "health",
    "hook",
    "kernel",
    "log",
    "metadata",
    "metric",
    "model",
    "plan",
    "reflection",
    "render",
    "rpc",
    "schema",
    "session",
    "slashcommand",
    "tool",
    "trace",
  ].map((name) => `src/${name}.ts`),
  format: ["esm", "cjs"],
  target: "node20",
  // One copy of every generated descriptor, whichever entries a program imports.
  splitting: true,
  clean: true,
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
});
