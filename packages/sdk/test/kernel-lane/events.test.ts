import { connect as connectTo } from "node:net";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { describe } from "@jest/globals";
import { launchPlugin } from "@plugwright/go-plugin/host";
import { KernelCallbackService } from "@plugwright/protocol/kernel";
import { runtimeContract } from "../../src/node/kernel-lane/runtime-contract.js";
import { testCalls } from "../support/calls-suite.js";
import type { TestClient } from "../support/clients.js";
import type { Note } from "../support/fixture.js";
import { bundleFixture } from "./bundle.js";
import { sparseEnvironment } from "./setup.js";

const { cookie } = runtimeContract;

describe("a launched plugin", () => {
  testCalls({
    clients: ["gRPC on a unix socket"],
    async start() {
      const bundle = await bundleFixture();
      const plugin = await launchPlugin({
        command: bundle.path,
        env: sparseEnvironment({ FIXTURE_EVENTS: "1" }),
        cookie,
        protocolVersions: [1],
      });
      const notes = new Map<string, Note>();
      await plugin.broker.serve(1, {
        routes: (router) =>
          router.service(KernelCallbackService, {
            log({ entries }) {
              for (const { message } of entries) readNote(message, notes);
              return {};
            },
          }),
      });
      return {
        noteOf: (id) => notes.get(id) ?? nothingNoted,
        connect: () => connectAnew(plugin.handshake.address),
        async close() {
          await plugin.kill();
          bundle.remove();
        },
      };
    },
  });
});

const nothingNoted: Note = {
  started: false,
  aborted: undefined,
  abortedAt: undefined,
  finallyRan: false,
  produced: 0,
};

/** Entries of the log that are no notes are other tests' concern. */
function readNote(message: string, notes: Map<string, Note>): void {
  if (!message.startsWith('{"id":')) return;
  const { id, note }: { id: string; note: Note } = JSON.parse(message);
  notes.set(id, note);
}

/** A connection besides the host's own, so that it can be lost while the plugin goes on. */
function connectAnew(address: string): TestClient {
  const baseUrl = "http://localhost";
  const manager = new Http2SessionManager(baseUrl, {}, { createConnection: () => connectTo(address) });
  return { transport: createGrpcTransport({ baseUrl, sessionManager: manager }), vanish: () => manager.abort() };
}
