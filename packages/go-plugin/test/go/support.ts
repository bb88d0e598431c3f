import { afterAll, beforeAll } from "@jest/globals";
import { type GoHost, startGoHost } from "../../../../interop/driver/go-host.js";
import type { GoLaunchOptions, GoPlugin } from "../../../../interop/driver/go-plugin.js";
import { writeSchema } from "../../../../interop/driver/schema.js";
import { type Bundles, bundlePlugin } from "../support/bundle.js";
import { cookie } from "../support/cookie.js";
import { probeFile } from "../support/probe.js";

/** What the methods of the test plugins are called by. */
export const echo = "/interop.v1.Probe/Echo";
export const doing = "/interop.v1.Probe/Do";
export const streaming = "/interop.v1.Probe/Stream";

/** A host, and the test plugin for it to launch. */
export interface Setup {
  readonly host: () => GoHost;
  readonly bundles: () => Bundles;
  /** Launches the plugin, unless told otherwise the one without an extension, in the environment that a kernel gives. */
  readonly launch: (
    options?: Partial<GoLaunchOptions> & { variables?: Readonly<Record<string, string>> },
  ) => Promise<GoPlugin>;
}

/** Starts a host before the tests of a file, and ends it after them. */
export function setUp(): Setup {
  let bundles: Bundles;
  let host: GoHost;
  beforeAll(async () => {
    [bundles, host] = await Promise.all([bundlePlugin(), startGoHost()]);
  }, 300_000);
  afterAll(async () => {
    await host.close();
    bundles.remove();
  });
  return {
    host: () => host,
    bundles: () => bundles,
    launch: (options = {}) => host.launch(launchOptions(bundles, options)),
  };
}

const schema = writeSchema(probeFile);

/** Everything that is needed to launch the test plugin. */
export function launchOptions(
  bundles: Bundles,
  { variables = {}, ...options }: Partial<GoLaunchOptions> & { variables?: Readonly<Record<string, string>> },
): GoLaunchOptions {
  const env = Object.entries({
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "/",
    TMPDIR: process.env["TMPDIR"] ?? "/tmp",
    ...variables,
  }).map(([name, value]) => `${name}=${value}`);
  return { path: bundles.extensionless, cookie, env, schema, ...options };
}
