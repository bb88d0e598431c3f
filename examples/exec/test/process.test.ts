import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { startKernel } from "@plugwright/testkit";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("runs as a process that the kernel launches", async () => {
  const args = ["--conditions=@plugwright/source", "--import", "tsx", at("../src/main.ts")];
  const kernel = await startKernel({
    providers: [{ binary: process.execPath, args, spawns: ["bash"] }],
    workingDirectory: at(".."),
  });
  const read = await kernel.call("shell_read", { program: "wc", args: ["-l", "tsconfig.json"] });
  expect(read.result).toMatchObject({ exit_code: 0, stdout: "4 tsconfig.json\n" });
  const ran = await kernel.call("bash", { command: "exit 3" });
  expect(ran.events).toEqual([{ exit: { code: 3 } }, { result: { exit_code: 3 } }]);
  await kernel.close();
});
