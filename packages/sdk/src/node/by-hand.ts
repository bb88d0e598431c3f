import { isPluginDefinitionError } from "../plugin/faults.js";
import { helpText, serveCommand } from "./command-line.js";
import { createHosting } from "./hosting.js";
import { type ListenOptions, listenTo } from "./listen.js";
import type { Load } from "./load.js";
import { type ListenLimits, messageLimit } from "./message-limit.js";

/** How long other calls may still run after an exception that nobody caught, in milliseconds. */
const lastCalls = 2000;

/** Serves a plugin to whoever its command line says, or tells how to call it. */
export function serveByHand(load: Load, args: readonly string[], limits?: ListenLimits): void {
  const command = serveCommand(args);
  switch (command.do) {
    case "listen":
      void listenUntilTold(load, { ...command.options, limits }).catch((error: unknown) => exit(1, sentence(error)));
      return;
    case "help":
      process.stdout.write(helpText);
      return;
    case "refuse":
      exit(1, `${command.why}\n\n${helpText}`);
  }
}

async function listenUntilTold(load: Load, options: ListenOptions): Promise<void> {
  const hosting = createHosting(load, {
    strays: "all",
    messageLimit: messageLimit(options),
    onException(runtime) {
      const leave = () => exit(1, "the plugin ends: an exception was not caught");
      setTimeout(leave, lastCalls);
      // Closed in order, so that the last events reach their readers.
      void runtime
        ?.drain(lastCalls)
        .then(() => close())
        .then(leave);
    },
  });
  const { url, token, close } = await listenTo(hosting, options);
  const end = () => void close().finally(() => exit(0));
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  process.stdout.write(startLines(url, token));
  // Loaded now rather than at the first call: who started it by hand wants to hear of a mistake at once.
  await hosting.runtime().catch((error: unknown) => exit(1, loadFailure(error)));
}

function startLines(url: string, token: string | undefined): string {
  if (token === undefined) return `listening on ${url}, without a token\n`;
  return `listening on ${url}\nsend this header: authorization: Bearer ${token}\n`;
}

/** Ends the process once the text is written, and within half a second if nobody takes it. */
function exit(code: number, text = ""): void {
  process.exitCode = code;
  const leave = () => process.exit();
  setTimeout(leave, 500);
  if (text === "") leave();
  else process.stderr.write(`${text.trimEnd()}\n`, leave);
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** With the stack, which leads into the author's module; but where definePlugin was called is of no interest. */
function loadFailure(error: unknown): string {
  return error instanceof Error && !isPluginDefinitionError(error) ? (error.stack ?? error.message) : sentence(error);
}
