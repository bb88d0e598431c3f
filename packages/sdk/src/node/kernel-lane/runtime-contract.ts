/**
 * The runtime contract between a kernel and whatever it launches, which is not the protocol of a category: how the kernel
 * shows that it is the one who launched the plugin (a marker against starts by mistake, not a secret), the versions of
 * the contract that the SDK speaks, and the broker's number under which the kernel serves its callbacks.
 */
export const runtimeContract = {
  cookie: {
    key: "PLUGGABLEHARNESS_AGENT_PLUGIN",
    value: "pluggableharness-agent-v1-a6f3c9d2-plugin-handshake",
  },
  protocolVersions: [1],
  callbackId: 1,
} as const;
