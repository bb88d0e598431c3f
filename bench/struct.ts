// What arguments and results cost on the wire: Struct by protobuf-es, beside JSON.
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { InvokeRequestSchema } from "@plugwright/protocol/tool";
import { alternate, isQuick } from "./support/rounds.js";
import { digits, printTable, range, ratios, spread } from "./support/table.js";

const rounds = isQuick ? 2 : 10;

for (const [size, count, repeat] of [
  ["10 KB", 100, 200],
  ["1 MB", 10_000, 2],
] as const) {
  const items = Array.from({ length: count }, (_, index) => ({
    id: index,
    path: `src/a/file-${index}.ts`,
    score: index / 7,
    ok: index % 2 === 0,
    tags: ["a", "b"],
  }));
  const value = { items };
  const json = JSON.stringify(value);
  const wire = toBinary(InvokeRequestSchema, create(InvokeRequestSchema, { call: { arguments: value } }));
  const timed = (name: string, run: () => unknown) => ({
    name,
    measure() {
      // Time of the processor, which a busy machine does not stretch as it does the clock's.
      const before = process.cpuUsage();
      for (let index = 0; index < repeat; index++) run();
      return process.cpuUsage(before).user / 1000 / repeat;
    },
  });
  const measured = await alternate(
    [
      timed("JSON.stringify", () => JSON.stringify(value)),
      timed("toBinary", () =>
        toBinary(InvokeRequestSchema, create(InvokeRequestSchema, { call: { arguments: value } })),
      ),
      timed("JSON.parse", () => JSON.parse(json)),
      timed("fromBinary", () => fromBinary(InvokeRequestSchema, wire)),
    ],
    rounds,
  );
  const rows = [...measured].map(([name, values]) => {
    const base = measured.get(name === "toBinary" || name === "JSON.stringify" ? "JSON.stringify" : "JSON.parse") ?? [];
    return [name, digits(spread(values).median), range(ratios(values, base))];
  });
  printTable([`Struct of ${size}`, "ms", "ratio to JSON"], rows);
}
