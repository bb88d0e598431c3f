/** A release in a changelog: a `## ` heading and what stands below it. */
export interface Release {
  /** As the heading says it: `Unreleased`, `1.2.0`. */
  readonly version: string;
  /** As in `2026-11-30`; `undefined` where the heading has none. */
  readonly date: string | undefined;
  readonly changes: readonly Change[];
}

/** An item of a release and the `### ` heading above it, such as `Added`. */
export interface Change {
  readonly kind: string;
  readonly text: string;
}

const unreleased = "Unreleased";

/** Reads a changelog in the form of keepachangelog.com, in the order of its headings. */
export function parseChangelog(text: string): Release[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [heading = "", ...lines] = section.split("\n");
    const [, version = "", date] = /^\[?([^\]\s]+)\]?(?: - (\S+))?/.exec(heading) ?? [];
    return { version, date, changes: changesIn(lines) };
  });
}

/** The release with this version, whatever its case. Without a version: what is not released yet, else the newest. */
export function findRelease(releases: readonly Release[], version: string | undefined): Release | undefined {
  const named = (name: string) => releases.find((release) => release.version.toLowerCase() === name.toLowerCase());
  return version === undefined ? (named(unreleased) ?? releases[0]) : named(version);
}

/** The changelog once the unreleased changes are a release; `undefined` when there are none. */
export function releaseNotes(text: string, version: string, date: string): string | undefined {
  const next = parseChangelog(text).find((release) => release.version === unreleased);
  if (next === undefined || next.changes.length === 0) return undefined;
  return text.replace(/^## \[?Unreleased\]?.*$/m, `## ${unreleased}\n\n## ${version} - ${date}`);
}

function changesIn(lines: readonly string[]): Change[] {
  const changes: { kind: string; text: string }[] = [];
  let kind = "";
  for (const line of lines) {
    if (line.startsWith("### ")) kind = line.slice(4).trim();
    else if (/^[-*] /.test(line)) changes.push({ kind, text: line.slice(2).trim() });
    else continued(changes.at(-1), line);
  }
  return changes;
}

/** An indented line goes on with the item above it. */
function continued(change: { text: string } | undefined, line: string): void {
  if (change !== undefined && /^\s+\S/.test(line)) change.text += ` ${line.trim()}`;
}
