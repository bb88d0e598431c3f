import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Beginning } from "./from-nothing.js";

/** A person's terminals: one in which commands end, one in which `plugwright dev` goes on. */
export interface Terminal {
  /** Where it is. */
  readonly folder: () => string;
  /** Runs a command, and tells what it prints on both streams. */
  run(command: string): Promise<string>;
  /** What the command that goes on has printed since this was last asked, once it has printed so many lines. */
  more(lines: number): Promise<string>;
  close(): Promise<void>;
}

/** How a page's own names are those of this run. */
export interface Names {
  /** The port that the page calls 8080. */
  readonly port: number;
}

const patienceMs = 30_000;

export function openTerminal(beginning: Beginning, { port }: Names): Terminal {
  let folder = beginning.folder;
  let dev: ChildProcess | undefined;
  let printed = "";
  const ours = (text: string) => text.replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`);
  const theirs = (text: string) =>
    text
      .replaceAll(`127.0.0.1:${port}`, "127.0.0.1:8080")
      .replaceAll(beginning.folder, "/home/you")
      .replaceAll(beginning.temporary, "/tmp");

  const start = (command: string) =>
    spawn("bash", ["-c", ours(command)], {
      cwd: folder,
      env: beginning.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });

  async function run(command: string): Promise<string> {
    const [, created] = /^npm create plugwright (.*)$/.exec(command) ?? [];
    if (created !== undefined) {
      const args = created.replace(" -- ", " ").split(" ");
      // They are not published where this runs.
      return theirs(await beginning.create(...args, "--packages", beginning.tarballs));
    }
    const [, into] = /^cd (\S+)$/.exec(command) ?? [];
    if (into !== undefined) {
      folder = join(folder, into);
      return "";
    }
    if (command.includes("plugwright dev") && !command.includes("--help")) {
      dev = start(command);
      for (const stream of [dev.stdout, dev.stderr]) {
        stream?.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
        });
      }
      return "";
    }
    const child = start(command);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (more: string) => {
        text += more;
      });
    }
    await once(child, "close");
    return theirs(text);
  }

  return {
    folder: () => folder,
    run,
    async more(lines) {
      const until = Date.now() + patienceMs;
      while (printed.split("\n").length <= lines && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const text = printed;
      printed = "";
      return theirs(text);
    },
    async close() {
      if (dev?.pid === undefined || dev.exitCode !== null) return;
      // As Control-C does: npx, and what it has started.
      process.kill(-dev.pid, "SIGINT");
      await once(dev, "close");
    },
  };
}
