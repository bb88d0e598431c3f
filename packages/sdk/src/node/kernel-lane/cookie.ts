/**
 * How the kernel shows a plugin that it is the one who launched it, and the version of the runtime contract
 * (not of a category's protocol). A marker against starts by mistake, not a secret.
 */
export const cookie = {
  key: "PLUGGABLEHARNESS_AGENT_PLUGIN",
  value: "pluggableharness-agent-v1-a6f3c9d2-plugin-handshake",
} as const;

/** The versions of the runtime contract that the SDK speaks. */
export const protocolVersions: readonly number[] = [1];
