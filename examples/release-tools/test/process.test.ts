import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { connect, invokeCommand, startPlugin } from "@plugwright/example-support";

test("runs as a process, reads its own changelog, and ends when told to", async () => {
  const plugin = await startPlugin(new URL("../src/main.ts", import.meta.url));
  const workingDirectory = fileURLToPath(new URL("..", import.meta.url));
  let last: unknown;
  for await (const event of invokeCommand(connect(plugin), { name: "changelog", args: {}, workingDirectory }))
    last = event;
  expect(last).toMatchObject({ case: "result", value: { payload: { version: "Unreleased" } } });
  expect(await plugin.stop()).toBe(0);
  expect(plugin.log).toEqual([]);
});
