import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ListenOptions } from "./listen.js";

/** What the command line of a plugin asks for. */
export type ServeCommand =
  | { readonly do: "listen"; readonly options: ListenOptions }
  | { readonly do: "help" }
  | { readonly do: "refuse"; readonly why: string };

export const helpText = `This is a plugin of the PluggableHarness agent kernel. To call it yourself, let it listen:

  --listen HOST:PORT      serve Connect, gRPC and gRPC-Web; port 0 takes any free one
  --token TOKEN           what clients send as "authorization: Bearer TOKEN" (generated if not given)
  --no-token              ask for no token
  --tls-cert FILE         speak TLS with this certificate (PEM), and with
  --tls-key FILE          its private key; needed for any address but a loopback one
  --host-name NAME        serve clients that call by this name, too; may be repeated
  --allow-origin ORIGIN   let web pages of this origin call; may be repeated
  --help                  this text

For example: --listen 127.0.0.1:8080
`;

/** Reads the arguments after the script's name. */
export function serveCommand(args: readonly string[]): ServeCommand {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { do: "refuse", why: messageOf(error) };
  }
  if (values.help === true) return { do: "help" };
  if (values.listen === undefined)
    return { do: "refuse", why: "nothing to do: no kernel launched this plugin and --listen is missing" };
  const address = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(values.listen);
  const port = Number(address?.[3]);
  const host = address?.[1] ?? address?.[2];
  if (host === undefined || port > 65_535) {
    return { do: "refuse", why: `--listen ${values.listen}: write HOST:PORT, such as 127.0.0.1:8080 or [::1]:0` };
  }
  if (values.token !== undefined && values["no-token"] === true) {
    return { do: "refuse", why: "--token and --no-token exclude each other" };
  }
  const token = values["no-token"] === true ? false : values.token;
  const { "tls-cert": cert, "tls-key": key, "host-name": hostNames, "allow-origin": allowOrigin } = values;
  if ((cert === undefined) !== (key === undefined)) {
    return { do: "refuse", why: "--tls-cert and --tls-key go together" };
  }
  try {
    const tls = cert === undefined || key === undefined ? undefined : { cert: read(cert), key: read(key) };
    return { do: "listen", options: { host, port, token, tls, hostNames, allowOrigin } };
  } catch (error) {
    return { do: "refuse", why: messageOf(error) };
  }
}

/** @throws Error in a sentence that names the file */
function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`cannot read ${file}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parse(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      listen: { type: "string" },
      token: { type: "string" },
      "no-token": { type: "boolean" },
      "tls-cert": { type: "string" },
      "tls-key": { type: "string" },
      "host-name": { type: "string", multiple: true },
      "allow-origin": { type: "string", multiple: true },
      help: { type: "boolean" },
    },
  });
  return values;
}
