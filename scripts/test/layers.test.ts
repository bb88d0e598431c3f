import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

let root: string;
/** Which rules each file of the tree breaks, by one run over all of them. */
let broken: Record<string, string[]>;

// Every file breaks the rules that it names, so that no rule can stop working unnoticed.
const files: Record<string, { text: string; breaks?: string[] }> = {
  "packages/sdk/src/schema/good.ts": {
    text: `import type {} from "./plain.js"; import "@plugwright/protocol/schema";`,
  },
  "packages/sdk/src/schema/plain.ts": { text: "export type Plain = 1;" },
  "packages/sdk/src/schema/up.ts": {
    text: `import type { X } from "../operation/x.js"; export type Y = X;`,
    breaks: ["schema-knows-only-lower-layers"],
  },
  "packages/sdk/src/schema/up.test.ts": {
    text: `import type { X } from "../operation/x.js"; import "zod"; import "node:fs"; export type Y = X;`,
  },
  "packages/sdk/src/operation/x.ts": { text: `import "../kernel/k.js"; import "../render/r.js"; export type X = 1;` },
  "packages/sdk/src/operation/zod.ts": { text: `import * as z from "zod"; z;`, breaks: ["zod-only-in-json-schema"] },
  "packages/sdk/src/operation/node.ts": { text: `import "node:fs";`, breaks: ["node-only-in-node"] },
  "packages/sdk/src/operation/up.ts": {
    text: `import "../tool/t.js";`,
    breaks: ["operation-knows-only-lower-layers"],
  },
  "packages/sdk/src/kernel/k.ts": { text: "export {};" },
  "packages/sdk/src/kernel/beside.ts": {
    text: `import "../render/r.js";`,
    breaks: ["kernel-knows-only-lower-layers"],
  },
  "packages/sdk/src/render/r.ts": { text: `import "../schema/good.js";` },
  "packages/sdk/src/tool/t.ts": { text: `import "../operation/x.js";` },
  "packages/sdk/src/tool/beside.ts": { text: `import "../command/c.js";`, breaks: ["tool-knows-only-lower-layers"] },
  "packages/sdk/src/command/c.ts": { text: "export {};" },
  "packages/sdk/src/command/entry.ts": { text: `import "../index.js";`, breaks: ["command-knows-only-lower-layers"] },
  "packages/sdk/src/plugin/p.ts": { text: `import "../tool/t.js"; import "../command/c.js";` },
  "packages/sdk/src/plugin/json.ts": {
    text: `import "../json-schema/j.js";`,
    breaks: ["plugin-knows-only-lower-layers"],
  },
  "packages/sdk/src/decorators/d.ts": { text: `import "../tool/t.js"; import "../command/c.js";` },
  "packages/sdk/src/decorators/up.ts": {
    text: `import "../plugin/p.js";`,
    breaks: ["decorators-knows-only-lower-layers"],
  },
  "packages/sdk/src/json-schema/j.ts": { text: `import "zod"; import "../schema/good.js";` },
  "packages/sdk/src/node/n.ts": { text: `import "node:fs"; import "../plugin/p.js";` },
  "packages/sdk/src/index.ts": { text: `import "./plugin/p.js";` },
  "packages/sdk/src/main.ts": { text: `import "./node/n.js";`, breaks: ["main-entry-is-neutral"] },
  // A circle is reported once, where it is entered first.
  "packages/sdk/src/node/circle-a.ts": {
    text: `import { b } from "./circle-b.js"; export const a = b;`,
    breaks: ["no-circles"],
  },
  "packages/sdk/src/node/circle-b.ts": {
    text: `import { a } from "./circle-a.js"; export const b = a;`,
  },
  "packages/sdk/src/node/types-a.ts": { text: `import type { B } from "./types-b.js"; export type A = B | 1;` },
  "packages/sdk/src/node/types-b.ts": { text: `import type { A } from "./types-a.js"; export type B = { a: A };` },
  "packages/sdk/src/node/testing.ts": { text: `import "../schema/up.test.js";`, breaks: ["no-test-code-in-source"] },
  "packages/sdk/src/node/yaml.ts": { text: `import "yaml";`, breaks: ["only-declared-dependencies"] },
  "packages/sdk/src/node/nowhere.ts": {
    text: `import "./nowhere-to-be-found.js";`,
    breaks: ["everything-resolves", "only-declared-dependencies"],
  },
  "packages/sdk/src/node/relative.ts": {
    text: `import "../../../protocol/src/schema.js";`,
    breaks: ["packages-by-name"],
  },
  "packages/sdk/src/node/generated.ts": {
    text: `import "../../../protocol/src/gen/schema_pb.js";`,
    breaks: ["generated-code-through-its-entry", "packages-by-name"],
  },
  "packages/sdk/src/node/kit.ts": {
    text: `import "../../../testkit/src/index.js";`,
    breaks: ["nothing-serves-with-the-testkit", "packages-by-name", "sdk-on-node-knows-go-plugin"],
  },
  "packages/sdk/src/operation/kit.ts": {
    text: `import "../../../testkit/src/index.js";`,
    breaks: ["nothing-serves-with-the-testkit", "packages-by-name", "sdk-knows-only-protocol"],
  },
  "packages/go-plugin/src/handshake/start.ts": {
    text: `import "../output/hclog.js"; import type { T } from "../tls/identity.js"; export const t: () => Promise<{ t: T }> = () => import("../tls/identity.js");`,
  },
  "packages/go-plugin/src/handshake/lane.ts": {
    text: `import "../server/server.js"; import "node:http2";`,
    breaks: ["handshake-loads-no-lane", "handshake-loads-no-lane"],
  },
  "packages/go-plugin/src/handshake/keys.ts": {
    text: `import "../tls/identity.js";`,
    breaks: ["handshake-loads-keys-late"],
  },
  "packages/go-plugin/src/output/hclog.ts": { text: "export {};" },
  "packages/go-plugin/src/server/server.ts": { text: "export {};" },
  "packages/go-plugin/src/server/protocol.ts": {
    text: `import "../../../protocol/src/schema.js";`,
    breaks: ["go-plugin-knows-nothing-of-plugwright", "packages-by-name"],
  },
  "packages/go-plugin/src/tls/identity.ts": { text: "export type T = 1; export const t: T = 1;" },
  "packages/testkit/src/index.ts": { text: "export {};" },
  "packages/testkit/src/command.ts": {
    text: `import "../../cli/src/cli.js";`,
    breaks: ["packages-by-name", "testkit-knows-only-what-plugins-use"],
  },
  "packages/cli/src/cli.ts": { text: "export {};" },
  "packages/create-plugwright/src/create.ts": {
    text: `import "../../cli/src/cli.js";`,
    breaks: ["create-knows-nothing-of-plugwright", "packages-by-name"],
  },
  "packages/protocol/src/schema.ts": { text: `export { S } from "./gen/schema_pb.js";` },
  "packages/protocol/src/gen/schema_pb.ts": { text: "export const S = 1;" },
  "packages/protocol/src/logic.ts": { text: `import "node:fs";`, breaks: ["protocol-has-no-logic"] },
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "layers-"));
  write("tsconfig.json", "{}");
  write("package.json", JSON.stringify({ devDependencies: { yaml: "*" } }));
  const declared = { dependencies: { "@plugwright/protocol": "*" }, peerDependencies: { zod: "*" } };
  write("packages/sdk/package.json", JSON.stringify(declared));
  for (const name of ["zod", "yaml"]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" }));
    write(`node_modules/${name}/index.js`, "");
  }
  write("node_modules/@plugwright/protocol/package.json", JSON.stringify({ exports: { "./schema": "./schema.js" } }));
  write("node_modules/@plugwright/protocol/schema.js", "");
  for (const [path, { text }] of Object.entries(files)) write(path, text);

  const args = ["--config", resolve("dependency-cruiser.config.mjs"), "--output-type", "json", "packages"];
  const { stdout, stderr } = spawnSync(resolve("node_modules/.bin/depcruise"), args, { cwd: root, encoding: "utf8" });
  expect(stderr).toBe("");
  const { summary }: { summary: { violations: { from: string; rule: { name: string } }[] } } = JSON.parse(stdout);
  broken = {};
  for (const { from, rule } of summary.violations) broken[from] = [...(broken[from] ?? []), rule.name].sort();
}, 60_000);

afterAll(() => rmSync(root, { recursive: true }));

test.each(Object.entries(files).map(([path, { breaks = [] }]) => ({ path, breaks })))(
  "$path breaks $breaks",
  ({ path, breaks }) => {
    expect(broken[path] ?? []).toEqual(breaks);
  },
);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
