/** How many of them are shown. */
const most = 120;

/** Bytes as somebody who looks for a stray `console.log` wants to see them: as text, and what they are. */
export function bytesText(bytes: Buffer): string {
  const shown = bytes.subarray(0, most);
  const more = bytes.length > most ? ` and ${bytes.length - most} more` : "";
  const hex = [...shown.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return `${bytes.length} bytes: ${JSON.stringify(shown.toString())}${more} (${hex}${bytes.length > 16 ? " ..." : ""})`;
}
