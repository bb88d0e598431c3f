import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FindPackage, PackageInfo } from "./packages.js";

/** The legal notices of a built file. */
export interface Notices {
  readonly text: string;
  /** What a package leaves open, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Gathers the licences of all packages that a built file contains.
 * @param files what it contains, as absolute paths
 * @param comments what stood in comments that are marked as legal, as the bundler has written them down
 */
export function noticesOf(
  name: string,
  files: readonly string[],
  { project, find, comments }: { readonly project: string; readonly find: FindPackage; readonly comments: string },
): Notices {
  const packages = new Map<string, PackageInfo>();
  for (const file of files) {
    const found = find(file);
    // The author's own package is the author's to license.
    if (found !== undefined && found.folder !== project) packages.set(`${found.name} ${found.version}`, found);
  }
  const byText = new Map<string, string[]>();
  const warnings: string[] = [];
  for (const [title, info] of [...packages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const texts = licenseTexts(info);
    if (texts === "" && info.license === undefined) warnings.push(`${title} does not say under which licence it is`);
    const text = texts === "" ? "The package has no file with its licence.\n" : texts;
    byText.set(text, [...(byText.get(text) ?? []), `${title}${info.license === undefined ? "" : `: ${info.license}`}`]);
  }
  const parts = [...byText].map(([text, titles]) => `${titles.join("\n")}\n\n${text}`);
  const head = `${name} contains these packages, each under its licence.\n`;
  return { text: [head, ...parts, ...(comments === "" ? [] : [comments])].join(`\n${"=".repeat(80)}\n\n`), warnings };
}

function licenseTexts({ folder }: PackageInfo): string {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i.test(name));
  return names
    .sort()
    .map((name) => `${readFileSync(join(folder, name), "utf8").replace(/\r\n/g, "\n").trim()}\n`)
    .join("\n");
}
