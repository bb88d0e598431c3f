import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";
import { ToolError } from "../../operation/errors.js";
import { type Command, name } from "./command.js";

/** Why a program could not be started. The system's own word for most of it is ENOENT, whatever is missing. */
export async function startFailure(
  thrown: unknown,
  command: Command,
  environment: Readonly<Record<string, string>>,
): Promise<ToolError> {
  const { file, args, cwd } = command;
  const code = codeOf(thrown);
  const details = { code, program: file };
  if (code === "E2BIG") {
    const bytes = args.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0);
    const message = `${name(file)} cannot be started: its arguments are too long for the system (${bytes} bytes)`;
    return new ToolError("invalid_arguments", message, { details });
  }
  if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") {
    const missing = (await directoryFault(cwd)) ?? (await programFault(command, code, environment));
    return new ToolError(missing.category, missing.message, { details, cause: thrown });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ToolError("execution_failed", `${name(file)} cannot be started: ${message}`, { details, cause: thrown });
}

interface Missing {
  readonly category: "not_found" | "permission_denied";
  readonly message: string;
}

async function directoryFault(cwd: string): Promise<Missing | undefined> {
  const found = await stat(cwd).catch(codeOf);
  if (found === "ENOENT") return notFound(`the working directory ${name(cwd)} does not exist`);
  if (found === "ENOTDIR" || (typeof found !== "string" && !found.isDirectory())) {
    return notFound(`the working directory ${name(cwd)} is not a directory`);
  }
  if (await allowed(cwd, constants.X_OK)) return undefined;
  return { category: "permission_denied", message: `the working directory ${name(cwd)} may not be entered` };
}

async function programFault(
  { file, cwd, shell }: Command,
  code: string,
  environment: Readonly<Record<string, string>>,
): Promise<Missing> {
  if (shell) return notFound("the system's shell cannot be started");
  const places = file.includes("/")
    ? [resolve(cwd, file)]
    : (environment["PATH"] ?? "").split(delimiter).map((folder) => resolve(cwd, folder, file));
  const found = (await Promise.all(places.map((place) => stat(place).catch(codeOf)))).filter(
    (entry) => typeof entry !== "string",
  );
  if (code === "EACCES" && found.length > 0) {
    const why = found.some((entry) => entry.isFile())
      ? "it is not marked as executable, or not for us"
      : "it is no file";
    return { category: "permission_denied", message: `the program ${name(file)} may not be run: ${why}` };
  }
  if (code === "EACCES") {
    return {
      category: "permission_denied",
      message: `the program ${name(file)} may not be reached: permission denied`,
    };
  }
  if (found.length > 0) {
    return notFound(
      `the program ${name(file)} exists, but not what runs it: the interpreter in its first line, or its loader`,
    );
  }
  return notFound(
    file.includes("/") ? `the program ${name(file)} does not exist` : `there is no program ${name(file)} on the PATH`,
  );
}

const notFound = (message: string): Missing => ({ category: "not_found", message });

async function allowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown";
}
