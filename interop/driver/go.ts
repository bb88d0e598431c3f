import { describe, test } from "@jest/globals";
import { hasGo } from "./build.js";

/**
 * Tests that need Go. Without it they are skipped, with a line that says so; where CI is set, that is a failure.
 */
export async function describeWithGo(name: string, tests: () => void): Promise<void> {
  if (await hasGo()) {
    describe(name, tests);
    return;
  }
  const reason = `SKIPPED, Go is not installed: ${name}`;
  if (process.env["CI"]) {
    test(name, () => {
      throw new Error(reason);
    });
    return;
  }
  process.stderr.write(`\n${reason}\n\n`);
  describe.skip(`${name} (Go is not installed)`, tests);
}
