import { Buffer } from "node:buffer";

/** The levels of hclog, the logger that go-plugin hosts use. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** One entry of a log. */
export interface HclogEntry {
  readonly level: LogLevel;
  readonly message: string;
  /** Now, unless given. */
  readonly time?: Date | undefined;
  /** What the host is to print after the message. What JSON cannot express is written as a text, undefined not at all. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A host reads lines of at most 64 KiB; a longer one arrives in pieces that it cannot parse. */
const mostBytes = 64 * 1024 - 1;
const mostFieldBytes = 1024;

/**
 * An entry as one line of stderr, its newline included, that a go-plugin host logs at the right level. No entry makes a
 * line that is longer than the host reads, that it cannot parse, or that ends the host: one with an `@message` that is
 * no string would. Fields that are too long are left out, and the message is cut, with a remark in their place.
 */
export function hclogLine({ level, message, time = new Date(), fields = {} }: HclogEntry): string {
  const text = String(message);
  const head = `{"@level":${JSON.stringify(String(level))},"@timestamp":"${timestamp(time)}"`;
  const line = (shown: string, tail: string) => `${head},"@message":${JSON.stringify(shown)}${tail}}\n`;

  const tail = fieldsJson(fields, Number.POSITIVE_INFINITY);
  if (text.length <= mostBytes && tail.length <= mostBytes) {
    const whole = line(text, tail);
    if (Buffer.byteLength(whole) <= mostBytes) return whole;
  }
  const shortTail = fieldsJson(fields, mostFieldBytes);
  const room = Buffer.byteLength(shortTail) <= mostBytes / 2 ? shortTail : "";
  return fitting(text, (shown) => line(shown, room));
}

/** The longest beginning of the text that makes a line of allowed length. */
function fitting(text: string, line: (shown: string) => string): string {
  const fits = (length: number) => Buffer.byteLength(line(cut(text, length))) <= mostBytes;
  // Every character takes a byte or more.
  let low = 0;
  let high = Math.min(text.length, mostBytes);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return line(cut(text, low));
}

function cut(text: string, length: number): string {
  return length >= text.length ? text : `${text.slice(0, length)} … (cut from ${text.length} characters)`;
}

function fieldsJson(fields: Readonly<Record<string, unknown>>, most: number): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const json = toJson(value);
      const shown = json.length <= most ? json : JSON.stringify(`(left out: ${json.length} characters)`);
      // Keys with an @ are hclog's own, and the host relies on their types.
      return `,${JSON.stringify(key.replace(/^@+/, "").slice(0, most))}:${shown}`;
    })
    .join("");
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? JSON.stringify(String(value));
  } catch {
    try {
      return JSON.stringify(String(value));
    } catch {
      return '"(cannot be shown)"';
    }
  }
}

/** hclog's format has six digits after the second; with three the host takes the whole line for plain text. */
function timestamp(time: Date): string {
  const [valid] = [time, new Date()].filter((date) => /^\d{4}-/.test(isoOf(date)));
  return isoOf(valid ?? new Date(0)).replace("Z", "000Z");
}

function isoOf(time: Date): string {
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
}
