import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { pack, run } from "../../../scripts/pack.mjs";
import { bareEnvironment, clientsOf, killAll, launch } from "./support/kernel.js";
import { newFolder, project, removeFolders, root } from "./support/project.js";

afterEach(killAll);
afterAll(removeFolders);

test("an author builds with the packages as they are published", async () => {
  const { folder } = project({}, { from: join(root, "examples/filesystem"), installed: false });
  const modules = join(folder, "node_modules");
  for (const { name, tarball } of await pack(root)) {
    const unpacked = newFolder();
    execFileSync("tar", ["-xzf", tarball, "-C", unpacked]);
    mkdirSync(join(modules, "@plugwright"), { recursive: true });
    cpSync(join(unpacked, "package"), join(modules, name), { recursive: true });
  }
  for (const name of ["zod", "zod-to-json-schema", "diff", "esbuild", "@esbuild", "@bufbuild", "@connectrpc"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  const program = join(modules, "@plugwright/cli/bin/plugwright.js");
  const told = await run(process.execPath, [program, "build", "--json"], folder, bareEnvironment());
  expect(JSON.parse(told)).toMatchObject({ name: "filesystem", files: [{ category: "tool", offers: { tools: 7 } }] });
  const plugin = await launch(join(folder, "dist/filesystem"));
  expect((await clientsOf(plugin).tools.getSchema({})).tools).toHaveLength(7);
  expect(await plugin.kill()).toMatchObject({ code: 0, graceful: true });
}, 600_000);
