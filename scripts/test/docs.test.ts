import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import ts from "typescript";
import { filesBelow } from "../files.mjs";

const root = join(import.meta.dirname, "../..");
const documentsIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const examples = readdirSync(join(root, "examples")).map((name) => join("examples", name));
const documents = ["README.md", ...documentsIn("docs"), ...examples.flatMap(documentsIn)];

/** A document whose reader has the files of an example to begin with. */
const begunWith: Readonly<Record<string, string>> = { "docs/getting-started.md": "examples/filesystem" };

/** Those files, except the ones that the document has itself. */
function beginning(document: string, own: readonly Snippet[]): Snippet[] {
  const example = begunWith[document];
  if (example === undefined) return [];
  const names = readdirSync(join(root, example, "src"));
  return names.flatMap((name) => {
    const path = join(root, `${document}-snippets`, "src", name);
    const text = readFileSync(join(root, example, "src", name), "utf8");
    return own.some((snippet) => snippet.path === path) ? [] : [{ path, document: example, line: 0, text }];
  });
}

test("every TypeScript block of the documents compiles", () => {
  const files = documents.flatMap((name) => {
    const own = snippets(name, readFileSync(join(root, name), "utf8"));
    return [...own, ...beginning(name, own)];
  });
  expect(files.length).toBeGreaterThan(0);
  expect(problems(files)).toEqual([]);
}, 60_000);

test("a block that does not compile is found, with the line of its document", () => {
  const text = [
    "# Title",
    "",
    "```ts",
    "// config.ts",
    "export const limit = 1;",
    "```",
    "",
    "```ts",
    'import { limit } from "./config.js";',
    'import { tool } from "@plugwright/sdk";',
    'export const unfinished = tool("t").describe("d").run(() => limit);',
    "```",
  ].join("\n");
  expect(problems(snippets("docs/broken.md", text))).toEqual([
    expect.stringMatching(/^docs\/broken\.md:11: This expression is not callable/),
  ]);
}, 60_000);

test("every message that is a heading of Troubleshooting is one of ours", () => {
  const text = readFileSync(join(root, "docs/troubleshooting.md"), "utf8");
  const headings = [...text.matchAll(/^### `(.+)`$/gm)].flatMap((match) => (match[1] ?? "").split("…"));
  expect(headings.length).toBeGreaterThan(8);
  const sources = filesBelow(join(root, "packages"), /\.ts$/)
    .filter((path) => path.includes("/src/"))
    .map((path) => readFileSync(path, "utf8"));
  const foreign = headings.filter((part) => !sources.some((source) => source.includes(part.trim())));
  expect(foreign).toEqual([]);
});

test("every link to a file of the repository leads somewhere", () => {
  const broken = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8");
    const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)]
      .map((match) => match[1] ?? "")
      .filter((to) => !to.includes("://"));
    return targets.filter((to) => !existsSync(join(root, dirname(document), to))).map((to) => `${document}: ${to}`);
  });
  expect(broken).toEqual([]);
});

/** A block as a module of its own. */
interface Snippet {
  readonly path: string;
  readonly document: string;
  /** The line of the document before the block's first one. */
  readonly line: number;
  readonly text: string;
}

/** The blocks of one document. One that begins with `// src/x.ts` is a file which the others import by its path. */
function snippets(document: string, text: string): Snippet[] {
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match, index) => {
    const code = match[1] ?? "";
    const name = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? `snippet-${index}.ts`;
    const line = text.slice(0, match.index).split("\n").length;
    return { path: join(root, `${document}-snippets`, name), document, line, text: code };
  });
}

/** What tsc has to say of the snippets, under the options of the repository. */
function problems(files: readonly Snippet[]): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const checked = { ...options, noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
  const virtual = new Map(files.map((file) => [file.path, file]));
  const host = ts.createCompilerHost(checked);
  const folders = new Set(files.map((file) => dirname(file.path)));
  const { readFile, fileExists, directoryExists } = host;
  host.readFile = (path) => virtual.get(path)?.text ?? readFile(path);
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || (directoryExists?.(path) ?? true);
  host.getCurrentDirectory = () => root;
  const program = ts.createProgram([...virtual.keys()], checked, host);
  return files.flatMap((file) => {
    const source = program.getSourceFile(file.path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((found) => {
      const line = source?.getLineAndCharacterOfPosition(found.start ?? 0).line ?? 0;
      return `${file.document}:${file.line + line + 1}: ${ts.flattenDiagnosticMessageText(found.messageText, "\n")}`;
    });
  });
}
