import { show } from "../operation/derived.js";
import { longestName } from "../operation/names.js";
import type { Fault } from "../schema/fault.js";

/** What a plugin answers to Describe; the kernel compares it with the lock file. */
export interface Identity {
  /** The provider's name in `agent.hcl`: an identifier there, so it begins with a letter. */
  readonly name: string;
  /** A semantic version without a leading `v`, as in `1.4.0`. */
  readonly version: string;
  /** Where the plugin is published: `github.com/…` or `gitlab.com/…`, without a scheme. */
  readonly source: string;
}

// The expression that semver.org suggests, without its groups.
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

const forge = /^(?:github|gitlab)\.com(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){2,}$/;

/** Checks a plugin's name, version and source. Faults carry the field as their path. */
export function identityFaults(name: unknown, version: unknown, source: unknown): Fault[] {
  const faults: Fault[] = [];
  const check = (
    field: keyof Identity,
    value: unknown,
    legal: (text: string) => boolean,
    hint: (text: string) => string,
  ) => {
    if (typeof value !== "string") {
      faults.push({ path: field, reason: value === undefined ? "is missing" : `is ${show(value)}`, hint: hint("") });
    } else if (!legal(value)) {
      faults.push({ path: field, reason: `${show(value)} is not allowed`, hint: hint(value) });
    }
  };
  check("name", name, (text) => text.length <= longestName && /^[A-Za-z][A-Za-z0-9_-]*$/.test(text), nameHint);
  check("version", version, (text) => semver.test(text), versionHint);
  check("source", source, (text) => forge.test(text), sourceHint);
  return faults;
}

function nameHint(): string {
  return `a letter, then up to ${longestName - 1} of A-Z a-z 0-9 _ -, as in "filesystem"`;
}

function versionHint(text: string): string {
  const bare = text.replace(/^[v=\s]+/, "");
  return `write ${semver.test(bare) ? show(bare) : 'a semantic version, such as "1.0.0"'}`;
}

function sourceHint(text: string): string {
  const bare = text
    .replace(/^[a-z]+:\/\//, "")
    .replace(/^www\./, "")
    .replace(/(?:\.git)?\/*$/, "");
  return `write ${forge.test(bare) ? show(bare) : 'the address at its forge, such as "github.com/acme/plugin"'}`;
}
