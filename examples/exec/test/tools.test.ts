import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { expectTranscript, printed, startKernel, type TestKernel } from "@plugwright/testkit";
import { bash } from "../src/bash.js";
import { plugin } from "../src/plugin.js";
import { shellRead } from "../src/shell-read.js";

let kernel: TestKernel;
beforeAll(async () => {
  const workingDirectory = fileURLToPath(new URL("..", import.meta.url));
  kernel = await startKernel({ providers: [{ plugin }], workingDirectory });
});
afterAll(() => kernel.close());

describe("bash", () => {
  test("sends what the command prints, how it ended, and a result whatever the code", async () => {
    const report = await kernel.call(bash, { command: "cat src/main.ts | head -n 1; echo oops >&2; exit 3" });
    expect(printed(report)).toBe('import { serve } from "@plugwright/sdk/node";\n');
    expect(printed(report, "stderr")).toBe("oops\n");
    expect(report.events.slice(-2)).toEqual([{ exit: { code: 3 } }, { result: { exit_code: 3 } }]);
  });

  test("tells the signal that ended the command", async () => {
    expectTranscript(
      await kernel.call(bash, { command: "kill -9 $$" }),
      `
        bash {"command":"kill -9 $$"}
        exit 137 SIGKILL
        result {"exit_code":137,"signal":"SIGKILL"}
      `,
    );
  });
});

describe("shell_read", () => {
  test("returns what the program printed, and sends no exit status", async () => {
    const { events } = await kernel.call(shellRead, { program: "ls", args: ["-1", "src"] });
    const stdout = "allowed.ts\nbash.ts\nmain.ts\nplugin.ts\nshell-read.ts\n";
    expect(events).toMatchObject([{ result: { exit_code: 0, stdout, truncated: false } }]);
  });

  test("starts nothing that is hidden in an argument", async () => {
    const { result } = await kernel.call(shellRead, { program: "cat", args: ["; echo hidden"] });
    expect(result).toMatchObject({ exit_code: 1, stdout: "" });
  });

  test("refuses an option that is not on the list", async () => {
    const { error } = await kernel.call(shellRead, { program: "tail", args: ["-f", "x"] });
    expect(error?.category).toBe("permission_denied");
  });

  test("refuses a program that is not on the list, before it is asked and by itself", async () => {
    const args = { program: "rm", args: ["x"] };
    const checked = await kernel.call("shell_read", args);
    expect(checked).toMatchObject({ attempts: 0, error: { category: "invalid_arguments" } });
    const unchecked = await kernel.call("shell_read", args, { unchecked: true });
    expect(unchecked).toMatchObject({ attempts: 1, error: { category: "invalid_arguments" } });
  });
});
