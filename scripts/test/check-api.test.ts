import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { compareSurfaces, publicSurface } from "../check-api.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "surface-"));
  write("tsconfig.base.json", '{ "compilerOptions": { "module": "NodeNext", "types": [] } }');
  const source = (file: string) => ({ "@plugwright/source": file });
  const exports = {
    "./node": source("./src/node.ts"),
    ".": source("./src/index.ts"),
    "./package.json": "./package.json",
  };
  write("sdk/package.json", JSON.stringify({ name: "@acme/sdk", type: "module", exports }));
  write(
    "sdk/src/index.ts",
    'export { type B, a, C, type C as OnlyType } from "./x.js";\nexport type { E } from "./x.js";\nexport enum D { One }\n',
  );
  write("sdk/src/x.ts", "export const a = 1;\nexport type B = 1;\nexport class C {}\nexport class E {}\n");
  write("sdk/src/node.ts", "export function serve(): void {}\n");
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test("the surface names every entry's exports and what they may be used as", () => {
  expect(publicSurface(root, join(root, "sdk"))).toBe(`@acme/sdk
  B: type
  C: value, type
  D: value, type
  E: type
  OnlyType: type
  a: value

@acme/sdk/node
  serve: value
`);
});

test("what is new and what is gone is told with its entry", () => {
  const before = "@acme/sdk\n  a: value\n  b: type\n\n@acme/sdk/node\n  a: value\n";
  const after = "@acme/sdk\n  a: value\n  b: value, type\n\n@acme/sdk/node\n\n@acme/sdk/json\n  c: value\n";
  expect(compareSurfaces(before, before)).toEqual([]);
  expect(compareSurfaces(before, after)).toEqual([
    "gone: @acme/sdk b: type",
    "gone: @acme/sdk/node a: value",
    "new: @acme/sdk b: value, type",
    "new: @acme/sdk/json",
    "new: @acme/sdk/json c: value",
  ]);
});

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
}
