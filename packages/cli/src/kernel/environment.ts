/** The little that the kernel passes on of its own environment. */
export function kernelEnvironment(): Readonly<Record<string, string>> {
  const { PATH, HOME, TMPDIR } = process.env;
  const passed = Object.entries({ PATH, HOME, TMPDIR });
  return Object.fromEntries(passed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** How an executable is started. On Windows nothing looks at the first line of a file. */
export function commandOf(file: string): { readonly command: string; readonly args: readonly string[] } {
  return process.platform === "win32" ? { command: process.execPath, args: [file] } : { command: file, args: [] };
}
