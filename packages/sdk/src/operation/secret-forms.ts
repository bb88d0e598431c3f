/** A text in which a secret would still be readable. */
export interface SecretForm {
  readonly name: string;
  readonly text: string;
}

/** The secret as it is, inside JSON text, in base64 (at any alignment) and percent-encoded. */
export function secretForms(secret: { readonly name: string; readonly value: string }): readonly SecretForm[] {
  const texts = [
    secret.value,
    JSON.stringify(secret.value).slice(1, -1),
    ...percentForms(secret.value),
    ...base64Forms(secret.value),
  ];
  return [...new Set(texts)].map((text) => ({ name: secret.name, text }));
}

/** Encoders differ in what they leave alone, in how they write a space, and in the case of their digits. */
function percentForms(value: string): readonly string[] {
  const lenient = percentEncoded(value);
  const strict = lenient.replace(/[!'()*~]/g, (left) => `%${left.charCodeAt(0).toString(16).toUpperCase()}`);
  const formEncoded = strict.replaceAll("%2A", "*");
  return [lenient, strict, formEncoded]
    .flatMap((form) => [form, form.replaceAll("%20", "+")])
    .flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())]);
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
    const shifted = base64(offset, bytes);
    const certain = shifted.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [certain, certain.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function base64(offset: number, bytes: Uint8Array): string {
  let text = "\0".repeat(offset);
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
