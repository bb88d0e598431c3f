import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { type PreviewCall, ToolError } from "@plugwright/sdk";
import type { Config } from "./config.js";

/**
 * The file or directory that a caller's path means, if it may be touched: with its links followed it lies below a
 * configured root, or below the working directory when none is configured. The path returned is free of links, so
 * that what was checked is what is used. It need not exist.
 *
 * This keeps an honest model within bounds. It is no sandbox: a program that swaps a directory for a link between the
 * check and the use gets past it.
 *
 * @throws ToolError `permission_denied` when it lies elsewhere.
 */
export async function allowedPath(path: string, call: PreviewCall<Config>): Promise<string> {
  const roots = await rootsOf(call);
  const real = await followLinks(call.resolvePath(path));
  if (roots.some((root) => isWithin(root, real))) return real;
  throw new ToolError("permission_denied", `${path} lies outside of what may be touched: ${roots.join(", ")}`);
}

/** Whether a path is the directory or lies below it. Both are absolute. */
export function isWithin(directory: string, path: string): boolean {
  const rest = relative(directory, path);
  return rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

/** Whether a file system call failed because there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function rootsOf({ config, workingDirectory, resolvePath }: PreviewCall<Config>): Promise<string[]> {
  const roots = config.roots ?? (workingDirectory === undefined ? [] : [workingDirectory]);
  if (roots.length > 0) return Promise.all(roots.map((root) => followLinks(resolvePath(root))));
  throw new ToolError(
    "permission_denied",
    "nothing may be touched: no roots are configured and the call has no working directory",
  );
}

async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A link to nowhere would be followed by whoever creates the file, out of the roots perhaps.
    if (await isLink(path)) throw new ToolError("permission_denied", `${path} is a link that leads nowhere`);
    return join(await followLinks(dirname(path)), basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
