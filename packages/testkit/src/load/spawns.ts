import type { LoadedOperation } from "../operation.js";

/** What a list of the operations that run processes tells of each; without a list nothing is known. */
export function spawnsOf(spawns: readonly string[] | undefined): (operation: string) => LoadedOperation["spawns"] {
  return (operation) => spawns?.includes(operation);
}
