// Starts both example plugins as processes, calls them as the kernel does, and checks what comes back.
import { bold, createOut, green, red } from "./out.js";
import { scenes } from "./scenes.js";
import { openStage, type Stage } from "./stage.js";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
// Who reads the output may leave early.
process.stdout.on("error", () => process.exit(1));

const colour = process.stdout.isTTY === true && (process.env["NO_COLOR"] ?? "") === "";
const out = createOut((text) => void process.stdout.write(text), colour);
const wrong: string[] = [];

const stage = await openStage(out, wrong).catch((error: unknown): Stage => {
  out.line(red("A plugin did not start:"));
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
const { filesystem, releaseTools, exec } = stage;
out.line(`filesystem    serves on ${filesystem.process.url} (gRPC over HTTP/2)`);
out.line(`release-tools serves on ${releaseTools.process.url}`);
out.line(`exec          serves on ${exec.process.url}`);
for (const [index, [title, play]] of scenes.entries()) {
  out.line();
  out.line(bold(`${index + 1}. ${title}`));
  try {
    await play(stage);
  } catch (error) {
    stage.check(`${title}: ${error instanceof Error ? error.message : String(error)}`, false);
  }
}
out.line();
out.line(bold(`${scenes.length + 1}. The end`));
await stage.close();

out.line();
if (wrong.length === 0) out.line(green("Everything came out right."));
else out.line(red(`Came out wrong: ${wrong.length}`));
for (const what of wrong) out.line(red(`  ${what}`));
process.exitCode = wrong.length === 0 ? 0 : 1;
