import { describe } from "@jest/globals";
import { listen } from "@plugwright/sdk/node";
import { testCalls } from "../support/calls-suite.js";
import { clientKinds } from "../support/clients.js";
import { fixture, noteOf } from "../support/fixture.js";
import { verifies } from "../verifies.js";

describe("the endpoint", () => {
  // The order of events and what they carry; the context of a call.
  verifies("TOOL-19", "TOOL-24", "TOOL-26", "TOOL-27", "TOOL-15", "CMD-17", "TOOL-10");

  testCalls({
    clients: Object.keys(clientKinds),
    async start() {
      const { url, close } = await listen(fixture, { token: false, log: () => undefined });
      return {
        noteOf,
        close,
        connect(client) {
          const connect = clientKinds[client];
          if (connect === undefined) throw new Error(`no such client: ${client}`);
          return connect(url);
        },
      };
    },
  });
});
