// The plugin and the bare server that memory.test.ts compares. Only one of them is run, and only its modules are.
if (process.env["BARE"] === undefined) await import("./output-plugin.js");
else await import("./bare-server.js");

export {};
