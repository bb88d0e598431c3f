import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { runtimeContract } from "@plugwright/sdk/host";
import { bareEnvironment, Code, clientsOf, codeOf, killAll, launch } from "./support/kernel.js";
import { newFolder, type Project, project, removeFolders, root } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

afterEach(killAll);
afterAll(removeFolders);

let lazy: Project;
let file: string;
const env = (marker: string) => ({ ...bareEnvironment(), MARKER: marker });
const seen = (marker: string) => (existsSync(marker) ? readFileSync(marker, "utf8").trim().split("\n") : []);

/** The built file, with a statement before each of its pieces. */
function instrumented(statement: (piece: string) => string): string {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(/^\["(lazy:[^"]+|\.\/[^"]+)",\[(\d+),\(\)=>\{\/\*\n/gm, (head, piece) => {
    return `${head}${statement(piece)};`;
  });
  expect(changed).not.toBe(text);
  const path = join(newFolder(), "instrumented");
  writeFileSync(path, changed);
  chmodSync(path, 0o755);
  return path;
}

beforeAll(async () => {
  const mark = (what: string) =>
    `if (process.env.MARKER !== undefined) appendFileSync(process.env.MARKER, "${what}\\n");`;
  const fs = 'import { appendFileSync } from "node:fs";';
  lazy = project(
    {
      "src/plugin.ts": pluginSource({ name: "lazy", imports: `${fs}\n${mark("author")}` }),
      // A zod that tells when it is evaluated.
      "node_modules/zod/package.json": JSON.stringify({ name: "zod", version: "4.0.0", type: "module" }),
      "node_modules/zod/index.js": `${fs}\n${mark("zod")}\nexport * from ${JSON.stringify(join(root, "node_modules/zod/index.js"))};`,
    },
    { installed: false },
  );
  mkdirSync(join(lazy.folder, "node_modules"), { recursive: true });
  symlinkSync(join(root, "node_modules/@plugwright"), join(lazy.folder, "node_modules/@plugwright"));
  expect(await lazy.build()).toMatchObject({ code: 0 });
  file = join(lazy.folder, "dist/lazy");
}, 120_000);

test("nothing but the start is evaluated before the handshake", async () => {
  // The first piece that is evaluated ends the process: the handshake must have been written by then.
  const marker = join(newFolder(), "marker");
  const path = instrumented(
    (piece) =>
      `process.getBuiltinModule("fs").appendFileSync(process.env.MARKER,"${piece}\\n"),process.kill(process.pid,9)`,
  );
  const child = spawn(path, [], {
    // Its socket is left when it is killed.
    env: {
      ...env(marker),
      TMPDIR: newFolder(),
      [runtimeContract.cookie.key]: runtimeContract.cookie.value,
      PLUGIN_PROTOCOL_VERSIONS: "1",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const signal = await new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)));
  expect(printed).toMatch(/^1\|1\|unix\|\/.*\|grpc\|\n$/);
  expect(signal).toBe("SIGKILL");
  expect(seen(marker)).toHaveLength(1);
}, 60_000);

test("the start is ours alone, and small", () => {
  const text = readFileSync(file, "utf8");
  const lines = text.slice(0, text.indexOf("\n})(new Map([")).split("\n");
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const sources = new Set<string>();
  for (const [line, { length }] of lines.entries()) {
    for (let column = 0; column < length; column++) {
      const entry = map.findEntry(line, column);
      if ("originalSource" in entry && entry.generatedLine === line) sources.add(entry.originalSource);
    }
  }
  const ours =
    /\/packages\/(sdk\/src\/node\/(serve|scopes|message-limit|kernel-lane\/runtime-contract)|go-plugin\/src\/(handshake|output)\/.*)\.ts$/;
  expect([...sources].filter((source) => !ours.test(source))).toEqual(["plugwright:entry"]);
  expect(lines.join("\n").length).toBeLessThan(20_000);
});

test("neither zod nor the author's code is evaluated before a call that needs them", async () => {
  const marker = join(newFolder(), "marker");
  const plugin = await launch(file, { env: env(marker) });
  const { tools, commands } = clientsOf(plugin);
  await plugin.ping();
  expect(await codeOf(commands.describe({}))).toBe(Code.Unimplemented);
  expect(await codeOf(commands.getCapabilities({}))).toBe(Code.Unimplemented);
  expect(seen(marker)).toEqual([]);
  await tools.describe({});
  expect(seen(marker)).toEqual(["zod", "author"]);
}, 60_000);

test("whoever asks what kind of plugin this is waits for nothing else to be evaluated", async () => {
  const marker = join(newFolder(), "marker");
  const path = instrumented(
    (piece) => `process.getBuiltinModule("fs").appendFileSync(process.env.MARKER,"${piece}\\n")`,
  );
  const plugin = await launch(path, { env: env(marker) });
  const { tools, commands } = clientsOf(plugin);
  expect(await codeOf(commands.describe({}))).toBe(Code.Unimplemented);
  const large = ["lazy:runtime", "lazy:plugin", "lazy:kernel-client", "lazy:transport", "lazy:by-hand"];
  expect(seen(marker).filter((piece) => large.includes(piece))).toEqual([]);
  expect(seen(marker)).toContain("lazy:lane");
  await tools.describe({});
  expect(seen(marker)).toEqual(expect.arrayContaining(["lazy:runtime", "lazy:plugin"]));
}, 60_000);

test("places in a stack are those of the file", async () => {
  const marker = join(newFolder(), "marker");
  const statement = 'process.getBuiltinModule("fs").writeFileSync(process.env.MARKER,new Error("here").stack)';
  const path = instrumented((piece) => (piece === "lazy:plugin" ? statement : ""));
  const lines = readFileSync(path, "utf8").split("\n");
  const line = lines.findIndex((text) => text.startsWith(statement)) + 1;
  const plugin = await launch(path, { env: env(marker) });
  await clientsOf(plugin).tools.describe({});
  expect(line).toBeGreaterThan(1);
  expect(readFileSync(marker, "utf8")).toContain(`${path}:${line}:${statement.indexOf("new Error") + 1}\n`);
}, 60_000);

test("a file that a main file makes is as lazy", async () => {
  const { build, folder } = project({
    "src/main.ts": 'import { serve } from "@plugwright/sdk/node";\nserve(() => import("./provider.js"));\n',
    "src/provider.ts": pluginSource({ name: "lazy", commands: true }),
  });
  expect(await build("--out-dir", "out")).toMatchObject({ code: 0 });
  const plugin = await launch(join(folder, "out/lazy-slashcommand"));
  expect((await clientsOf(plugin).commands.getCapabilities({})).commands).toMatchObject([{ name: "hello" }]);
  expect(await codeOf(clientsOf(plugin).tools.describe({}))).toBe(Code.Unimplemented);
}, 120_000);

test("a main file that imports more than it must is refused", async () => {
  const { build } = project({
    "src/main.ts": `
      import { serve } from "@plugwright/sdk/node";
      import { plugin } from "./provider.js";
      serve(async () => plugin);
    `,
    "src/provider.ts": pluginSource({}),
  });
  const { code, err } = await build();
  expect(code).toBe(1);
  expect(err).toBe(
    "plugwright build: the plugin would be loaded before the kernel knows where it listens: " +
      'src/main.ts: it imports ./provider.js, which would run first. Hint: leave nothing in it but serve(() => import("./plugin.js")), and import all else in that file\n',
  );
}, 120_000);

test("a main file may ask for one category", async () => {
  const { build, folder } = project({
    "src/main.ts": `
      import { serve } from "@plugwright/sdk/node";
      serve(() => import("./provider.js"), { category: "slashcommand" });
    `,
    "src/provider.ts": pluginSource({ name: "one", commands: true }),
  });
  expect(await build()).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, "dist/one"))).toBe(true);
  expect(existsSync(join(folder, "dist/one-tool"))).toBe(false);
}, 120_000);
