import { create, toBinary } from "@bufbuild/protobuf";
import { InvokeRequestSchema } from "@plugwright/protocol/tool";

/** A request as it goes out: header fields without those of the transport, and a body. */
export interface Mutant {
  readonly fields: readonly (readonly [string, Buffer])[];
  readonly body: Buffer;
}

const message = toBinary(
  InvokeRequestSchema,
  create(InvokeRequestSchema, {
    call: { id: "call-1", toolName: "length", arguments: { text: "four" }, callContext: { workingDirectory: "/tmp" } },
  }),
);
const head = Buffer.alloc(5);
head.writeUInt32BE(message.length, 1);
const good = Buffer.concat([head, message]);

/** Field values that mean something, mostly too much or too little. */
const values = [
  "",
  "gzip",
  "br",
  "identity",
  "99999999H",
  "1n",
  "-1",
  "4294967296",
  "application/json",
  "application/grpc+json",
  "application/connect+proto",
  "Bearer",
  "null",
  "*",
  "localhost, localhost",
];
const names = [
  "content-type",
  "grpc-timeout",
  "connect-timeout-ms",
  "grpc-encoding",
  "connect-content-encoding",
  "content-encoding",
  "content-length",
  "te",
  "origin",
  "authorization",
  "x-grpc-web",
  "grpc-metadata-bin",
  "__proto__",
];

/** Endless requests that are nearly right, the same for the same seed. */
export function* mutants(seed: number, contentType: string): Generator<Mutant, never, void> {
  const random = generator(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[], otherwise: T): T => list[below(list.length)] ?? otherwise;
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256)));

  const mutate = (from: Buffer): Buffer => {
    let to = Buffer.from(from);
    for (let left = 1 + below(3); left > 0; left--) {
      const [at, length] = [below(to.length + 1), below(9)];
      const [before, after] = [to.subarray(0, at), to.subarray(at)];
      switch (below(5)) {
        case 0:
          if (at < to.length) to.writeUInt8(to.readUInt8(at) ^ (1 << below(8)), at);
          break;
        case 1:
          to = Buffer.from(before);
          break;
        case 2:
          to = Buffer.concat([before, bytes(length), after]);
          break;
        case 3:
          to = Buffer.concat([before, after.subarray(length)]);
          break;
        default:
          to = Buffer.concat([to, to.subarray(at, at + length)]);
      }
    }
    return to;
  };

  for (;;) {
    const fields: [string, Buffer][] = [["content-type", Buffer.from(contentType)]];
    const kind = below(3);
    if (kind !== 0) {
      const name = pick(names, "te");
      const value =
        below(2) === 0 ? Buffer.from(pick(values, "")) : mutate(Buffer.from(pick([...values, contentType], "")));
      if (name === "content-type") fields.pop();
      fields.push([name, value]);
      if (below(8) === 0) fields.push([name, value]);
    }
    yield { fields, body: kind === 1 ? good : mutate(good) };
  }
}

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
