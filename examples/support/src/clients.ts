import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";

/** Where a plugin listens, as `listen()` returns it and a plugin's process prints it. */
export interface Target {
  readonly url: string;
  readonly token?: string | undefined;
}

/** Clients of both services of one plugin. */
export interface Clients {
  readonly tools: Client<typeof ToolService>;
  readonly commands: Client<typeof SlashCommandService>;
}

/** Calls a plugin as the kernel does: in gRPC, over HTTP/2. */
export function connect({ url, token }: Target): Clients {
  const authorize: Interceptor = (next) => (request) => {
    if (token !== undefined) request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  const transport = createGrpcTransport({ baseUrl: url, interceptors: [authorize] });
  return { tools: createClient(ToolService, transport), commands: createClient(SlashCommandService, transport) };
}
