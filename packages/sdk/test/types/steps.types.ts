import { command, tool } from "@plugwright/sdk";
import * as z from "zod";
import { base, In, Out, plainCommand, tree } from "./given.js";

const done = { text: "", lines: 1 };

// Any order, and all steps in one chain.
tool("x")
  .reads()
  .timeout("30s")
  .output(Out)
  .describe("d")
  .idempotent()
  .input(In)
  .describeConstraints(false)
  .run(() => done);
tool("x")
  .output(Out)
  .mutates("high")
  .streams()
  .terminatesTurn()
  .input(In)
  .preview(() => tree())
  .timeout("500ms")
  .describe("d")
  .run(() => done);
base
  .mutates("low")
  .preview(async () => tree())
  .idempotent()
  .terminatesTurn()
  .run(async () => done);
command("c")
  .mutates("low")
  .streams()
  .describe("d")
  .timeout("2h")
  .idempotent()
  .run(() => ({}));
base.asks();
plainCommand.asks();
plainCommand.input(In).asks();

// Risk.
// @ts-expect-error what mutates is never read_only
base.mutates("read_only");
// @ts-expect-error
base.mutates();
// @ts-expect-error
base.mutates({ scope: "narrow" });
// @ts-expect-error
base.mutates({ scope: "tiny", reversible: true });
// @ts-expect-error
base.mutates({ risk: "low" });
// @ts-expect-error
base.reads("low");
// @ts-expect-error
base.asks({ key: ["path"] });

// One effect.
// @ts-expect-error a tool has one effect
base.reads().mutates("low");
// @ts-expect-error
base.mutates("low").reads();
// @ts-expect-error
base.mutates("low").asks();
// @ts-expect-error
base.reads().asks();
// @ts-expect-error a command has one effect
plainCommand.reads().mutates("low");
// @ts-expect-error
plainCommand.mutates("low").asks();

// What belongs to an effect.
// @ts-expect-error only a tool that .mutates() ends the turn
base.terminatesTurn();
// @ts-expect-error
base.reads().terminatesTurn();
// @ts-expect-error
base.asks().terminatesTurn();
// @ts-expect-error only a tool that .mutates() has a preview
base.reads().preview(() => tree());
// @ts-expect-error
base.preview(() => tree());
tool("t")
  .mutates("low")
  // @ts-expect-error call .input() first
  .preview(() => tree());
plainCommand
  .input(In)
  .reads()
  // @ts-expect-error
  .preview(() => tree());
plainCommand
  .mutates("low")
  // @ts-expect-error
  .preview(() => tree());

// Streaming.
// @ts-expect-error a tool that asks cannot stream
base.streams().asks();
// @ts-expect-error a command that asks cannot stream
plainCommand.streams().asks();
// @ts-expect-error streaming is already declared
base.reads().streams().streams();
// @ts-expect-error
command("c").streams().streams();
base
  .mutates("high")
  .spawns()
  .terminatesTurn()
  .run(() => done);
base
  .reads()
  .spawns()
  .run(() => done);
plainCommand
  .mutates("low")
  .spawns()
  .timeout("5m")
  .run(() => ({}));
// @ts-expect-error streaming is already declared
base.streams().spawns();
// @ts-expect-error
base.spawns().streams();
// @ts-expect-error
base.spawns().spawns();
// @ts-expect-error
command("c").streams().spawns();
// @ts-expect-error
command("c").spawns().streams();
// @ts-expect-error a tool that asks cannot stream
base.spawns().asks();
// @ts-expect-error a command that asks cannot stream
plainCommand.spawns().asks();

// Once.
// @ts-expect-error this step was already called
base.input(In);
// @ts-expect-error
base.output(Out);
// @ts-expect-error
base.describe("again");
// @ts-expect-error
plainCommand.describe("again");
// @ts-expect-error
command("c").input(In).input(In);

// Nothing after the last step, and not before the others.
// @ts-expect-error
base.asks().run(() => done);
base
  .reads()
  .run(() => done)
  // @ts-expect-error
  .timeout("1s");
// @ts-expect-error .reads() or .mutates() is missing
base.run(() => done);
tool("t")
  .input(In)
  .reads()
  // @ts-expect-error .describe() and .output() are missing
  .run(() => done);
// @ts-expect-error .describe() is missing
tool("t").input(In).output(Out).asks();
// @ts-expect-error .output() is missing
tool("t").describe("d").input(In).asks();
// @ts-expect-error .describe() is missing
command("c").asks();
plainCommand
  // @ts-expect-error
  .run(() => ({}));
command("c")
  .reads()
  // @ts-expect-error
  .run(() => ({}));

// Commands have no output schema and end no turn.
// @ts-expect-error
command("c").output(Out);
// @ts-expect-error
command("c").mutates("low").terminatesTurn();

// Durations.
base.timeout("1.5s").timeout("5m");
// @ts-expect-error
base.timeout("30");
// @ts-expect-error
base.timeout("2d");
// @ts-expect-error
base.timeout(30_000);

// The root of a schema is an object.
// @ts-expect-error
tool("t").input(z.string());
// @ts-expect-error
tool("t").input(z.array(z.string()));
// @ts-expect-error
tool("t").output(z.map(z.string(), z.string()));
// @ts-expect-error
tool("t").input(z.any());
// @ts-expect-error
tool("t").output(z.unknown());
// @ts-expect-error the fields alone are no schema
tool("t").input({ path: z.string() });
// @ts-expect-error JSON Schema is none either
tool("t").input({ type: "object", properties: {} });
// @ts-expect-error
command("c").input(z.string());
tool("t").input(z.object({}));
tool("t").input(z.record(z.string(), z.number()));
tool("t").input(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]));
tool("t").input(z.object({ a: z.string() }).transform((value) => value.a));
tool("t").input(z.object({ a: z.string() }).refine(() => true));
