import { counted } from "./text.js";

/** zod's string formats by their names, as read by a model: "email address" in a description, "an email address" in an error. */
const names: ReadonlyMap<string, string> = new Map([
  ["email", "email address"],
  ["url", "URL"],
  ["uuid", "UUID"],
  ["guid", "UUID"],
  ["datetime", "ISO 8601 date-time"],
  ["date", "ISO 8601 date"],
  ["time", "ISO 8601 time"],
  ["duration", "ISO 8601 duration"],
  ["ip", "IP address"],
  ["ipv4", "IPv4 address"],
  ["ipv6", "IPv6 address"],
  ["cidr", "IP range in CIDR notation"],
  ["cidrv4", "IPv4 range in CIDR notation"],
  ["cidrv6", "IPv6 range in CIDR notation"],
  ["mac", "MAC address"],
  ["hostname", "host name"],
  ["base64", "base64 text"],
  ["base64url", "base64url text"],
  ["hex", "hexadecimal text"],
  ["json_string", "JSON text"],
  ["e164", "phone number in E.164 form"],
  ["jwt", "JSON Web Token"],
  ["emoji", "emoji"],
  ["nanoid", "Nano ID"],
  ["cuid", "CUID"],
  ["cuid2", "CUID2"],
  ["ulid", "ULID"],
  ["xid", "XID"],
  ["ksuid", "KSUID"],
  ["credit_card", "credit card number"],
  ["iban", "IBAN"],
  ["lowercase", "lower case"],
  ["uppercase", "upper case"],
]);

/** What distinguishes a string check beyond its format's name; the keys are zod's, in definitions and issues alike. */
export interface FormatDetails {
  readonly pattern: string | undefined;
  readonly prefix: string | undefined;
  readonly suffix: string | undefined;
  readonly includes: string | undefined;
}

/** A string format in a description: "email address", "matches /^a/i", "starts with x". */
export function formatFold(format: string, details: FormatDetails): string {
  if (details.prefix !== undefined) return `starts with ${details.prefix}`;
  if (details.suffix !== undefined) return `ends with ${details.suffix}`;
  if (details.includes !== undefined) return `contains ${details.includes}`;
  const name = names.get(format);
  if (name !== undefined) return name;
  if (isPattern(format) && details.pattern !== undefined) return `matches ${details.pattern}`;
  return `${format} format`;
}

/** A string format in an error: "an email address", "a string that matches /^a/i". */
export function formatExpected(format: string, details: FormatDetails): string {
  const fold = formatFold(format, details);
  if (format === "lowercase" || format === "uppercase") return `a string in ${fold}`;
  if (names.has(format)) return `${/^(?:[aei]|x)/iu.test(fold) ? "an" : "a"} ${fold}`;
  return fold.endsWith(" format") ? `a string in ${fold}` : `a string that ${fold}`;
}

/** "1 to 5 characters", "at least 1 item", "exactly 2 items". `undefined` without bounds. */
export function lengthRange(min: number | undefined, max: number | undefined, noun: string): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined) {
    return min === max ? `exactly ${counted(min, noun)}` : `${min} to ${counted(max, noun)}`;
  }
  return min === undefined ? `at most ${counted(max ?? 0, noun)}` : `at least ${counted(min, noun)}`;
}

/** One end of a numeric range. */
export interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

/** "1 to 9", "more than 0, less than 1", "at least 1". `undefined` without bounds. */
export function numberRange(min: Bound | undefined, max: Bound | undefined): string | undefined {
  if (min?.inclusive === true && max?.inclusive === true) return `${min.value} to ${max.value}`;
  const parts: string[] = [];
  if (min !== undefined) parts.push(`${min.inclusive ? "at least" : "more than"} ${min.value}`);
  if (max !== undefined) parts.push(`${max.inclusive ? "at most" : "less than"} ${max.value}`);
  return parts.length === 0 ? undefined : parts.join(", ");
}

function isPattern(format: string): boolean {
  return format === "regex" || format === "template_literal";
}
