// Plugins made with a given copy of the SDK.

const schemas = (z) => ({ input: z.object({ path: z.string() }), output: z.object({ text: z.string() }) });

/** A plugin with a tool for each handler, and the tools of the given classes. */
exports.makePlugin = function makePlugin({ definePlugin, tool }, z, handlers = {}, providers = []) {
  const { input, output } = schemas(z);
  const all = { read: async ({ path }) => ({ text: path }), ...handlers };
  const tools = Object.entries(all).map(([name, handler]) =>
    tool(name).describe(name).input(input).output(output).reads().run(handler),
  );
  return definePlugin({
    name: "consumer",
    version: "1.0.0",
    source: "github.com/acme/consumer",
    tools,
    ...(providers.length === 0 ? {} : { providers }),
  });
};

/** What compilers make of a class with `@Tool({ name, … }) async greet({ path }) { … }`. */
exports.makeProvider = function makeProvider({ Tool }, z, name) {
  class Greeter {
    async greet({ path }) {
      return { text: `hello ${path}` };
    }
  }
  const metadata = {};
  const context = { kind: "method", name: "greet", static: false, private: false, metadata };
  Tool({ name, description: name, ...schemas(z), reads: true })(Greeter.prototype.greet, context);
  Greeter[Symbol.metadata ?? Symbol.for("Symbol.metadata")] = metadata;
  return Greeter;
};
