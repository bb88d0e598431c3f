import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { showTool } from "../show-call.js";
import { root, type Stage } from "../stage.js";
import { token } from "./declared.js";

export async function readFile({ out, check, filesystem }: Stage): Promise<void> {
  const args = { path: "package.json", from: 1, to: 3 };
  const { events, last } = await showTool(out, filesystem, { name: "read_file", args, workingDirectory: root });
  const text = last?.case === "result" ? last.value.payload?.["text"] : undefined;
  check(
    "one event: the first three lines of package.json",
    events.length === 1 && text === '{\n  "name": "plugwright",\n  "private": true,\n',
  );
}

export async function grep({ out, check, filesystem }: Stage): Promise<void> {
  const args = { pattern: "rpc Invoke(", path: "proto" };
  const { events, last } = await showTool(out, filesystem, { name: "grep", args, workingDirectory: root });
  const hits = events.flatMap((event) => (event.case === "partialResult" ? [event.value.payload?.["path"]] : []));
  check("progress on the way", events[0]?.case === "progress");
  const services = ["slashcommand", "tool"].map((name) => `pluggableharness/${name}/v1/service.proto`);
  check("each hit as it was found", isDeepStrictEqual(hits, services));
  check("their number at the end", last?.case === "result" && last.value.payload?.["count"] === hits.length);
}

export async function secret({ out, check, filesystem, directory }: Stage): Promise<void> {
  await writeFile(join(directory, ".env"), `TOKEN=${token}\n`);
  const call = { name: "read_file", args: { path: ".env" }, workingDirectory: directory };
  const { last } = await showTool(out, filesystem, call);
  const text = last?.case === "result" ? last.value.payload?.["text"] : undefined;
  check("the configured token is in the file, not in the result", text === "TOKEN=[secret:token]\n");
}
