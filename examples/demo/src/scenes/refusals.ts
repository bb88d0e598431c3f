import type { CallEvent } from "@plugwright/example-support";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { showTool } from "../show-call.js";
import { root, type Stage } from "../stage.js";

/** Expected failures are events, not failures of the RPC: the model reads them and tries again. */
export async function invalidArguments({ out, check, filesystem }: Stage): Promise<void> {
  const args = { pathh: "package.json", from: 0, to: "ten" };
  const { last } = await showTool(out, filesystem, { name: "read_file", args, workingDirectory: root });
  check("a line for each problem", isError(last, ToolErrorCategory.INVALID_ARGUMENTS) && linesOf(last) === 4);
}

export async function notFound({ out, check, filesystem }: Stage): Promise<void> {
  const missing = { name: "read_file", args: { path: "no-such-file.txt" }, workingDirectory: root };
  check("no such file", isError((await showTool(out, filesystem, missing)).last, ToolErrorCategory.NOT_FOUND));
  const misspelt = { name: "raed_file", args: {}, workingDirectory: root };
  const { last } = await showTool(out, filesystem, misspelt);
  check(
    "no such tool, but one like it",
    isError(last, ToolErrorCategory.NOT_FOUND) && last.value.message.includes("read_file"),
  );
}

export async function permissionDenied({ out, check, filesystem }: Stage): Promise<void> {
  const outside = { name: "read_file", args: { path: "/etc/hostname" }, workingDirectory: root };
  check(
    "outside of the roots",
    isError((await showTool(out, filesystem, outside)).last, ToolErrorCategory.PERMISSION_DENIED),
  );
}

/** Whether a call ended with an error of this category. */
export function isError(
  event: CallEvent | undefined,
  category: ToolErrorCategory,
): event is CallEvent & { case: "error" } {
  return event?.case === "error" && event.value.category === category;
}

const linesOf = (event: CallEvent & { case: "error" }): number => event.value.message.split("\n").length;
