import { join } from "node:path";
import { showCommand } from "../show-call.js";
import { root, type Stage } from "../stage.js";

export async function changelog({ out, check, releaseTools }: Stage): Promise<void> {
  const workingDirectory = join(root, "examples/release-tools");
  const call = { name: "changelog", args: { version: "0.1.0" }, workingDirectory };
  const { events, last } = await showCommand(out, releaseTools, call);
  check(
    "its log arrived while it ran",
    events.slice(0, -1).length > 0 && events.slice(0, -1).every((event) => event.case === "outputChunk"),
  );
  check("the result is the release", last?.case === "result" && last.value.payload?.["version"] === "0.1.0");
}
