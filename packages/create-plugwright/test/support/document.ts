/** A part of a document that is done as it is read: a file that is written, or what a terminal shows. */
export type Block =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "session"; readonly commands: readonly Shown[]; readonly at: number; readonly length: number };

/** A command, and what it prints. Without one it is what a command from before goes on to print. */
export interface Shown {
  readonly command: string | undefined;
  readonly output: string;
}

const fence = /^([ ]*)```(\w+)\n(.*?)^\1```$/gms;

/** The blocks of a document that are done, in their order. */
export function blocksOf(document: string): Block[] {
  return [...document.matchAll(fence)].flatMap((match): Block[] => {
    const [all, indent = "", language, content = ""] = match;
    const text = content.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    if (language === "console")
      return [{ kind: "session", commands: commandsOf(text), at: match.index, length: all.length }];
    const path = /^\/\/ (\S+)\n/.exec(text)?.[1];
    return language === "ts" && path !== undefined ? [{ kind: "file", path, text }] : [];
  });
}

function commandsOf(text: string): Shown[] {
  const [first = "", ...rest] = text.split(/^\$ /m);
  const commands = rest.map((part) => {
    const end = part.indexOf("\n");
    return { command: part.slice(0, end), output: part.slice(end + 1) };
  });
  return first === "" && commands.length > 0 ? commands : [{ command: undefined, output: first }, ...commands];
}

/** A session as it stands in a document. */
export function sessionText(commands: readonly Shown[], indent = ""): string {
  const text = commands
    .map(({ command, output }) => `${command === undefined ? "" : `$ ${command}\n`}${output}`)
    .join("");
  const lines = text.replace(/\n$/, "").split("\n");
  const body = text === "" ? [] : lines.map((line) => (line === "" ? "" : `${indent}${line}`));
  return [`${indent}\`\`\`console`, ...body, `${indent}\`\`\``].join("\n");
}

/** Whether a command printed what a document says. Numbers that differ from run to run are equal, `...` is any lines. */
export function isShown(printed: string, shown: string): boolean {
  const [lines, wanted] = [printed, shown].map((text) => text.replace(/\n+$/, "").split("\n").map(normal));
  return lines !== undefined && wanted !== undefined && matches(lines, wanted);
}

function matches(lines: readonly string[], wanted: readonly string[]): boolean {
  const [first, ...rest] = wanted;
  if (first === undefined) return lines.length === 0;
  if (first.trim() === "...") return lines.some((_, index) => matches(lines.slice(index), rest)) || matches([], rest);
  return lines[0] === first && matches(lines.slice(1), rest);
}

/** Times, sizes and what is made by chance. */
function normal(line: string): string {
  return line
    .replaceAll(/ *\d+(?:\.\d+)? ?(ms|s|KiB)\b/g, " N $1")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "HASH")
    .replaceAll(/^added \d+ packages/g, "added N packages")
    .replaceAll(/plugin-\w+\/s/g, "plugin/s")
    .trimEnd();
}
