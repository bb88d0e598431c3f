// Before the first test: gives this run a folder of its own for temporary files, by which scripts/jest.after.mjs finds
// what is left of the run, and of no other one.
import { openRun } from "./run-folder.mjs";

// biome-ignore lint/style/noDefaultExport: Jest asks for it
export default function before() {
  openRun();
}
