import { isDeepStrictEqual } from "node:util";
import { ConnectError } from "@connectrpc/connect";
import { printConfig, printOperations, type Row } from "../operations.js";
import { red } from "../out.js";
import { labelled } from "../show-call.js";
import { root, type Stage } from "../stage.js";

/** What a file may hold without any caller ever seeing it. */
export const token = "demo-token-8c1f4b";

const tools: readonly Row[] = [
  ["ask_user", "interactive", "read_only", "absent", "no"],
  ["copy_files", "resource", "moderate", "safe, key to", "yes"],
  ["edit_file", "resource", "moderate", "safe, key path", "no"],
  ["grep", "data_source", "read_only", "safe", "yes"],
  ["list_files", "data_source", "read_only", "safe", "no"],
  ["read_file", "data_source", "read_only", "safe", "no"],
  ["write_file", "resource", "moderate", "safe, key path", "no"],
];
const commands: readonly Row[] = [
  ["changelog", "data_source", "read_only", "safe", "yes"],
  ["release", "resource", "high", "not safe", "no"],
];

/** The operations as the kernel sees them; nothing in the examples spells out kind, risk or concurrency. */
export async function operations({ out, check, filesystem, releaseTools }: Stage): Promise<void> {
  const { tools: toolSchemas, configSchema } = await filesystem.tools.getSchema({});
  const toolRows = printOperations(out, toolSchemas);
  printConfig(out, configSchema);
  out.line();
  const capabilities = await releaseTools.commands.getCapabilities({});
  const commandRows = printOperations(out, capabilities.commands);
  printConfig(out, capabilities.configSchema);
  const sorted = (rows: readonly Row[]) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  check(
    "kind, risk and concurrency of all nine operations",
    isDeepStrictEqual([sorted(toolRows), sorted(commandRows)], [tools, commands]),
  );
}

/** What the operator's `provider` block says arrives before the first call; a mistake in it is told at once. */
export async function configuration({ out, check, filesystem, releaseTools, directory }: Stage): Promise<void> {
  const refusal = await filesystem.tools.configure({ config: { roots: "/home" } }).then(
    () => undefined,
    (error: unknown) => ConnectError.from(error),
  );
  out.line('  → Configure { "roots": "/home" }');
  labelled(out, red, "(RPC failed)", refusal?.message ?? "it did not");
  check("a wrong value is refused", refusal?.rawMessage.startsWith("roots: expected an array") === true);

  await filesystem.tools.configure({ config: { roots: [root, directory], token } });
  await releaseTools.commands.configure({ config: {} });
  out.line('  → Configure { "roots": [<this repository>, <a temporary one>], "token": … }');
  check("right ones are taken", true);
}
