import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { platformName } from "../src/build/platform.js";
import { newFolder, project, removeFolders, root } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

afterAll(removeFolders);

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("what a build prints", async () => {
  const config = `z.object({
    url: z.string().describe("where the service is"),
    token: plugwright.secret(z.string()).optional(),
    retries: z.number().default(3),
  })`;
  const { folder, build } = project({ "src/plugin.ts": pluginSource({ config }) });
  const { code, out, err } = await build();
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const bytes = readFileSync(join(folder, "dist/sample"));
  const sha256 = sha256Of(bytes);
  expect(out).toBe(`sample 1.2.3 of github.com/acme/sample

dist/sample
  category   tool: 1 tool
  size       ${(bytes.length / 1024).toFixed(1)} KiB
  sha256     ${sha256}
  started    once, as a kernel does: handshake, Describe, schema, shutdown
  lock file  "${platformName()}" = "sha256:${sha256}"

To have your kernel run it, in $XDG_CONFIG_HOME/agent/config.hcl:

dev_overrides {
  sample = "${folder}/dist/sample"
}

And in agent.hcl of the project:

required_providers {
  sample = { source = "github.com/acme/sample", version = "~> 1.2" }
}

provider "sample" {
  # where the service is
  url = ""

  # token = env("SAMPLE_TOKEN")

  # retries = 3
}
`);
  expect(readdirSync(join(folder, "dist")).sort()).toEqual(["sample", "sample.map", "sample.notices.txt"]);
}, 120_000);

test("the same sources make the same bytes, wherever they lie", async () => {
  const places = [newFolder(), join(newFolder(), "some/where/else")];
  const built = [];
  for (const folder of places) {
    const { build } = project({}, { folder, from: join(root, "examples/release-tools") });
    expect(await build("--out-dir", "out")).toMatchObject({ code: 0 });
    const names = readdirSync(join(folder, "out")).filter((name) => !name.endsWith(".map"));
    built.push(names.map((name) => `${name} ${sha256Of(readFileSync(join(folder, "out", name)))}`));
  }
  expect(built[0]).toHaveLength(4);
  expect(built[1]).toEqual(built[0]);
}, 120_000);

test("warnings of the plugin are told", async () => {
  const source = pluginSource({}).replace('.tool("add")', '.tool("Add")');
  const { build } = project({ "src/plugin.ts": source });
  const { code, err, out } = await build("--json");
  expect(code).toBe(0);
  const { warnings } = JSON.parse(out);
  expect(warnings).toEqual([expect.stringContaining("Add")]);
  expect(err).toContain(`warning: ${warnings[0]}\n`);
}, 120_000);
