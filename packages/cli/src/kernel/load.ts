import { isKernelLoadError, type KernelOptions, startKernel, type TestKernel } from "@plugwright/testkit";
import { CommandError, messageOf } from "../problem.js";

/**
 * Starts a test kernel for one plugin.
 * @throws CommandError with everything that keeps the kernel from loading it.
 */
export async function loadInto(options: KernelOptions): Promise<TestKernel> {
  try {
    return await startKernel(options);
  } catch (error) {
    if (isKernelLoadError(error)) {
      const problems = error.findings.map(({ provider, operation, message, rule }) => ({
        where: operation === undefined ? provider : `${provider}, ${operation}`,
        reason: `${message} [${rule}]`,
        hint: rule === "config_invalid" ? "give it with --config NAME=VALUE" : undefined,
      }));
      throw new CommandError("the kernel does not load the plugin", problems);
    }
    throw new CommandError("the plugin does not start", [{ reason: messageOf(error) }]);
  }
}
