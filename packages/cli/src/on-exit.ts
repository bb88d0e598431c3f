/**
 * Has something done when the process exits, in whatever way it does but by being killed. Nothing that takes time can be
 * done then.
 * @returns what undoes it
 */
export function onExit(cleanUp: () => void): () => void {
  process.once("exit", cleanUp);
  return () => void process.off("exit", cleanUp);
}
