import { describe, expect, test } from "@jest/globals";
import { findRelease, parseChangelog, releaseNotes } from "../src/changelog.js";
import { nextVersion } from "../src/next-version.js";

const text = `# Changelog

## Unreleased

### Added

- a thing
  that takes two lines
- another

## [1.0.0] - 2026-01-31

### Fixed

* a fault
`;

describe("parseChangelog", () => {
  test("reads releases and their changes", () => {
    expect(parseChangelog(text)).toEqual([
      {
        version: "Unreleased",
        date: undefined,
        changes: [
          { kind: "Added", text: "a thing that takes two lines" },
          { kind: "Added", text: "another" },
        ],
      },
      { version: "1.0.0", date: "2026-01-31", changes: [{ kind: "Fixed", text: "a fault" }] },
    ]);
  });

  test("finds nothing where there are no releases", () => {
    expect(parseChangelog("# Changelog\n")).toEqual([]);
  });
});

test("findRelease takes what is unreleased, or else the newest, when no version is named", () => {
  const releases = parseChangelog(text);
  expect(findRelease(releases, undefined)?.version).toBe("Unreleased");
  expect(findRelease(releases.slice(1), undefined)?.version).toBe("1.0.0");
  expect(findRelease(releases, "unreleased")?.version).toBe("Unreleased");
  expect(findRelease(releases, "2.0.0")).toBeUndefined();
});

describe("releaseNotes", () => {
  test("puts a heading above the unreleased changes", () => {
    expect(releaseNotes(text, "1.1.0", "2026-02-01")).toContain(
      "## Unreleased\n\n## 1.1.0 - 2026-02-01\n\n### Added\n\n- a thing\n",
    );
  });

  test("has nothing to give where there are none", () => {
    expect(releaseNotes("## Unreleased\n\n## 1.0.0\n- a\n", "1.1.0", "2026-02-01")).toBeUndefined();
  });
});

const bumps = [
  ["major", "2.0.0"],
  ["minor", "1.3.0"],
  ["patch", "1.2.4"],
] as const;
for (const [bump, next] of bumps) {
  test(`the next ${bump} version after 1.2.3 is ${next}`, () => {
    expect(nextVersion("1.2.3", bump)).toBe(next);
  });
}

test("a version that is not plain is not raised", () => {
  expect(() => nextVersion("1.0.0-rc.1", "patch")).toThrow("set it by hand first");
});
