import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type CallEvent, type Clients, connect, type Invocation, invokeCommand } from "@plugwright/example-support";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { type Listening, listen } from "@plugwright/sdk/node";
import { plugin } from "../src/plugin.js";

let listening: Listening;
let clients: Clients;
let directory: string;
beforeAll(async () => {
  listening = await listen(plugin, { token: false });
  clients = connect(listening);
});
afterAll(() => listening.close());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "release-tools-"));
  await writeFile(
    join(directory, "package.json"),
    '{\n    "name": "x",\n    "version": "1.2.3",\n    "private": true\n}\n',
  );
  await writeFile(join(directory, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n### Added\n\n- a thing\n");
});
afterEach(() => rm(directory, { recursive: true }));

const read = (name: string) => readFile(join(directory, name), "utf8");

async function run(name: string, args: Invocation["args"]): Promise<CallEvent[]> {
  const events: CallEvent[] = [];
  for await (const event of invokeCommand(clients, { name, args, workingDirectory: directory })) events.push(event);
  return events;
}

describe("/changelog", () => {
  test("says what it does as it goes, then answers the release", async () => {
    const events = await run("changelog", {});
    const output = events.map((event) =>
      event.case === "outputChunk" ? Buffer.from(event.value.data).toString() : "",
    );
    expect(output.join("")).toBe(`reading ${directory}/CHANGELOG.md\nfound Unreleased\nAdded: a thing\n`);
    const payload = { version: "Unreleased", changes: [{ kind: "Added", text: "a thing" }] };
    expect(events.at(-1)).toMatchObject({ case: "result", value: { payload } });
  });

  test("names the releases there are when the one asked for is not among them", async () => {
    expect((await run("changelog", { version: "9.9.9" })).at(-1)).toMatchObject({
      case: "error",
      value: {
        category: ToolErrorCategory.NOT_FOUND,
        message: "CHANGELOG.md has no release 9.9.9; it has: Unreleased",
      },
    });
  });
});

describe("/release", () => {
  test("shows both files' changes before it makes them", async () => {
    const { preview } = await clients.commands.preview({
      call: { name: "release", arguments: { bump: "minor" }, callContext: { workingDirectory: directory } },
    });
    const node = preview?.root?.node;
    const nodes = node?.case === "group" ? node.value.children.map((child) => child.node.case) : [];
    expect(nodes).toEqual(["text", "diff", "text", "diff"]);
    expect(await read("package.json")).toContain('"1.2.3"');
  });

  test("raises the version and gives the changes a heading", async () => {
    expect((await run("release", { bump: "minor" })).at(-1)).toMatchObject({
      value: { payload: { version: "1.3.0", files: ["package.json", "CHANGELOG.md"], written: true } },
    });
    expect(await read("package.json")).toBe('{\n    "name": "x",\n    "version": "1.3.0",\n    "private": true\n}\n');
    expect(await read("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 1\.3\.0 - \d{4}-\d\d-\d\d\n\n### Added\n/,
    );
    expect((await run("release", { bump: "minor" })).at(-1)).toMatchObject({
      case: "error",
      value: { message: 'nothing to release: CHANGELOG.md lists no change under "## Unreleased"' },
    });
  });

  test("writes nothing in a dry run", async () => {
    expect((await run("release", { bump: "patch", dry_run: true })).at(-1)).toMatchObject({
      value: { payload: { version: "1.2.4", written: false } },
    });
    expect(await read("package.json")).toContain('"1.2.3"');
  });

  test("refuses what is no bump, by name", async () => {
    expect(await run("release", { bump: "huge" })).toMatchObject([
      {
        case: "error",
        value: {
          category: ToolErrorCategory.INVALID_ARGUMENTS,
          message: 'bump: expected one of "major", "minor", "patch", got "huge"',
        },
      },
    ]);
  });
});

test("the prompt is told where the kernel looks for prompts", async () => {
  const { tools, slashCommands } = await clients.tools.getSchema({});
  expect(tools).toEqual([]);
  expect(slashCommands).toMatchObject([{ name: "announce" }]);
});
