import {
  type CommandDefinition,
  command,
  definePlugin,
  type Plugin,
  secret,
  type ToolDefinition,
  tool,
} from "@plugwright/sdk";
import * as z from "zod";

/** The steps without their types: which may follow which is what the loops below decide. */
interface Steps {
  describe(text: string): Steps;
  input(schema: z.ZodType): Steps;
  output(schema: z.ZodType): Steps;
  reads(options?: object): Steps;
  mutates(risk: string | object, options?: object): Steps;
  streams(): Steps;
  spawns(): Steps;
  timeout(limit: string): Steps;
  idempotent(): Steps;
  terminatesTurn(): Steps;
  run(handler: () => object): unknown;
  asks(): unknown;
}

type Choice = readonly [suffix: string, add: (steps: Steps) => Steps];

const nothing: Choice = ["", (steps) => steps];
const streams: Choice = ["_stream", (steps) => steps.streams()];
const spawns: Choice = ["_spawn", (steps) => steps.spawns()];
const timeout: Choice = ["_1500ms", (steps) => steps.timeout("1.5s")];
const idempotent: Choice = ["_idempotent", (steps) => steps.idempotent()];
const ends: Choice = ["_ends", (steps) => steps.terminatesTurn()];
const key = { key: ["path", "line"] };

const reads: readonly Choice[] = [
  ["reads", (steps) => steps.reads()],
  ["reads_key", (steps) => steps.reads(key)],
  ["reads_exclusive", (steps) => steps.reads({ exclusive: true })],
];
const mutates: readonly Choice[] = ["low", "moderate", "high", "critical"].flatMap((risk): Choice[] => [
  [`mutates_${risk}`, (steps) => steps.mutates(risk)],
  [`mutates_${risk}_key`, (steps) => steps.mutates(risk, key)],
  [`mutates_${risk}_free`, (steps) => steps.mutates(risk, { neverConflicts: true })],
]);
const facts: readonly Choice[] = ["narrow", "bounded", "broad", "unpredictable", "wide"].flatMap((scope): Choice[] => [
  [`facts_${scope}`, (steps) => steps.mutates({ scope, reversible: true })],
  [`facts_${scope}_final`, (steps) => steps.mutates({ scope, reversible: false })],
]);
const timeouts: readonly Choice[] = ["500ms", "2h"].map((limit) => [
  `timeout_${limit}`,
  (steps) => steps.reads().timeout(limit),
]);

/** A plugin with every legal combination of steps, its lists in an order of the caller's choice. */
export function definePluginOfAll(order: <T>(list: readonly T[]) => readonly T[]): Plugin {
  const input = z.object({ path: z.string().describe("where"), line: z.number() });
  const output = z.object({ text: z.string() });
  const newTool = (name: string) => steps(tool(name)).describe("does it").input(input).output(output);
  const newCommand = (name: string) => steps(command(name)).describe("does it").input(input);
  const tools = [...operations(newTool, [nothing, ends]), newTool("asks").asks()];
  const commands = [...operations(newCommand, [nothing]), steps(command("asks")).describe("does it").asks()];
  return definePlugin({
    name: "all",
    version: "1.0.0",
    source: "github.com/acme/all",
    config: z.object({ token: secret(z.string()) }),
    tools: order(tools as ToolDefinition<never, unknown, unknown, unknown>[]),
    commands: order(commands as CommandDefinition<never, unknown, unknown>[]),
    prompts: order(["a-prompt", "b-prompt"]).map((name) => ({ name, description: "d", template: "{x}" })),
  });
}

function operations(begin: (name: string) => Steps, endings: readonly Choice[]): unknown[] {
  const lines = [
    ...combine(reads, [nothing, streams, spawns], [nothing, timeout]),
    ...combine(mutates, [nothing, streams, spawns], [nothing, timeout], [nothing, idempotent], endings),
    ...facts,
    ...timeouts,
  ];
  return lines.map(([name, add]) => add(begin(name)).run(() => ({ text: "" })));
}

/** Every choice of the first list with every choice of each other list. */
function combine(first: readonly Choice[], ...others: readonly (readonly Choice[])[]): readonly Choice[] {
  return others.reduce(
    (sofar, list) =>
      sofar.flatMap(([name, before]) => list.map(([suffix, add]): Choice => [name + suffix, (s) => add(before(s))])),
    first,
  );
}

function steps(builder: object): Steps {
  return builder as Steps;
}
