import { describe, expect, test } from "@jest/globals";
import { verifies } from "../../test/verifies.js";
import { type Named, nameFault, nameWarning } from "./names.js";

describe("names", () => {
  test.each([
    "read",
    "read_file",
    "a",
    "Read",
    "read-file",
    "7zip",
    "__proto__",
    "toString",
    "constructor",
    "x".repeat(64),
  ])("%s is legal", (name) => {
    expect(nameFault("tool", name)).toBeUndefined();
  });

  const characters = "the name has characters other than A-Z a-z 0-9 _ -";
  test.each<[what: Named, name: unknown, reason: string, hint: string]>([
    ["tool", "", "the name is empty", "1 to 64 of A-Z a-z 0-9 _ -"],
    ["tool", "read file", characters, 'write for example "read_file"'],
    ["tool", "a.b", characters, 'write for example "a_b"'],
    ["tool", "fs/read", characters, 'write for example "fs_read"'],
    ["tool", "/read", characters, 'write for example "read"'],
    ["tool", "чтение", characters, 'write for example "my_tool"'],
    ["tool", "read\n", characters, 'write for example "read"'],
    ["tool", "x".repeat(65), "the name has 65 characters", "at most 64"],
    ["tool", undefined, "the name is no string", 'write for example "my_tool"'],
    ["command", "/review", "the name begins with a slash", 'write "review": whoever types it adds the slash'],
    ["prompt", "/review", "the name begins with a slash", 'write "review": whoever types it adds the slash'],
  ])("%s %j is refused", (what, name, reason, hint) => {
    expect(nameFault(what, name)).toEqual({ path: "", reason, hint });
  });

  test("a command's name has no slash", () => {
    verifies("CMD-01");
    expect(nameFault("command", "/review")).toBeDefined();
    expect(nameFault("command", "re/view")).toBeDefined();
  });

  test.each<[what: Named, name: string, warning: string | undefined]>([
    ["tool", "read_file2", undefined],
    ["tool", "Read", 'tool "Read": names of tools usually keep to a-z 0-9 _'],
    ["tool", "read-file", 'tool "read-file": names of tools usually keep to a-z 0-9 _'],
    ["command", "release-notes", undefined],
    ["command", "release_notes", 'command "release_notes": names of commands usually keep to a-z 0-9 -'],
    ["prompt", "Todo", 'prompt "Todo": names of prompts usually keep to a-z 0-9 -'],
  ])("style of %s %s", (what, name, warning) => {
    expect(nameWarning(what, name)).toBe(warning);
  });
});
