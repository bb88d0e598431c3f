import { changelog } from "./scenes/commands.js";
import { configuration, operations } from "./scenes/declared.js";
import { cancel, deadline } from "./scenes/endings.js";
import { cancelProgram, runProgram } from "./scenes/programs.js";
import { grep, readFile, secret } from "./scenes/reading.js";
import { invalidArguments, notFound, permissionDenied } from "./scenes/refusals.js";
import { previewAndWrite } from "./scenes/writing.js";
import type { Stage } from "./stage.js";

/** What the demo shows, in this order. */
export const scenes: readonly (readonly [title: string, play: (stage: Stage) => Promise<void>])[] = [
  ["What the authors wrote became these operations", operations],
  ["The operator's configuration", configuration],
  ["A tool that reads", readFile],
  ["A tool that streams", grep],
  ["A tool that writes, and its preview", previewAndWrite],
  ["A secret stays in", secret],
  ["A slash command that tells what it does", changelog],
  ["A tool that runs a program", runProgram],
  ["Arguments that do not fit", invalidArguments],
  ["Things that are not there", notFound],
  ["Things that may not be touched", permissionDenied],
  ["A call that runs out of time", deadline],
  ["A call that its client cancels", cancel],
  ["A program whose client leaves", cancelProgram],
];
