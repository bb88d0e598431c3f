import type { LoadFinding, LoadRule } from "../rules.js";

/** Why a kernel could not be started: everything that was found. */
export interface KernelLoadError extends Error {
  readonly name: "KernelLoadError";
  readonly findings: readonly LoadFinding<LoadRule>[];
}

export function kernelLoadError(findings: readonly LoadFinding<LoadRule>[]): KernelLoadError {
  const lines = findings.map(({ rule, provider, operation, message }) => {
    const subject = operation === undefined ? provider : `${provider}, ${operation}`;
    return `${subject}: ${message} [${rule}]`;
  });
  const message = `the kernel does not load ${lines.length === 1 ? "this plugin" : "these plugins"}:\n${lines.join("\n")}`;
  return Object.assign(new Error(message), { name: "KernelLoadError" as const, findings });
}

/** True for errors of `startKernel` that say why a plugin was not loaded. */
export function isKernelLoadError(error: unknown): error is KernelLoadError {
  return error instanceof Error && error.name === "KernelLoadError" && "findings" in error;
}
