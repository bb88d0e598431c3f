import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "@jest/globals";
import type { JsonObject, Plugin } from "@plugwright/sdk";
import {
  type CallOptions,
  type CallReport,
  type KernelOptions,
  startKernel,
  type TestKernel,
} from "@plugwright/testkit";
import { plugin as filesystem } from "../src/plugin.js";

/** For each test a kernel that has loaded a plugin with these tools, and a working directory of its own. */
export function setUpFilesystem(plugin: Plugin = filesystem) {
  let kernel: TestKernel;
  let parent: string;
  beforeEach(async () => {
    parent = await realpath(await mkdtemp(join(tmpdir(), "filesystem-")));
    await mkdir(join(parent, "work"));
    await start();
  });
  afterEach(async () => {
    await kernel.close();
    await rm(parent, { recursive: true });
  });

  const at = (path: string) => join(parent, "work", path);
  async function start(options: Partial<KernelOptions> = {}): Promise<void> {
    kernel = await startKernel({ providers: [{ plugin }], workingDirectory: at(""), ...options });
  }
  return {
    kernel: () => kernel,
    /** Starts another kernel in place of the first. */
    async restart(options: Partial<KernelOptions>) {
      await kernel.close();
      await start(options);
    },
    /** Where a file of the working directory is; `../x` lies outside of it. */
    at,
    /** Writes files, given by their paths in the working directory. */
    async write(files: Readonly<Record<string, string | Uint8Array>>) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(at(path)), { recursive: true });
        await writeFile(at(path), content);
      }
    },
    /** Calls a tool in the working directory. */
    call: (name: string, args: JsonObject, options?: CallOptions) => kernel.call(name, args, options),
    /** What a preview of it shows. */
    preview: async (name: string, args: JsonObject) => (await kernel.preview(name, args))?.root?.node,
  };
}

/** The payload of a call that must succeed. */
export async function result(call: Promise<CallReport>): Promise<unknown> {
  const report = await call;
  if (report.result === undefined) throw new Error(`the call ended with ${report.text}`);
  return report.result;
}

/** Category and text of the error of a call that must fail. */
export async function failure(call: Promise<CallReport>): Promise<{ category: string; message: string }> {
  const { error, text } = await call;
  if (error === undefined) throw new Error(`the call ended with ${text}`);
  return { category: error.category, message: error.message };
}
