import { spawn } from "node:child_process";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { type SeenEvent, services, terminal } from "../support/clients.js";

/** Starts the plugin of the package's README with `--listen`, rolls its dice, and ends it. */
export async function rollServedBy(args: readonly string[], cwd: string): Promise<SeenEvent> {
  const child = spawn(process.execPath, [...args, "--listen", "127.0.0.1:0", "--no-token"], { cwd });
  try {
    let printed = "";
    const url = await new Promise<string>((resolve, reject) => {
      const look = (text: string): void => {
        printed += text;
        const found = /listening on (http:\S+),/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.setEncoding("utf8").on("data", look);
      child.stderr.setEncoding("utf8").on("data", look);
      child.once("close", (code) => reject(new Error(`ended with ${code}\n${printed}`)));
    });
    const tools = services["ToolService"]?.(createGrpcTransport({ baseUrl: url }));
    if (tools === undefined) throw new Error("no such service");
    return await terminal(tools.invoke("roll", { sides: 2 }));
  } finally {
    child.kill("SIGKILL");
  }
}
