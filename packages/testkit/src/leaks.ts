/** Looks for secrets in what a provider sends. */
export interface LeakWatch {
  /** The name of the secret that stands in this, in whatever form; `undefined` for none. */
  find(what: string | Uint8Array): string | undefined;
  /** As `find`, for bytes that come in pieces: a secret may lie across two. */
  stream(): (piece: Uint8Array) => string | undefined;
}

/** What is said of a secret that was found. */
export function leakMessage(secret: string, where: string): string {
  return `the secret ${secret} stands in ${where}; it must never leave the plugin`;
}

/** Shorter values stand in texts by chance. */
const shortest = 6;

/** @param secrets Values by their names. */
export function leakWatch(secrets: ReadonlyMap<string, string>): LeakWatch {
  const forms = [...secrets].flatMap(([name, value]) =>
    value.length < shortest ? [] : formsOf(value).map((form) => ({ name, form })),
  );
  const longest = Math.max(0, ...forms.map(({ form }) => form.length));
  const find = (text: string) => forms.find(({ form }) => text.includes(form))?.name;
  return {
    find: (what) => (forms.length === 0 ? undefined : find(bytesAsText(what))),
    stream() {
      let rest = "";
      return (piece) => {
        if (forms.length === 0) return undefined;
        const text = rest + bytesAsText(piece);
        rest = text.slice(-longest);
        const found = find(text);
        // What was found is not to be found again with the next piece.
        if (found !== undefined) rest = "";
        return found;
      };
    },
  };
}

/** One character for each byte: no piece can be cut within a character. */
const bytesAsText = (what: string | Uint8Array): string => Buffer.from(what).toString("latin1");

/** How a value may be written: as it is, in JSON, percent-encoded, in hexadecimal, in base64 at any place of a longer text. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    bytes.toString("hex"),
    ...[0, 1, 2].flatMap((offset) => {
      // The characters that depend on nothing but the value.
      const padded = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString("base64")
        .replace(/=+$/, "");
      const inner = padded.slice(offset === 0 ? 0 : offset + 1, bytes.length % 3 === (3 - offset) % 3 ? undefined : -1);
      return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
    }),
  ];
  return [...new Set(forms.map((form) => bytesAsText(form)))];
}
