import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConnectError } from "@connectrpc/connect";
import type { JsonObject } from "@plugwright/sdk";
import type { BinarySource, CallOptions, LogRecord, TestKernel } from "@plugwright/testkit";
import type { Arguments, Command, Io } from "../command.js";
import { configOf, type Described, describePlugin } from "../describe/describe.js";
import { type Offered, operationsOf, titleOf } from "../describe/offered.js";
import { durationOf } from "../duration.js";
import { configBlock } from "../kernel/config.js";
import { loadInto } from "../kernel/load.js";
import { CommandError, usageError } from "../problem.js";
import { progress } from "../progress.js";
import { runnableArguments, writeRunnable } from "../source/runnable.js";
import { findFile, sourceFile } from "../source/source-file.js";
import { unlessStopped } from "../stop.js";
import { hintFor } from "../suggest.js";
import { temporaryFolder } from "../temporary-folder.js";
import { logLine } from "../text.js";
import { answerer } from "./answer.js";
import { jsonArguments, namedArguments } from "./arguments.js";
import { makeCall } from "./call.js";
import { jsonPrinter, textPrinter } from "./event-printer.js";
import { exitCodeOf, exitCodesText } from "./exit-code.js";
import { treeLines } from "./tree-text.js";

/** `plugwright invoke` */
export const invokeCommand: Command = {
  name: "invoke",
  about: `Makes one call of a plugin under the test kernel, and prints its events as they come. The plugin runs as a process of
its own, as under a kernel. Control-C cancels the call.
OPERATION is a tool, or a slash command with the text that a person types: "/release minor". The arguments of a tool are
given by --arg, or as one object of JSON: by --args, or on stdin with - after the OPERATION.

Exits with 0 after a result, 1 if there was no call, 2 if this was called wrongly; else with the class of the failure:
${exitCodesText}.`,
  positionals: { usage: "OPERATION [-]", most: 2 },
  endsItself: true,
  options: [
    { name: "plugin", value: "FILE", help: "the plugin's source or an executable (src/plugin.ts, else src/main.ts)" },
    { name: "arg", value: "NAME=VALUE", help: "an argument; may be repeated, for a list with the same name" },
    { name: "args", value: "JSON", help: "all arguments" },
    { name: "config", value: "NAME=VALUE", help: "configures the plugin; may be repeated; env:NAME takes a variable" },
    { name: "preview", help: "show what the call would do, and do not make it" },
    { name: "cancel-after", value: "DURATION", help: "cancel the call after this time, as in 500ms or 2s" },
    { name: "timeout", value: "DURATION", help: "what the call may take, in place of its own timeout" },
    { name: "dir", value: "DIR", help: "the call's working directory (the current one)" },
    { name: "answer", value: "TEXT", empty: true, help: "answers an interactive operation; else you are asked" },
    { name: "conditions", value: "NAME", help: "take what a package exports under this condition; may be repeated" },
    { name: "json", help: "print each event as JSON in a line, and a last line on how the call ended" },
  ],
  async run(args, io) {
    const [wanted, dash] = args.positionals;
    if (wanted === undefined) throw usageError("no operation is named", "write plugwright invoke OPERATION");
    if (dash !== undefined && dash !== "-")
      throw usageError(`${dash} is one argument too many`, "quote a command with its text");
    const conditions = args.values("conditions");
    const workingDirectory = directoryOf(io.cwd, args.value("dir") ?? ".");
    // Until there is a call that could be cancelled.
    const stoppable = <T>(work: Promise<T>): Promise<T> => unlessStopped(work, io.stop);
    const file = await findFile(io.cwd, args.value("plugin"));
    const describing = describePlugin(file, { cwd: io.cwd, conditions, print: io.err });
    const plugin = await progress(io, "loading", stoppable(describing));
    const { operation, text } = findOperation(plugin, wanted);
    const callArgs = await stoppable(argumentsOf(args, io, operation, text, dash));
    const answer = answerer(operation, args.value("answer"), io);
    const signal = signalOf(durationOf("cancel-after", args.value("cancel-after")), io);
    const options: CallOptions = { timeoutMs: durationOf("timeout", args.value("timeout")), signal: signal.signal };
    const config = configBlock(configOf(plugin), args.values("config"));
    const folder = temporaryFolder();
    let kernel: TestKernel | undefined;
    try {
      kernel = await progress(
        io,
        "starting",
        stoppable(
          loadInto({
            providers: [await launchable(file, plugin, operation, { cwd: io.cwd, conditions, folder: folder.path })],
            config: { [plugin.name]: config },
            workingDirectory,
            answer,
            onLog: (entry) => io.err(logLine({ ...entry, fields: ownFields(entry) })),
          }),
        ),
      );
      if (args.has("preview")) return await showPreview(kernel, operation, callArgs, args, io);
      signal.start();
      const printer = args.has("json") ? jsonPrinter(io.out) : textPrinter(io.out);
      const report = await makeCall(kernel, { operation, args: callArgs, options }, printer);
      const { violations, notChecked, attempts, waited, ran } = report;
      const exitCode = exitCodeOf(report);
      for (const { rule, message } of violations) io.err(`violation: ${message} [${rule}]\n`);
      if (args.has("json")) {
        const ms = ran === undefined ? undefined : Math.round(ran.to - ran.from);
        io.out(
          `${JSON.stringify({ ended: { exitCode, args: report.args, attempts, waited, ms, violations, notChecked } })}\n`,
        );
      }
      return exitCode;
    } finally {
      signal.end();
      await kernel?.close({ allowViolations: true });
      folder.remove();
    }
  },
};

/** @throws CommandError (wrong usage) unless there is such a folder. */
function directoryOf(cwd: string, given: string): string {
  const path = resolve(cwd, given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw usageError(`--dir ${given} is no folder`, "name one that is there");
}

/** The operation that is meant, and the text after a command's name. */
function findOperation(
  plugin: Described,
  wanted: string,
): { readonly operation: Offered; readonly text: string | undefined } {
  const operations = operationsOf(plugin);
  const [, name = wanted, text] = /^\/(\S+)\s*(.*)$/s.exec(wanted) ?? [];
  const type = wanted.startsWith("/") ? "command" : "tool";
  const operation = operations.find((one) => one.type === type && one.name === name);
  if (operation !== undefined) return { operation, text };
  const titles = operations.map(titleOf);
  const other = operations.find((one) => one.name === name);
  // One of the other kind is meant, whatever else is near.
  const meant = other === undefined ? wanted : titleOf(other);
  throw usageError(
    `${plugin.name} has no ${type} ${titleOf({ type, name })}`,
    hintFor(meant, titles, `it has ${titles.join(", ")}`),
  );
}

async function argumentsOf(
  args: Arguments,
  { input }: Io,
  operation: Offered,
  text: string | undefined,
  dash: string | undefined,
): Promise<JsonObject | string> {
  const ways = [
    ...(args.has("arg") ? ["--arg"] : []),
    ...(args.has("args") ? ["--args"] : []),
    ...(dash === undefined ? [] : ["-"]),
    ...(text === undefined || text === "" ? [] : ["the text after the command's name"]),
  ];
  if (ways.length > 1) throw usageError(`arguments are given by ${ways.join(" and ")}`, "give all of them in one way");
  if (operation.input !== undefined && args.has("arg")) return namedArguments(operation.input, args.values("arg"));
  const json = args.value("args");
  if (json !== undefined) return jsonArguments("--args", json);
  if (dash !== undefined) return jsonArguments("stdin", await input());
  return text ?? {};
}

/** What cancels the call: the time that was told, or whoever tells the program to end. */
function signalOf(afterMs: number | undefined, { stop }: Io) {
  const controller = new AbortController();
  const abort = () => controller.abort("the caller stopped it");
  let timer: NodeJS.Timeout | undefined;
  if (stop.aborted) abort();
  else stop.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    start() {
      if (afterMs !== undefined) timer = setTimeout(() => controller.abort("cancelled by --cancel-after"), afterMs);
    },
    end() {
      clearTimeout(timer);
      stop.removeEventListener("abort", abort);
    },
  };
}

/** How the test kernel starts the plugin. */
async function launchable(
  file: string,
  { read }: Described,
  { type }: Offered,
  {
    cwd,
    conditions,
    folder,
  }: { readonly cwd: string; readonly conditions: readonly string[]; readonly folder: string },
): Promise<BinarySource> {
  const category = type === "command" ? "slashcommand" : "tool";
  if (read === undefined) return { binary: file, category };
  const bundle = await writeRunnable({ source: sourceFile(file), cwd, conditions }, read, category, folder);
  return { binary: process.execPath, args: runnableArguments(bundle), category };
}

async function showPreview(
  kernel: TestKernel,
  { name }: Offered,
  callArgs: JsonObject | string,
  args: Arguments,
  { out }: Io,
): Promise<undefined> {
  if (typeof callArgs === "string" && callArgs !== "") {
    throw usageError("--preview takes the arguments of a command by name", "give them by --arg or --args");
  }
  const shown = typeof callArgs === "string" ? {} : callArgs;
  try {
    const tree = await kernel.preview(name, shown);
    out(
      args.has("json")
        ? `${JSON.stringify({ preview: treeLines(tree?.root) })}\n`
        : `${treeLines(tree?.root).join("\n")}\n`,
    );
  } catch (error) {
    const { rawMessage } = ConnectError.from(error);
    throw new CommandError("there is no preview", [{ where: name, reason: rawMessage }]);
  }
  return undefined;
}

/** Without the ids of the call, of which there is one. */
function ownFields({ fields }: LogRecord): object {
  const { call_id: _call, session_id: _session, turn_id: _turn, operation: _operation, ...own } = fields;
  return own;
}
