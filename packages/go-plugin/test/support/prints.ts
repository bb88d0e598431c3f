// Prints in every way there is, and tells on the handshake's descriptor what the guard has achieved.
import { AsyncLocalStorage } from "node:async_hooks";
import { spawnSync } from "node:child_process";
import fs, { writeFileSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { guardOutput, hclogLine, writeStderr } from "@plugwright/go-plugin/output";
import { writeHandshake } from "../../src/output/descriptor.js";

const who = new AsyncLocalStorage<string>();
const how = process.env["HOW"];

const guard = guardOutput(
  how === "default"
    ? undefined
    : ({ to, level, text }) => {
        if (how === "throws") throw new Error("the callback is broken");
        if (how === "prints") console.log(`about to log ${text}`);
        writeStderr(hclogLine({ level, message: text, fields: { to, who: who.getStore() } }));
      },
);
writeHandshake(
  guard.handshake,
  `${JSON.stringify({ isSwapped: guard.isSwapped, ...guard.handshake, fd: undefined })}\n`,
);

async function main(): Promise<void> {
  console.log("console.log %d", 1);
  console.debug("console.debug");
  console.info("console.info");
  console.warn("console.warn");
  console.error("console.error");
  process.stdout.write("process.stdout");
  await new Promise<void>((resolve) => process.stdout.write(Buffer.from("a buffer\n"), () => resolve()));
  process.stdout.write("c3RkZW5jb2RlZA==", "base64");
  process.stderr.write("process.stderr\n");
  writeSync(1, "writeSync\n");
  writeSync(1, Buffer.from("0123456789"), 2, 3);
  Reflect.apply(writeSync, fs, [1, Buffer.from("0123456789"), { offset: 5, length: 1 }]);
  fs.writevSync(1, [Buffer.from("write"), Buffer.from("vSync")]);
  writeFileSync(1, "writeFileSync\n");
  fs.appendFileSync(1, "appendFileSync\n");
  const { bytesWritten } = await promisify(fs.write)(1, Buffer.from("write"));
  console.log(`${bytesWritten} bytes`);
  await promisify(fs.writeFile)("/dev/null", "elsewhere");
  await new Promise((resolve) =>
    fs.createWriteStream("", { fd: 1, autoClose: false }).end("a stream", () => resolve(undefined)),
  );
  await Promise.all(
    ["one", "two"].map((name) =>
      who.run(name, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        console.log(`from ${name}`);
      }),
    ),
  );
  spawnSync("echo", ["inherited child"], { stdio: "inherit" });
  const worker = new Worker(
    "require('node:fs').writeSync(1, 'fs of a worker\\n'); console.log('console of a worker')",
    { eval: true },
  );
  await new Promise((resolve) => worker.once("exit", resolve));
}

void main();
