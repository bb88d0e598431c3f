import { performance } from "node:perf_hooks";
import { expect, jest, test } from "@jest/globals";
import { startChild } from "./testing/child-process.js";
import { connectGrpc } from "./testing/clients.js";
import { hostileConnections } from "./testing/hostile.js";
import { openRaw } from "./testing/raw.js";

jest.setTimeout(120_000);

// In a process of its own: there an error that nobody catches is the end, and is seen.
test("no bytes of a client end the process, nor do clients that vanish", async () => {
  const child = await startChild();
  const { probe } = connectGrpc({ url: child.url });

  for (const [index, bytes] of hostileConnections().entries()) {
    const raw = await openRaw(child.url);
    raw.socket.write(bytes);
    // Every second one waits for a word and says goodbye, the others reset the connection with things under way.
    if (index % 2 === 0) {
      const timer = setTimeout(() => raw.socket.destroy(), 20);
      await raw.until((received) => received.length > 0);
      clearTimeout(timer);
      raw.socket.end();
      raw.socket.destroySoon();
    } else {
      setImmediate(() => raw.socket.resetAndDestroy());
    }
    await raw.closed;
    if (index % 20 === 0) await probe.echo({});
  }

  // Streams under back-pressure whose reader goes away.
  for (let round = 0; round < 5; round++) {
    const leave = new AbortController();
    const stream = probe
      .repeat({ value: new Uint8Array(1024 * 1024) }, { signal: leave.signal })
      [Symbol.asyncIterator]();
    await stream.next();
    leave.abort();
    await stream.next().catch(() => {});
  }

  await probe.echo({});
  const started = performance.now();
  const { code, stderr } = await child.stop();
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(stderr).toBe("");
  expect(code).toBe(0);
});
