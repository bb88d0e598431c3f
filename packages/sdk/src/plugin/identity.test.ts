import { describe, expect, test } from "@jest/globals";
import { verifies } from "../../test/verifies.js";
import { identityFaults } from "./identity.js";

const legal = { name: "files", version: "1.0.0", source: "github.com/acme/files" };

function faultsWith(changed: object) {
  const { name, version, source } = { ...legal, ...changed } as Record<string, unknown>;
  return identityFaults(name, version, source).map(({ path, reason, hint }) => `${path}: ${reason}. Hint: ${hint}`);
}

describe("a plugin's identity", () => {
  test.each([
    {},
    { name: "a" },
    { name: "Provider_7-x" },
    { name: "x".repeat(64) },
    { version: "0.0.1" },
    { version: "1.2.3-rc.1+build.5" },
    { source: "gitlab.com/group/sub.group/project" },
    { source: "github.com/acme/plugin.ts" },
  ])("%j is legal", (changed) => {
    expect(faultsWith(changed)).toEqual([]);
  });

  const name = 'a letter, then up to 63 of A-Z a-z 0-9 _ -, as in "filesystem"';
  test.each([
    [{ name: undefined }, `name: is missing. Hint: ${name}`],
    [{ name: "" }, `name: "" is not allowed. Hint: ${name}`],
    [{ name: "7zip" }, `name: "7zip" is not allowed. Hint: ${name}`],
    [{ name: "my files" }, `name: "my files" is not allowed. Hint: ${name}`],
    [{ name: 7 }, `name: is a number. Hint: ${name}`],
    [{ version: undefined }, 'version: is missing. Hint: write a semantic version, such as "1.0.0"'],
    [{ version: "v1.0.0" }, 'version: "v1.0.0" is not allowed. Hint: write "1.0.0"'],
    [{ version: "1.0" }, 'version: "1.0" is not allowed. Hint: write a semantic version, such as "1.0.0"'],
    [{ version: "01.0.0" }, 'version: "01.0.0" is not allowed. Hint: write a semantic version, such as "1.0.0"'],
    [{ version: "latest" }, 'version: "latest" is not allowed. Hint: write a semantic version, such as "1.0.0"'],
    [
      { source: "https://github.com/acme/files.git" },
      'source: "https://github.com/acme/files.git" is not allowed. Hint: write "github.com/acme/files"',
    ],
    [
      { source: "github.com/acme/files/" },
      'source: "github.com/acme/files/" is not allowed. Hint: write "github.com/acme/files"',
    ],
    [
      { source: "github.com/acme" },
      'source: "github.com/acme" is not allowed. Hint: write the address at its forge, such as "github.com/acme/plugin"',
    ],
    [
      { source: "example.com/acme/files" },
      'source: "example.com/acme/files" is not allowed. Hint: write the address at its forge, such as "github.com/acme/plugin"',
    ],
    [
      { source: "github.com/acme/../x" },
      'source: "github.com/acme/../x" is not allowed. Hint: write the address at its forge, such as "github.com/acme/plugin"',
    ],
  ])("%j is refused", (changed, fault) => {
    verifies("RUN-29");
    expect(faultsWith(changed)).toEqual([fault]);
  });
});
