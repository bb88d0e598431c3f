// A plugin made with a given copy of the SDK.
module.exports = function makePlugin({ definePlugin, tool }, z, tools = {}) {
  const base = (name) =>
    tool(name)
      .describe(name)
      .input(z.object({ path: z.string() }))
      .output(z.object({ text: z.string() }))
      .reads();
  return definePlugin({
    name: "consumer",
    version: "1.0.0",
    source: "github.com/acme/consumer",
    tools: Object.entries({ read: async ({ path }) => ({ text: path }), ...tools }).map(([name, handler]) =>
      base(name).run(handler),
    ),
  });
};
