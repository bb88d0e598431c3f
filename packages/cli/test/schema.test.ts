import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { project, removeFolders } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

afterAll(removeFolders);
const conditions = ["--conditions", "@plugwright/source"];

test("a change is held to its version, from the lock on", async () => {
  const source = pluginSource({});
  const { folder, plugwright } = project({ "src/plugin.ts": source });
  const write = (text: string) => writeFileSync(join(folder, "src/plugin.ts"), text);
  const schema = (...args: string[]) => plugwright("schema", ...args, ...conditions);
  const lock = () => readFileSync(join(folder, "plugin.schema.json"), "utf8");

  expect(await schema("--check")).toEqual({
    code: 1,
    out: "sample 1.2.3: there is no plugin.schema.json yet\n",
    err: "plugwright schema: there is nothing to check: plugin.schema.json: the file is not there. Hint: run plugwright schema --lock, and commit the file\n",
  });
  expect(await schema("--lock")).toMatchObject({ code: 0, err: "wrote plugin.schema.json\n" });
  expect(lock()).toBe((await schema()).out);
  expect(await schema("--check")).toEqual({
    code: 0,
    out: "sample 1.2.3: offers what plugin.schema.json says\n",
    err: "",
  });

  const locked = lock();
  write(
    source.replace("b: z.number()", "b: z.string()").replace("a + b", "a + b.length").replace("Add two", "Sum two"),
  );
  expect(await schema("--check")).toEqual({
    code: 1,
    out: `sample 1.2.3: major change, which asks for 2.0.0, and this is 1.2.3
  breaking add: argument b was number, and is string
  wording  add: its description is another one
`,
    err: "plugwright schema: the lock file is not up to date: plugin.schema.json: the plugin promises something else. Hint: raise the version to 2.0.0 or more, then run plugwright schema --lock, and commit the file\n",
  });
  expect(await schema("--lock")).toMatchObject({
    code: 1,
    err: "plugwright schema: the change is not locked: plugin.schema.json: it is a major change, and the version is still 1.2.3. Hint: raise it to 2.0.0 or more in definePlugin and package.json\n",
  });
  expect(lock()).toBe(locked);

  write(source.replace("a: z.number()", "a: z.number().describe('the first')").replace('"1.2.3"', '"1.2.4"'));
  const json = await schema("--check", "--json");
  expect(JSON.parse(json.out)).toEqual({
    ...{
      plugin: "sample",
      file: "plugin.schema.json",
      locked: "1.2.3",
      version: "1.2.4",
      bump: "patch",
      wanted: "1.2.4",
    },
    raised: true,
    changes: [{ kind: "wording", subject: "add", message: "argument a is described otherwise" }],
  });
  expect(json.code).toBe(1);
  expect(await schema("--lock")).toMatchObject({ code: 0 });
  expect(await schema("--check")).toMatchObject({ code: 0 });
});

test("a new version alone is a stale lock as well", async () => {
  const source = pluginSource({ tools: true, commands: true });
  const { folder, plugwright } = project({ "src/plugin.ts": source });
  expect(await plugwright("schema", "--lock", ...conditions)).toMatchObject({ code: 0 });
  writeFileSync(join(folder, "src/plugin.ts"), source.replace("1.2.3", "1.2.4"));
  const ran = await plugwright("schema", "--check", ...conditions);
  expect(ran).toMatchObject({
    code: 1,
    err: expect.stringContaining("it is of version 1.2.3, and the plugin is 1.2.4"),
  });
});

test("another plugin, and an order that no schema tells, make a lock stale", async () => {
  const source = pluginSource({});
  const { folder, plugwright } = project({ "src/plugin.ts": source });
  const check = () => plugwright("schema", "--check", ...conditions);
  expect(await plugwright("schema", "--lock", ...conditions)).toMatchObject({ code: 0 });
  writeFileSync(join(folder, "src/plugin.ts"), source.replaceAll("sample", "simple"));
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out).toContain("breaking plugin: its name was sample, and is simple");
  expect(out).toContain("breaking plugin: its source was github.com/acme/sample");
  writeFileSync(
    join(folder, "src/plugin.ts"),
    source.replace("a: z.number(), b: z.number()", "b: z.number(), a: z.number()"),
  );
  const reordered = await check();
  expect(reordered).toMatchObject({
    code: 1,
    err: expect.stringContaining("the same would be written in another order"),
  });
  writeFileSync(join(folder, "src/plugin.ts"), source.replace("1.2.3", "1.2.2"));
  expect(await plugwright("schema", "--lock", ...conditions)).toMatchObject({
    code: 1,
    err: expect.stringContaining("the file is of version 1.2.3, and the plugin of 1.2.2, which is lower"),
  });
});

test("two plugins of one package need two files", async () => {
  const { folder, plugwright } = project({
    "src/a/plugin.ts": pluginSource({}),
    "src/b/plugin.ts": pluginSource({ name: "b" }),
  });
  expect(await plugwright("schema", "--lock", "src/*/plugin.ts", ...conditions)).toMatchObject({
    code: 2,
    err: expect.stringContaining("several plugins have the lock file plugin.schema.json"),
  });
  const lines = (await plugwright("schema", "src/*/plugin.ts", ...conditions)).out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(["sample", "b"]);
  const unwritable = await plugwright(
    "schema",
    "--lock",
    "src/a/plugin.ts",
    "--lock-file",
    "no/where.json",
    ...conditions,
  );
  expect(unwritable).toMatchObject({
    code: 1,
    err: expect.stringContaining("the lock file cannot be written: no/where.json: ENOENT"),
  });
  expect(readdirSync(folder).sort()).toEqual(["node_modules", "package.json", "plugin.schema.json", "src"]);
});

test("bad use", async () => {
  const { folder, plugwright } = project({ "src/plugin.ts": pluginSource({}), "broken.json": "{}" });
  expect(await plugwright("schema", "--lock", "--check")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--lock and --check exclude each other"),
  });
  const broken = await plugwright("schema", "--check", "--lock-file", "broken.json", ...conditions);
  expect(broken).toMatchObject({
    code: 1,
    err: expect.stringContaining("the lock file cannot be read: broken.json: it has no name, version or source"),
  });
  expect(readFileSync(join(folder, "broken.json"), "utf8")).toBe("{}");
});
