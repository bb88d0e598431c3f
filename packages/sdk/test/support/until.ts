/** Waits for a condition, which a busy machine may take long for; fails with `what` when it does not come true within `ms` milliseconds. */
export async function until(what: string, condition: () => boolean, ms = 20_000): Promise<number> {
  const start = performance.now();
  while (!condition()) {
    if (performance.now() - start > ms) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - start;
}
