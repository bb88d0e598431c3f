// Tries to load what no entry leads to, and prints what each attempt was answered.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const paths = [
  "@plugwright/sdk/dist/index.js",
  "@plugwright/sdk/dist/index.cjs",
  "@plugwright/sdk/src/index.ts",
  "@plugwright/sdk/operation/errors.js",
  "@plugwright/sdk/node/index.js",
  "@plugwright/protocol",
  "@plugwright/protocol/dist/tool.js",
  "@plugwright/protocol/gen/pluggableharness/tool/v1/types_pb.js",
];
const answers = {};
for (const path of paths) {
  const imported = await import(path).then(String, (error) => error.code);
  let required;
  try {
    required = String(require(path));
  } catch (error) {
    required = error.code;
  }
  answers[path] = [imported, required];
}
console.log(JSON.stringify(answers));
