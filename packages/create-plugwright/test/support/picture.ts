import type { Shown } from "./document.js";

const [fontSize, lineHeight, margin] = [14, 20, 16];
/** Of a letter of a monospaced font. */
const letterWidth = fontSize * 0.6;

/** A session as a picture, for whoever looks before they read. The same session makes the same picture. */
export function picture(commands: readonly Shown[]): string {
  const lines = commands.flatMap(({ command, output }) => [
    ...(command === undefined ? [] : [{ kind: "command", text: `$ ${command}` }]),
    ...output
      .replace(/\n+$/, "")
      .split("\n")
      .filter((line, index) => line !== "" || index > 0)
      .map((text) => ({ kind: "output", text })),
  ]);
  const columns = Math.max(...lines.map(({ text }) => text.length));
  const width = Math.ceil(columns * letterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const texts = lines.map(({ kind, text }, index) => {
    const y = margin + index * lineHeight + fontSize;
    const fill = kind === "command" ? "#8bd5ca" : "#cad3f5";
    return text === ""
      ? ""
      : `  <text x="${margin}" y="${y}" fill="${fill}" xml:space="preserve">${escaped(text)}</text>\n`;
  });
  const title = "A terminal session: create, dev, invoke, build";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${width}" height="${height}" rx="8" fill="#24273a"/>
<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${fontSize}">
${texts.join("")}</g>
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
