// Jest's environment for Node, in which the temporary files of each test file have a folder named after it: so that who
// left one behind is known.
import { relative } from "node:path";
import { TestEnvironment } from "jest-environment-node";
import { openPart, runVariable } from "./run-folder.mjs";

// biome-ignore lint/style/noDefaultExport: Jest asks for it
export default class extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    const [{ projectConfig }, { testPath }] = args;
    const path = relative(projectConfig.rootDir, testPath);
    const run = process.env[runVariable];
    const name = path.replace(/^packages[\\/]|\.test\.\w+$/g, "").replaceAll(/[\\/]/g, "-");
    // Before Jest copies the environment for the test.
    if (run !== undefined) process.env["TMPDIR"] = openPart(run, name);
    super(...args);
  }

  /** @override */
  async teardown() {
    const run = process.env[runVariable];
    if (run !== undefined) process.env["TMPDIR"] = run;
    await super.teardown();
  }
}
