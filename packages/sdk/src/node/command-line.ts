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
    return { do: "refuse", why: error instanceof Error ? error.message : String(error) };
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
  return { do: "listen", options: { host, port, token, allowOrigin: values["allow-origin"] } };
}

function parse(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      listen: { type: "string" },
      token: { type: "string" },
      "no-token": { type: "boolean" },
      "allow-origin": { type: "string", multiple: true },
      help: { type: "boolean" },
    },
  });
  return values;
}
