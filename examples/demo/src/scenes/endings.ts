import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Code } from "@connectrpc/connect";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { jsonText } from "../event-text.js";
import { dim } from "../out.js";
import { labelled, showTool } from "../show-call.js";
import { root, type Stage } from "../stage.js";
import { isError } from "./refusals.js";

/** Copies this repository's proto files, slowly enough to be caught at it. */
const slowCopy = (to: string) => ({ from: "proto/pluggableharness/tool", to, pause_ms: 900 });

export async function deadline({ out, check, filesystem, directory }: Stage): Promise<void> {
  const to = join(directory, "deadline");
  out.line(dim("  its client allows it two and a half seconds:"));
  const call = { name: "copy_files", args: slowCopy(to), workingDirectory: root };
  const { events, last } = await showTool(out, filesystem, call, { timeoutMs: 2500 });
  check("it ended with a timeout", isError(last, ToolErrorCategory.TIMEOUT));
  const report = events.at(-2);
  const did = report?.case === "partialResult" ? report.value.payload?.["did"] : undefined;
  check("the event before that tells what it had done, and it is true", isDeepStrictEqual(did, await copied(to)));
}

export async function cancel({ out, check, filesystem, directory }: Stage): Promise<void> {
  const to = join(directory, "cancel");
  const controller = new AbortController();
  let left = 2;
  out.line(dim("  its client leaves at the second file:"));
  const call = { id: "call-to-cancel", name: "copy_files", args: slowCopy(to), workingDirectory: root };
  const { last, failure } = await showTool(out, filesystem, call, {
    signal: controller.signal,
    onEvent: () => {
      left--;
      if (left === 0) controller.abort();
    },
  });
  check("no event follows", last === undefined && failure?.code === Code.Canceled);

  const line = await filesystem.process.logged("call-to-cancel", "did");
  labelled(out, dim, "plugin's stderr", jsonText(JSON.parse(line)));
  const { did }: { did?: unknown } = JSON.parse(line);
  check("the plugin's log tells what it had done, and it is true", isDeepStrictEqual(did, await copied(to)));
}

/** What a report must say, going by the files that are there. */
async function copied(directory: string): Promise<string[]> {
  const files = await readdir(join(directory, "v1"));
  return files.sort().map((file) => `copied ${join("v1", file)}`);
}
