import type { Io } from "../../src/command.js";
import { run } from "../../src/run.js";

/** What a run of the program has left behind. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What the program has around it. */
export interface Around {
  readonly cwd: string;
  /** What comes in on stdin. */
  readonly input?: string | Promise<string>;
  readonly terminal?: boolean;
  readonly ask?: Io["ask"];
  readonly stop?: AbortSignal;
  /** Sees what is printed as it comes. */
  readonly onOut?: (text: string) => void;
}

/** Runs `plugwright` in this process. */
export async function runProgram(
  args: readonly string[],
  { cwd, input = "", terminal = false, ask, stop = new AbortController().signal, onOut }: Around,
): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await run(args, {
    cwd,
    out(text) {
      out += text;
      onOut?.(text);
    },
    err(text) {
      err += text;
    },
    input: async () => input,
    terminal,
    ask,
    stop,
  });
  return { code, out, err };
}
