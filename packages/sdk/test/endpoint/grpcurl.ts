import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const version = "v1.9.3";

/**
 * Has Go install grpcurl into a cache of the user, which all clones share and `npm ci` leaves alone. What is there and
 * right is not built again.
 * @returns its path
 */
export async function installGrpcurl(): Promise<string> {
  const caches = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(caches, "plugwright", `grpcurl-${version}`);
  const env = { ...process.env, GOBIN: folder };
  await promisify(execFile)("go", ["install", `github.com/fullstorydev/grpcurl/cmd/grpcurl@${version}`], { env });
  return join(folder, "grpcurl");
}
