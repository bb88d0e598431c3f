import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { type Arguments, type Command, verboseOption } from "../command.js";
import { usageError } from "../problem.js";
import { findSource } from "../source/source-file.js";
import { devJson, devText } from "./report.js";
import { serveWhileEdited } from "./serve-while-edited.js";

const debuggerPort = "9229";

/** `plugwright dev` */
export const devCommand: Command = {
  name: "dev",
  about: `Serves a plugin over Connect, gRPC and gRPC-Web on this machine, and serves it anew when one of its files changes. The
address and the token stay; a change that does not work is told, and the version before it is served on. What changes
for callers is told: breaking, additive, or wording.
FILE exports \`plugin\`, or serves it (src/plugin.ts, else src/main.ts). Control-C ends it.`,
  positionals: { usage: "[FILE]", most: 1 },
  endsItself: true,
  options: [
    { name: "listen", value: "HOST:PORT", help: "a loopback address (127.0.0.1:0: any free port)" },
    { name: "token", value: "TOKEN", help: 'what clients send as "authorization: Bearer TOKEN" (generated)' },
    { name: "no-token", help: "ask for no token" },
    {
      name: "kernel",
      help: "build the executable at each change, and write the dev_overrides that have a kernel run it",
    },
    { name: "out-dir", value: "DIR", help: "where --kernel writes (dist, beside the package.json of FILE)" },
    {
      name: "inspect",
      value: "PORT",
      optional: true,
      help: `let a debugger connect (${debuggerPort}): to the server, and with --kernel to what the kernel launches`,
    },
    { name: "conditions", value: "NAME", help: "take what a package exports under this condition; may be repeated" },
    { name: "json", help: "print what happens as JSON, one object in a line" },
  ],
  async run(args, io) {
    const { cwd } = io;
    const { host, port } = addressOf(args.value("listen") ?? "127.0.0.1:0");
    const token = tokenOf(args);
    const inspect = inspectAddress(args);
    const source = findSource(cwd, args.positionals[0]);
    const outDir = resolve(cwd, args.value("out-dir") ?? join(source.project, "dist"));
    await serveWhileEdited({
      bundler: { source, cwd, conditions: args.values("conditions") },
      host,
      port,
      token,
      inspect,
      kernelDir: args.has("kernel") ? outDir : undefined,
      report: args.has("json") ? devJson(io) : devText(io, args.has(verboseOption.name)),
      print: io.err,
      stop: io.stop,
    });
    return undefined;
  },
};

/** @throws CommandError (wrong usage) for what is no address, or one that other machines can reach. */
function addressOf(text: string): { readonly host: string; readonly port: number } {
  const [, six, four, digits] = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? four;
  const port = Number(digits);
  if (host === undefined || port > 65_535)
    throw usageError(`--listen ${text} is no address`, "write 127.0.0.1:8080 or [::1]:0");
  if (!/^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host)) {
    throw usageError(
      `--listen ${text} can be reached by other machines`,
      "take 127.0.0.1; to serve others, build the plugin and start it with --listen and TLS",
    );
  }
  return { host, port };
}

function tokenOf(args: Arguments): string | false {
  if (!args.has("no-token")) return args.value("token") ?? randomBytes(24).toString("base64url");
  if (args.has("token")) throw usageError("--token and --no-token exclude each other", "leave one of them out");
  return false;
}

function inspectAddress(args: Arguments): string | undefined {
  if (!args.has("inspect")) return undefined;
  const port = args.value("inspect") ?? debuggerPort;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw usageError(`--inspect=${port} is no port`, `write --inspect, or --inspect=${debuggerPort}`);
  }
  return `127.0.0.1:${port}`;
}
