import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { toJson } from "@bufbuild/protobuf";
import { GetCapabilitiesResponseSchema } from "@plugwright/protocol/slashcommand";
import { GetSchemaResponseSchema } from "@plugwright/protocol/tool";
import type { JsonValue } from "@plugwright/sdk";
import { type Described, fromAdvertised } from "../describe/describe.js";
import { CommandError, messageOf } from "../problem.js";

/** What a plugin promised when it was locked. */
export type Locked = Omit<Described, "read" | "project">;

/** The text of a lock file. The same plugin gives the same text. */
export function lockText({ name, version, source, tool, slashcommand }: Locked): string {
  const lock = {
    ...{ name, version, source },
    ...(tool !== undefined && { tool: toJson(GetSchemaResponseSchema, tool) }),
    ...(slashcommand !== undefined && { slashcommand: toJson(GetCapabilitiesResponseSchema, slashcommand) }),
  };
  return `${JSON.stringify(sorted(lock), undefined, 2)}\n`;
}

/** With the keys of every object in order: the protocol's maps have none. Who the plugin is comes first. */
function sorted({ name, version, source, ...offers }: Readonly<Record<string, JsonValue>>): object {
  return { ...{ name, version, source }, ...Object(sortedKeys(offers)) };
}

function sortedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortedKeys(inner)]));
}

/** Reads a lock file; `undefined` if there is none. @throws CommandError when it is something else. */
export function readLock(path: string, shown: string): (Locked & { readonly text: string }) | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const text = readFileSync(path, "utf8");
    const { name, version, source, ...advertised } = Object(JSON.parse(text));
    if (typeof name !== "string" || typeof version !== "string" || typeof source !== "string") {
      throw new Error("it has no name, version or source");
    }
    return { ...fromAdvertised({ name, version, source, advertised }), text };
  } catch (error) {
    throw new CommandError("the lock file cannot be read", [
      { where: shown, reason: messageOf(error), hint: "plugwright schema --lock writes a new one once it is removed" },
    ]);
  }
}

/** @throws CommandError when it cannot be written. */
export function writeLock(path: string, shown: string, plugin: Locked): void {
  try {
    writeFileSync(path, lockText(plugin));
  } catch (error) {
    throw new CommandError("the lock file cannot be written", [{ where: shown, reason: messageOf(error) }]);
  }
}
