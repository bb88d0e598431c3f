import { readFile, stat } from "node:fs/promises";
import { ToolError } from "@plugwright/sdk";
import { isMissing } from "./paths.js";

const mostBytes = 2 * 1024 * 1024;

/**
 * The text of a file.
 * @param shown What the caller calls the file; it stands in the errors.
 * @throws ToolError when it is a directory, too large or no text. System errors, such as that of a missing file, are
 *   left to the SDK, which knows their categories.
 */
export async function readText(path: string, shown: string, signal: AbortSignal): Promise<string> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new ToolError("invalid_arguments", `${shown} is a directory: list it with list_files`);
  // Opening a pipe would wait for its writer, and reading a device might never end.
  if (!stats.isFile()) throw new ToolError("invalid_arguments", `${shown} is no regular file`);
  if (stats.size > mostBytes) {
    throw new ToolError(
      "execution_failed",
      `${shown} has ${stats.size} bytes, more than the ${mostBytes} that are read`,
    );
  }
  const text = decode(await readFile(path, { signal }));
  if (text === undefined)
    throw new ToolError("invalid_arguments", `${shown} is binary: only text in UTF-8 can be read`);
  return text;
}

/** As {@link readText}; the empty text when there is no such file. */
export async function readTextOrNothing(path: string, shown: string, signal: AbortSignal): Promise<string> {
  try {
    return await readText(path, shown, signal);
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

/** Bytes as text, a byte order mark included; `undefined` when they are none. */
export function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
