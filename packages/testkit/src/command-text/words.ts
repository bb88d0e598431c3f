/** A word of a command's text. */
export interface Word {
  readonly text: string;
  /** Where it begins, from 0. */
  readonly at: number;
  /** Whether it is one of a quote alone: what looks like an option then is none. */
  readonly quoted: boolean;
}

/** Where and why a text cannot be read. */
export interface TextFault {
  /** From 0. */
  readonly at: number;
  readonly reason: string;
}

const space = /\s/;
const quotes = ['"', "'"];

/**
 * Splits a text into words. White space separates them. A quote groups where a word begins, or after its `=`; elsewhere it
 * stands for itself, as in `it's`. Before white space, a quote or a backslash, a backslash takes away what that means;
 * before anything else, and within single quotes, it stands for itself.
 */
export function splitWords(text: string): { readonly words: readonly Word[] } | { readonly fault: TextFault } {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    if (space.test(text[at] ?? "")) {
      at++;
      continue;
    }
    const begin = at;
    let word = "";
    while (at < text.length && !space.test(text[at] ?? "")) {
      const char = text[at] ?? "";
      if (quotes.includes(char) && (at === begin || (word.startsWith("--") && word.endsWith("=")))) {
        const group = readGroup(text, at);
        if (group === undefined) return { fault: { at, reason: `the quote ${char} is not closed` } };
        word += group.text;
        at = group.end;
      } else if (isEscape(text, at)) {
        word += text[at + 1];
        at += 2;
      } else {
        word += char;
        at++;
      }
    }
    words.push({ text: word, at: begin, quoted: quotes.includes(text[begin] ?? "") });
  }
  return { words };
}

/** What stands between the quote at this place and the next one like it, and where that ends. */
function readGroup(text: string, from: number): { readonly text: string; readonly end: number } | undefined {
  const quote = text[from];
  let group = "";
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return { text: group, end: at + 1 };
    if (quote === '"' && isEscape(text, at)) at++;
    group += text[at];
  }
  return undefined;
}

function isEscape(text: string, at: number): boolean {
  return text[at] === "\\" && at + 1 < text.length && /[\s"'\\]/.test(text[at + 1] ?? "");
}
