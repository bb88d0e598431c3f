/** How the kernel shows a plugin that it is the one who launched it. Not a secret. */
export const cookie = {
  key: "PLUGGABLEHARNESS_AGENT_PLUGIN",
  value: "pluggableharness-agent-v1-a6f3c9d2-plugin-handshake",
} as const;

/** The versions of the runtime contract between kernel and plugin, which is not that of a category's protocol. */
export const protocolVersions: readonly number[] = [1];
