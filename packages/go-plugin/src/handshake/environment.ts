/** The variables of go-plugin that a host sets for its plugin, and that no process of the plugin's own should see. */
export const hostVariables = [
  "PLUGIN_MIN_PORT",
  "PLUGIN_MAX_PORT",
  "PLUGIN_PROTOCOL_VERSIONS",
  "PLUGIN_CLIENT_CERT",
  "PLUGIN_UNIX_SOCKET_DIR",
  "PLUGIN_UNIX_SOCKET_GROUP",
  "PLUGIN_MULTIPLEX_GRPC",
] as const;

/** The environment of the process, as far as it concerns go-plugin. */
export type HostEnvironment = { readonly [name in (typeof hostVariables)[number]]?: string | undefined };
