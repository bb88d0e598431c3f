import type { Socket } from "node:net";
import { createInterface } from "node:readline";

/** What a command is answered with: the fields that host/*.go give it. */
export type Answer = Readonly<Record<string, unknown>>;

/** The line to a host over which it gets its commands. */
export interface Link {
  readonly ready: Promise<Answer>;
  /** Sends a command. `onPart` gets what comes before its end. Rejects with the error that the host tells. */
  readonly send: (command: object, onPart?: (part: Answer) => void) => { id: number; done: Promise<Answer> };
  readonly onEvent: (listener: (event: Answer) => void) => void;
}

export function connectTo(socket: Socket, gone: Promise<never>): Link {
  const waiting = new Map<number, (answer: Answer) => void>();
  const listeners: ((event: Answer) => void)[] = [];
  let ids = 0;
  let welcome = (_: Answer): void => {};
  const ready = new Promise<Answer>((resolve) => {
    welcome = resolve;
  });
  socket.on("error", () => {});
  createInterface({ input: socket }).on("line", (line) => {
    const answer: Answer = JSON.parse(line);
    if (answer["event"] === "ready") welcome(answer);
    else if (answer["event"] !== undefined) for (const listener of listeners) listener(answer);
    else waiting.get(Number(answer["id"]))?.(answer);
  });
  return {
    ready: Promise.race([ready, gone]),
    onEvent: (listener) => void listeners.push(listener),
    send(command, onPart = () => {}) {
      const id = ++ids;
      const done = new Promise<Answer>((resolve, reject) => {
        waiting.set(id, (answer) => {
          if (answer["done"] !== true) return onPart(answer);
          waiting.delete(id);
          if (answer["error"] === undefined) resolve(answer);
          else reject(new Error(String(answer["error"])));
        });
      });
      socket.write(`${JSON.stringify({ id, ...command })}\n`);
      return { id, done: Promise.race([done, gone]) };
    },
  };
}
