import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { connect, invokeTool, startPlugin } from "@plugwright/example-support";

test("runs as a process, and ends when told to", async () => {
  const plugin = await startPlugin(new URL("../src/main.ts", import.meta.url));
  const workingDirectory = fileURLToPath(new URL("..", import.meta.url));
  let last: unknown;
  const call = { name: "shell_read", args: { program: "wc", args: ["-l", "tsconfig.json"] }, workingDirectory };
  for await (const event of invokeTool(connect(plugin), call)) last = event;
  expect(last).toMatchObject({ case: "result", value: { payload: { exit_code: 0, stdout: "4 tsconfig.json\n" } } });
  expect(await plugin.stop()).toBe(0);
});
