import { describe, expect, test } from "@jest/globals";
import {
  type Call,
  definePlugin,
  type MutatingCall,
  type OutputOf,
  type PreviewCall,
  text,
  tool,
} from "@plugwright/sdk";
import { Command, Preview, Tool } from "@plugwright/sdk/decorators";
import * as z from "zod";
import { until } from "../support/until.js";
import { id, run } from "./running.js";

const config = z.object({ root: z.string().default("/"), refuse: z.boolean().default(false) });
type Config = z.output<typeof config>;

const In = z.object({ path: z.string().default("a"), wait: z.boolean().default(false) });
const Out = z.object({ told: z.string() });

let made: string[] = [];
let closed: string[] = [];
let releases: (() => void)[] = [];

function setUp(): void {
  made = [];
  closed = [];
  releases = [];
}

class Files {
  calls = 0;

  constructor(private readonly config: Config) {
    if (config.refuse) throw new Error(`no access to ${config.root}`);
    made.push(`Files ${config.root}`);
  }

  @Tool({ description: "d", input: In, output: Out, mutates: "low" })
  async tell({ path, wait }: OutputOf<typeof In>, call: MutatingCall) {
    this.calls++;
    call.did("told");
    if (wait) await new Promise<void>((resolve) => releases.push(resolve));
    return { told: `${this.config.root}${path} ${this.calls}` };
  }

  @Preview("tell")
  async previewTell({ path }: OutputOf<typeof In>, _: PreviewCall) {
    return text(`would tell ${this.config.root}${path}, ${this.calls} were told`);
  }

  @Command({ description: "d", reads: true })
  count() {
    return { calls: this.calls };
  }

  async close() {
    closed.push(`Files ${this.config.root}`);
  }
}

const plugin = definePlugin({ ...id, config, providers: [Files] });

describe("an instance of a class", () => {
  test("is made when the plugin is configured, and `this` in tool, command and preview", async () => {
    setUp();
    const running = run(plugin);
    expect(made).toEqual([]);
    expect(await running.configure({ root: "/r/" })).toBeUndefined();
    expect(made).toEqual(["Files /r/"]);
    expect(await running.tool("tell", { path: "x" })).toEqual({ told: "/r/x 1" });
    expect(await running.tool("tell")).toEqual({ told: "/r/a 2" });
    expect(await running.command("count")).toEqual({ calls: 2 });
    expect(await running.preview("tell")).toMatchObject({ content: "would tell /r/a, 2 were told" });
    expect(await running.configure({ root: "/r/" })).toBeUndefined();
    expect(made).toEqual(["Files /r/"]);
    await running.close();
    expect(closed).toEqual(["Files /r/"]);
  });

  test("is made by the first call of a plugin that was not configured", async () => {
    setUp();
    const running = run(plugin);
    expect(await running.tool("tell")).toEqual({ told: "/a 1" });
    await running.close();
    expect([made, closed]).toEqual([["Files /"], ["Files /"]]);
  });

  test("belongs to one configuration: a call in flight keeps its own, which is closed after it", async () => {
    setUp();
    const running = run(plugin);
    await running.configure({ root: "/old/" });
    const waiting = running.tool("tell", { wait: true });
    await until("the call is in its method", () => releases.length > 0);
    await running.configure({ root: "/new/" });
    expect(await running.tool("tell")).toEqual({ told: "/new/a 1" });
    expect(closed).toEqual([]);
    releases[0]?.();
    expect(await waiting).toEqual({ told: "/old/a 1" });
    await until("the old instance is closed", () => closed.length > 0);
    expect(closed).toEqual(["Files /old/"]);
    await running.close();
    expect(closed).toEqual(["Files /old/", "Files /new/"]);
  });

  test("does not know that of another plugin with the same class", async () => {
    setUp();
    const other = run(definePlugin({ ...id, name: "other", config, providers: [Files] }));
    const running = run(plugin);
    await running.configure({ root: "/a/" });
    await other.configure({ root: "/b/" });
    expect(await running.tool("tell")).toEqual({ told: "/a/a 1" });
    expect(await other.tool("tell")).toEqual({ told: "/b/a 1" });
    await running.close();
    expect(await other.tool("tell")).toEqual({ told: "/b/a 2" });
    await other.close();
  });
});

describe("a constructor that throws", () => {
  test("fails Configure with its text; what had been made is closed, and the plugin stays as it was", async () => {
    setUp();
    class First {
      @Tool({ description: "d", input: z.object({}), output: z.object({}), reads: true })
      first() {
        return {};
      }
      [Symbol.dispose]() {
        closed.push("First");
      }
    }
    const setup = () => "ctx";
    const close = (ctx: string) => void closed.push(ctx);
    const running = run(definePlugin({ ...id, config, setup, close, providers: [First, Files] }));
    await running.configure({ root: "/good/" });
    expect(await running.configure({ root: "/bad/", refuse: true })).toBe("no access to /bad/");
    await until("what had been made is closed", () => closed.length === 2);
    expect(closed).toEqual(["First", "ctx"]);
    expect(await running.tool("tell")).toEqual({ told: "/good/a 1" });
    await running.close();
  });
});

describe("closing", () => {
  const Nothing = z.object({});
  const declared = { description: "d", input: Nothing, output: Nothing, reads: true } as const;

  test("calls [Symbol.asyncDispose] rather than close, and both before what setup made is closed", async () => {
    setUp();
    class Session {
      @Tool(declared)
      a() {
        return {};
      }
      close() {
        closed.push("close");
      }
      async [Symbol.asyncDispose]() {
        await new Promise((resolve) => setTimeout(resolve, 5));
        closed.push("disposed");
      }
    }
    const setup = () => "ctx";
    const running = run(definePlugin({ ...id, setup, close: (ctx) => void closed.push(ctx), providers: [Session] }));
    await running.tool("a");
    await running.close();
    expect(closed).toEqual(["disposed", "ctx"]);
  });

  test("never calls a tool that is named close", async () => {
    setUp();
    class Door {
      @Tool(declared)
      close() {
        closed.push("the door");
        return {};
      }
    }
    const running = run(definePlugin({ ...id, providers: [Door] }));
    await running.tool("close");
    await running.close();
    expect(closed).toEqual(["the door"]);
  });

  test("logs what fails, and goes on", async () => {
    setUp();
    class Broken {
      @Tool(declared)
      a() {
        return {};
      }
      close() {
        throw new Error("it is stuck");
      }
    }
    class Fine {
      @Tool(declared)
      b() {
        return {};
      }
      close() {
        closed.push("Fine");
      }
    }
    const running = run(definePlugin({ ...id, providers: [Broken, Fine] }));
    await running.tool("a");
    await running.close();
    expect(closed).toEqual(["Fine"]);
    expect(running.log()).toContainEqual("closing the instance of Broken failed: it is stuck");
  });

  test("does not wait for ever, so that what setup made is still closed", async () => {
    setUp();
    class Hanging {
      @Tool(declared)
      a() {
        return {};
      }
      close() {
        return new Promise(() => undefined);
      }
    }
    const setup = () => "ctx";
    const running = run(definePlugin({ ...id, setup, close: (ctx) => void closed.push(ctx), providers: [Hanging] }));
    await running.tool("a");
    await running.close();
    expect(closed).toEqual(["ctx"]);
  });
});

test("classes, tools of a builder and setup stand side by side in one plugin", async () => {
  setUp();
  const shared = tool<Config, { readonly db: string }>("shared")
    .describe("d")
    .input(z.object({}))
    .output(Out)
    .reads()
    .run((_, call) => ({ told: `${call.ctx.db} ${call.config.root}` }));
  class Ctx {
    @Tool({ description: "d", input: z.object({}), output: Out, reads: true })
    ctx(_: object, call: Call) {
      return { told: JSON.stringify([call.ctx, call.config]) };
    }
  }
  const running = run(
    definePlugin({ ...id, config, setup: async () => ({ db: "db" }), tools: [shared], providers: [Files, Ctx] }),
  );
  await running.configure({ root: "/r/" });
  expect(await running.tool("shared")).toEqual({ told: "db /r/" });
  expect(await running.tool("ctx")).toEqual({ told: '[{"db":"db"},{"root":"/r/","refuse":false}]' });
  expect(await running.tool("tell")).toEqual({ told: "/r/a 1" });
  await running.close();
});
