import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@plugwright/sdk";
import type { AnyCommand, AnyTool, TestKernel } from "../kernel.js";
import type { CallReport } from "../report.js";
import { difference, failure } from "./fail.js";
import { normalise, type Replacement } from "./normalise.js";
import { transcript } from "./transcript.js";

/** A call to be recorded: of a tool, or of a command with arguments or text. */
export type GoldenCall =
  | { readonly tool: AnyTool | string; readonly args?: JsonObject | undefined }
  | { readonly command: AnyCommand | string; readonly args?: JsonObject | string | undefined };

/** How calls are recorded. */
export interface GoldenOptions {
  /** Where the record is. Relative to the directory of the process, or a URL. */
  readonly file: string | URL;
  /** In this order, one after the other. */
  readonly calls: readonly GoldenCall[];
  /** What else differs from run to run, besides times, durations, ids and directories. */
  readonly replace?: readonly Replacement[] | undefined;
}

/** Records when it is set, and not in CI. */
const variable = "PLUGWRIGHT_RECORD";

/**
 * Makes the calls and compares their transcripts with a recorded file. With the variable PLUGWRIGHT_RECORD set they are
 * written to it instead; look at the difference before you commit it.
 * @throws AssertionError with the first line that differs, and where there is no record.
 */
export async function expectGolden(kernel: TestKernel, { file, calls, replace = [] }: GoldenOptions): Promise<void> {
  const path = typeof file === "string" ? file : fileURLToPath(file);
  const transcripts: string[] = [];
  for (const call of calls) transcripts.push(transcript(await make(kernel, call)));
  const text = `${normalise(transcripts.join("\n\n"), kernel.session.workingDirectory, replace)}\n`;
  if (process.env[variable]) {
    if (process.env["CI"]) throw failure(`${variable} is set in CI, where nothing would be compared: take it away`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  if (!existsSync(path)) throw failure(`there is no ${path}: record it with ${variable}=1, and commit it`);
  const recorded = readFileSync(path, "utf8");
  if (recorded !== text) throw difference(`the calls differ from ${path}`, text, recorded);
}

async function make(kernel: TestKernel, call: GoldenCall): Promise<CallReport> {
  if ("command" in call) {
    return typeof call.command === "string"
      ? kernel.command(call.command, call.args)
      : kernel.command(call.command.name, call.args);
  }
  return kernel.call(typeof call.tool === "string" ? call.tool : call.tool.name, call.args);
}
