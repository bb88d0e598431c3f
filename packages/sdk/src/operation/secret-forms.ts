/** A text in which a secret would still be readable. */
export interface SecretForm {
  readonly name: string;
  readonly text: string;
}

/** The secret as it is, inside JSON text, in base64 (at any alignment) and percent-encoded. */
export function secretForms(secret: { readonly name: string; readonly value: string }): readonly SecretForm[] {
  const percent = percentEncoded(secret.value);
  const texts = [
    secret.value,
    JSON.stringify(secret.value).slice(1, -1),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
    percent.replaceAll("%20", "+"),
    ...base64Forms(secret.value),
  ];
  return [...new Set(texts)].map((text) => ({ name: secret.name, text }));
}

function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no percent-encoding, and cannot have come over the wire either.
    return value;
  }
}

/**
 * In base64 the same bytes look different at each of three alignments. The first and last characters
 * may mix in neighbouring bytes: only what the secret alone decides is looked for.
 */
function base64Forms(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  return [0, 1, 2].flatMap((offset) => {
    const shifted = base64([...new Uint8Array(offset), ...bytes]);
    const certain = shifted.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [certain, certain.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function base64(bytes: readonly number[]): string {
  return btoa(String.fromCharCode(...bytes));
}
