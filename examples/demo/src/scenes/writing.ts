import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { previewLines } from "../preview-text.js";
import { showTool } from "../show-call.js";
import type { Stage } from "../stage.js";

const before = "Plugwright\nserves tools\n";
const after = "Plugwright\nserves tools and slash commands\n";

export async function previewAndWrite({ out, check, filesystem, directory }: Stage): Promise<void> {
  const file = join(directory, "notes.txt");
  await writeFile(file, before);
  const args = { path: "notes.txt", text: after };

  const request = { toolName: "write_file", arguments: args, callContext: { workingDirectory: directory } };
  const { preview } = await filesystem.tools.preview({ call: request });
  out.line("  → Preview of write_file");
  const lines = previewLines(preview?.root);
  for (const line of lines) out.line("      ", line);
  check("the preview shows the change", lines.length === 4);
  check("and makes none", (await readFile(file, "utf8")) === before);

  const { last } = await showTool(out, filesystem, { name: "write_file", args, workingDirectory: directory });
  check("the call makes it", last?.case === "result" && (await readFile(file, "utf8")) === after);
}
