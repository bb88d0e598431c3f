import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { blocksOf, isShown, type Shown, sessionText } from "./support/document.js";
import { type Beginning, begin } from "./support/from-nothing.js";
import { picture } from "./support/picture.js";
import { openTerminal, type Terminal } from "./support/terminal.js";

const root = join(import.meta.dirname, "../../..");
/** With it, documents and picture are written anew from what is printed: `npm run docs:sessions`. */
const write = process.env["WRITE_SESSIONS"] !== undefined;

let beginning: Beginning;
let terminal: Terminal;
beforeAll(async () => {
  [beginning] = await Promise.all([begin()]);
  terminal = openTerminal(beginning, { port: await freePort() });
}, 300_000);
afterAll(async () => {
  await terminal.close();
  beginning.remove();
});

/** Does a document as a reader does, from its first block to its last one. */
async function follow(document: string): Promise<readonly Shown[]> {
  const path = join(root, "docs", `${document}.md`);
  const text = readFileSync(path, "utf8");
  const blocks = blocksOf(text);
  const printed: Shown[] = [];
  const wrong: string[] = [];
  let written = text;
  for (const block of blocks) {
    if (block.kind === "file") {
      const file = join(terminal.folder(), block.path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, block.text);
      continue;
    }
    const commands: Shown[] = [];
    for (const { command, output } of block.commands) {
      const ended = command === undefined ? "" : await terminal.run(command);
      // What goes on prints when it does.
      const goesOn = command === undefined || /plugwright dev(?! --help)/.test(command);
      const lines = output === "" ? 2 : output.trimEnd().split("\n").length;
      const actual = goesOn ? await terminal.more(lines) : ended;
      const same = isShown(actual, output);
      if (!same) wrong.push(`$ ${command ?? ""}\n--- printed\n${actual}--- and the document has\n${output}`);
      commands.push({ command, output: same ? output : actual });
    }
    printed.push(...commands);
    const before = text.slice(block.at, block.at + block.length);
    const indent = /^ */.exec(before)?.[0] ?? "";
    written = written.replace(before, () => sessionText(commands, indent));
  }
  if (write) writeFileSync(path, written);
  else expect(wrong.join("\n")).toBe("");
  expect(printed.length).toBeGreaterThan(0);
  return printed;
}

test("getting started, and its picture", async () => {
  const printed = await follow("getting-started");
  const path = join(root, "docs/getting-started.svg");
  const drawn = picture(
    printed.filter(({ command }) => command === undefined || /create|dev|invoke|build/.test(command)),
  );
  if (write) writeFileSync(path, drawn);
  else expect(readFileSync(path, "utf8")).toBe(drawn);
}, 120_000);

// In the project that getting started has made.
test.each(["cli", "release"])(
  "%s",
  async (document) => {
    if (document === "release") await terminal.run("npx plugwright schema --lock");
    await follow(document);
  },
  120_000,
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = Object(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
