import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { expectNoMutation, printed, startKernel, type TestKernel } from "@plugwright/testkit";
import { changelogCommand } from "../src/changelog-command.js";
import { plugin } from "../src/plugin.js";
import { releaseCommand } from "../src/release-command.js";

let kernel: TestKernel;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "release-tools-"));
  await writeFile(
    join(directory, "package.json"),
    '{\n    "name": "x",\n    "version": "1.2.3",\n    "private": true\n}\n',
  );
  await writeFile(join(directory, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n### Added\n\n- a thing\n");
  kernel = await startKernel({
    providers: [
      { plugin, category: "tool" },
      { plugin, category: "slashcommand" },
    ],
    workingDirectory: directory,
  });
});
afterEach(async () => {
  await kernel.close();
  await rm(directory, { recursive: true });
});

const read = (name: string) => readFile(join(directory, name), "utf8");

describe("/changelog", () => {
  test("says what it does as it goes, then answers the release", async () => {
    const report = await expectNoMutation({ directories: [directory] }, () => kernel.command(changelogCommand, {}));
    expect(printed(report)).toBe(`reading ${directory}/CHANGELOG.md\nfound Unreleased\nAdded: a thing\n`);
    expect(report.result).toEqual({ version: "Unreleased", changes: [{ kind: "Added", text: "a thing" }] });
  });

  test("names the releases there are when the one asked for is not among them", async () => {
    expect((await kernel.command(changelogCommand, "9.9.9")).error).toMatchObject({
      category: "not_found",
      message: "CHANGELOG.md has no release 9.9.9; it has: Unreleased",
    });
  });
});

describe("/release", () => {
  test("shows both files' changes before it makes them", async () => {
    const tree = await kernel.preview(releaseCommand, { bump: "minor" });
    const node = tree?.root?.node;
    const nodes = node?.case === "group" ? node.value.children.map((child) => child.node.case) : [];
    expect(nodes).toEqual(["text", "diff", "text", "diff"]);
    expect(await read("package.json")).toContain('"1.2.3"');
  });

  test("raises the version and gives the changes a heading", async () => {
    expect((await kernel.command(releaseCommand, "minor")).result).toMatchObject({
      version: "1.3.0",
      files: ["package.json", "CHANGELOG.md"],
      written: true,
    });
    expect(await read("package.json")).toBe('{\n    "name": "x",\n    "version": "1.3.0",\n    "private": true\n}\n');
    expect(await read("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 1\.3\.0 - \d{4}-\d\d-\d\d\n\n### Added\n/,
    );
    expect((await kernel.command(releaseCommand, "minor")).error?.message).toBe(
      'nothing to release: CHANGELOG.md lists no change under "## Unreleased"',
    );
  });

  test("writes nothing in a dry run", async () => {
    const { result } = await kernel.command(releaseCommand, "patch --dry_run");
    expect(result).toMatchObject({ version: "1.2.4", written: false });
    expect(await read("package.json")).toContain('"1.2.3"');
  });

  test("refuses what is no bump, by name", async () => {
    expect((await kernel.command("release", { bump: "huge" }, { unchecked: true })).error).toMatchObject({
      category: "invalid_arguments",
      message: 'bump: expected one of "major", "minor", "patch", got "huge"',
    });
  });
});

test("the prompt is told where the kernel looks for prompts", () => {
  expect(kernel.tools).toEqual([]);
  expect(kernel.prompts).toMatchObject([{ name: "announce" }]);
});
