import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runtimeContract } from "@plugwright/sdk/host";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The executable that `plugwright build` makes of a file, given relative to this repository. */
export function buildPlugin(file: string, folder: string): string {
  const cli = ["--conditions=@plugwright/source", "--import", "tsx", join(root, "packages/cli/src/cli.ts")];
  const args = ["build", join(root, file), "--conditions", "@plugwright/source", "--out-dir", folder, "--json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...cli, ...args], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  // Written by our own program.
  const { files } = JSON.parse(stdout) as { readonly files: readonly { readonly path: string }[] };
  return files[0]?.path ?? "";
}

/** What a plugin has when the kernel launches it. */
export function kernelEnvironment(temporary: string): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const { cookie, protocolVersions } = runtimeContract;
  return {
    PATH,
    HOME,
    TMPDIR: temporary,
    [cookie.key]: cookie.value,
    PLUGIN_PROTOCOL_VERSIONS: protocolVersions.join(),
  };
}
