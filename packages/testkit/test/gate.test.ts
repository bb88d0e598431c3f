import { afterEach, describe, expect, test } from "@jest/globals";
import { command, definePlugin, text, tool } from "@plugwright/sdk";
import {
  type Approval,
  type KernelOptions,
  type PlanItem,
  type PolicyRule,
  startKernel,
  type TestKernel,
} from "@plugwright/testkit";
import * as z from "zod";
import { verifies } from "../../sdk/test/verifies.js";
import { decide } from "../src/gate/policy.js";

const path = z.object({ path: z.string() });
const done = z.object({ did: z.string() });
const read = tool("read")
  .describe("Reads.")
  .input(path)
  .output(done)
  .reads()
  .run(({ path }) => ({ did: path }));
const write = tool("write")
  .describe("Writes.")
  .input(path)
  .output(done)
  .mutates("moderate", { key: ["path"] })
  .preview(({ path }) => text(`would write ${path}`))
  .run(({ path }) => ({ did: path }));
const shell = tool("shell")
  .describe("Runs.")
  .input(path)
  .output(done)
  .mutates("high")
  .run(({ path }) => ({ did: path }));
const finish = tool("finish")
  .describe("Ends the turn.")
  .input(path)
  .output(done)
  .mutates("low")
  .terminatesTurn()
  .run(({ path }) => ({ did: path }));
const ask = tool("ask")
  .describe("Asks.")
  .input(z.object({}))
  .output(z.object({ answer: z.string() }))
  .asks();
const deploy = command("deploy")
  .describe("Deploys.")
  .input(path)
  .mutates("critical")
  .run(({ path }) => ({ did: path }));
const identity = { version: "1.0.0", source: "github.com/acme/p" };
const plugin = definePlugin({ name: "files", ...identity, tools: [read, write, shell, finish, ask] });
const operator = definePlugin({ name: "operator", ...identity, commands: [deploy] });

let kernel: TestKernel;
afterEach(() => kernel.close());

async function start(policy: readonly PolicyRule[], more: Partial<KernelOptions> = {}): Promise<void> {
  kernel = await startKernel({ providers: [{ plugin }, { plugin: operator }], policy, ...more });
}

/** Which of the tools are run under a policy. */
async function runs(policy: readonly PolicyRule[]): Promise<string[]> {
  await start(policy, { answer: () => ({ answer: "a" }) });
  const calls = [read, write, shell, finish].map((tool) => ({ tool, args: { path: "a" } }));
  const { results } = await kernel.message([...calls, { tool: ask }]);
  await kernel.close();
  return results.filter(({ denied }) => denied === undefined).map(({ operation }) => operation.name);
}

describe("a rule matches on", () => {
  test.each([
    ["kind", { kind: "resource" }, ["read", "ask"]],
    ["risk", { risk: ["moderate", "high"] }, ["read", "finish", "ask"]],
    ["name", { name: "write" }, ["read", "shell", "finish", "ask"]],
    ["provider", { provider: "files" }, []],
    ["another provider", { provider: "operator" }, ["read", "write", "shell", "finish", "ask"]],
    ["kind and risk together", { kind: "data_source", risk: "high" }, ["read", "write", "shell", "finish", "ask"]],
  ] as const)("%s", async (_, match, expected) => {
    verifies("TOOL-05");
    expect(await runs([{ ...match, decision: "deny" }])).toEqual(expected);
  });

  test("the first that matches decides", async () => {
    expect(
      await runs([
        { name: "shell", decision: "allow" },
        { kind: "resource", decision: "deny" },
      ]),
    ).toEqual(["read", "shell", "ask"]);
  });
});

test("whether a call is asked about depends on its kind alone, whatever its risk", async () => {
  verifies("TOOL-03", "RUN-47");
  const asked: string[] = [];
  await start([{ decision: "ask" }], {
    approve({ operation }) {
      asked.push(operation.name);
      return "allow";
    },
    answer: () => ({ answer: "a" }),
  });
  const { results, plan } = await kernel.message([
    { tool: read, args: { path: "a" } },
    { tool: ask },
    { tool: finish, args: { path: "a" } },
    { tool: write, args: { path: "a" } },
  ]);
  expect(asked).toEqual(["finish", "write"]);
  expect(plan.map(({ operation }) => operation.name)).toEqual(["finish", "write"]);
  expect(results.every(({ result }) => result !== undefined)).toBe(true);
});

test("the call that ends the turn passes the gate like every resource", async () => {
  verifies("TOOL-49");
  await start([{ name: "finish", decision: "deny" }]);
  const denied = await kernel.message([{ tool: finish, args: { path: "a" } }]);
  expect(denied).toMatchObject({ done: undefined, plan: [{ risk: "low", decision: "deny" }] });
  await kernel.close();
  await start([]);
  expect((await kernel.message([{ tool: finish, args: { path: "a" } }])).done).toMatchObject({ by: "terminates_turn" });
});

test("an operation of no kind is denied, whatever the policy says", () => {
  verifies("RUN-39");
  const unknown = { name: "x", provider: "p", risk: "low", kind: undefined } as const;
  expect(decide([{ decision: "allow" }], unknown).decision).toBe("deny");
  expect(decide([{ decision: "allow" }], { ...unknown, kind: "resource" }).decision).toBe("allow");
});

describe("the plan", () => {
  test("holds what changes something, with its preview, before anything of it runs", async () => {
    verifies("RUN-47");
    const items: PlanItem[] = [];
    await start([{ kind: "resource", decision: "ask" }], {
      approve(item) {
        items.push(item);
        return "allow";
      },
    });
    const { results } = await kernel.message([
      { tool: write, args: { path: "a.txt" } },
      { tool: shell, args: { path: "ls" } },
    ]);
    expect(items).toMatchObject([
      {
        callId: "call-1",
        operation: { type: "tool", name: "write", provider: "files" },
        description: "Writes.",
        kind: "resource",
        risk: "moderate",
        args: { path: "a.txt" },
        preview: { root: { node: { case: "text", value: { content: "would write a.txt" } } } },
        decision: "ask",
      },
      { operation: { name: "shell" }, preview: undefined },
    ]);
    expect(results.map(({ preview }) => preview !== undefined)).toEqual([true, false]);
  });

  test("reading does not wait for it", async () => {
    let hasRead = (): void => {};
    const reading = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    await start([{ kind: "resource", decision: "ask" }], {
      approve: () => reading.then(() => "allow" as const),
      afterCall: ({ operation }) => void (operation.name === "read" && hasRead()),
    });
    const { results } = await kernel.message([
      { tool: write, args: { path: "a" } },
      { tool: read, args: { path: "a" } },
    ]);
    expect(results.map(({ result }) => result)).toEqual([{ did: "a" }, { did: "a" }]);
  });
});

describe("asked about", () => {
  const answering = async (approval: Approval | undefined) => {
    await start([{ name: "write", decision: "ask" }], approval === undefined ? {} : { approve: () => approval });
    return kernel.call(write, { path: "a" });
  };

  test("allowed, it runs", async () => {
    expect(await answering("allow")).toMatchObject({ result: { did: "a" }, denied: undefined, attempts: 1 });
  });

  test("allowed with other arguments, it runs with those", async () => {
    const report = await answering({ decision: "allow", args: { path: "b" } });
    expect(report).toMatchObject({ args: { path: "b" }, result: { did: "b" } });
  });

  test("other arguments are validated again", async () => {
    const report = await answering({ decision: "allow", args: { pth: "b" } });
    expect(report).toMatchObject({
      attempts: 0,
      error: {
        category: "invalid_arguments",
        message: "the approver's arguments: the arguments break the input schema: path: required, but missing",
      },
    });
  });

  test("denied, the model reads why", async () => {
    const report = await answering({ decision: "deny", reason: "not on a Friday" });
    expect(report).toMatchObject({
      attempts: 0,
      result: undefined,
      error: undefined,
      denied: { by: "the approver" },
      text: "write was not run: it was denied by the approver: not on a Friday",
    });
  });

  test("nobody there to be asked, it is denied with a hint", async () => {
    expect((await answering(undefined)).text).toBe(
      "write was not run: it was denied by the kernel: rule 1 of the policy says ask, and startKernel was given no `approve`",
    );
  });
});

test("commands pass the same gate", async () => {
  await start([{ risk: "critical", decision: "deny" }]);
  expect(await kernel.command(deploy, "prod")).toMatchObject({ attempts: 0, denied: { by: "rule 1 of the policy" } });
});
