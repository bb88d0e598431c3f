import type { Plugin } from "@plugwright/sdk";
import { run } from "../running.js";

/** Uses all of a compiled author's plugin. What it returns is the same for every compiler. */
export async function check(plugin: Plugin): Promise<unknown> {
  const running = run(plugin);
  const facts = {
    tools: plugin.tools.map(({ name, description, kind }) => `${name} ${description} ${kind}`),
    configured: await running.configure({ root: "/r/" }),
    read: await running.tool("read", { path: "a" }),
    list: await running.tool("list", { path: "b" }),
    write: await running.tool("write", { path: "a" }),
    again: await running.tool("write_again", { path: "a" }),
    preview: await running.preview("write", { path: "a" }),
    hello: await running.tool("say_hello", { path: "a" }),
    bye: await running.tool("say_bye", { path: "a" }),
    count: await running.command("count"),
    reconfigured: await running.configure({ root: "/s/" }),
    reread: await running.tool("read", { path: "a" }),
    recount: await running.command("count"),
    log: running.log(),
  };
  await running.close();
  return facts;
}
