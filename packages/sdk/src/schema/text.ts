/** Cuts a text to at most `limit` UTF-16 units, the ellipsis included. A surrogate pair is never split. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1);
  return `${endsInHighSurrogate(head) ? head.slice(0, -1) : head}…`;
}

/** `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Puts a text on one line. */
export function oneLine(text: string): string {
  return /[^\S ]/u.test(text) ? text.replace(/\s+/gu, " ").trim() : text;
}

/** Whether the text holds no lone surrogate, which UTF-8 cannot carry. */
export function isWellFormed(text: string): boolean {
  return !hasSurrogates(text) || !/\p{Surrogate}/u.test(text);
}

/** The text with lone surrogates replaced by U+FFFD, as an encoder would do silently. */
export function wellFormed(text: string): string {
  return hasSurrogates(text) ? text.replace(/\p{Surrogate}/gu, "\uFFFD") : text;
}

// Pairs included. A fraction of the cost of the exact test, and enough for nearly every text.
function hasSurrogates(text: string): boolean {
  return /[\uD800-\uDFFF]/.test(text);
}

function endsInHighSurrogate(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
