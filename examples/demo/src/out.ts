/** No line of the demo is longer. */
export const width = 80;

const codes = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;

/** A piece of a line, in a style where colour is wanted. */
export type Part = string | { readonly text: string; readonly style: keyof typeof codes };

/** Writes lines of at most {@link width} characters. */
export interface Out {
  line(...parts: readonly Part[]): void;
}

export const bold = (text: string): Part => ({ text, style: "bold" });
export const dim = (text: string): Part => ({ text, style: "dim" });
export const red = (text: string): Part => ({ text, style: "red" });
export const green = (text: string): Part => ({ text, style: "green" });
export const cyan = (text: string): Part => ({ text, style: "cyan" });

/** @param colour Whether styles are shown; without it, nothing but the text is written. */
export function createOut(write: (text: string) => void, colour: boolean): Out {
  const paint = (part: Part): string => {
    if (typeof part === "string") return part;
    return colour ? `\u001b[${codes[part.style]}m${part.text}\u001b[0m` : part.text;
  };
  return { line: (...parts) => write(`${cut(parts).map(paint).join("").trimEnd()}\n`) };
}

/** The parts as far as they fit, with an ellipsis where something was cut, and without control characters. */
function cut(parts: readonly Part[]): Part[] {
  const plain = parts.map((part) => mapText(part, (text) => text.replace(/\p{Cc}/gu, " ")));
  const length = plain.reduce((sum, part) => sum + [...textOf(part)].length, 0);
  let room = length > width ? width - 1 : width;
  const fitting = plain.map((part) =>
    mapText(part, (text) => {
      const kept = [...text].slice(0, room);
      room -= kept.length;
      return kept.join("");
    }),
  );
  return length > width ? [...fitting, "…"] : fitting;
}

const textOf = (part: Part): string => (typeof part === "string" ? part : part.text);

function mapText(part: Part, change: (text: string) => string): Part {
  return typeof part === "string" ? change(part) : { ...part, text: change(part.text) };
}
