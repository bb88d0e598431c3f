import { createClient, type Transport } from "@connectrpc/connect";
import { StdioData_Channel as Channel, GRPCStdio } from "../gen/plugin/grpc_stdio_pb.js";

/** A piece of what a plugin printed after its handshake. */
export interface StdioData {
  readonly from: "stdout" | "stderr";
  readonly data: Uint8Array;
}

/** Reads what the plugin passes on, until it is gone. A plugin need not serve that. */
export async function readStdio(transport: Transport, onData: (data: StdioData) => void = () => {}): Promise<void> {
  try {
    for await (const { channel, data } of createClient(GRPCStdio, transport).streamStdio({})) {
      if (channel === Channel.STDOUT) onData({ from: "stdout", data });
      if (channel === Channel.STDERR) onData({ from: "stderr", data });
    }
  } catch {
    // It does not serve it, or is gone.
  }
}
