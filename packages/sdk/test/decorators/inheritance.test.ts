import { describe, expect, test } from "@jest/globals";
import { definePlugin, type MutatingCall, type OutputOf, operationKey, text } from "@plugwright/sdk";
import { Preview, Tool } from "@plugwright/sdk/decorators";
import * as z from "zod";
import { faultsOf, id, run } from "./running.js";

const In = z.object({ path: z.string() });
const Out = z.object({ told: z.string() });
type Args = OutputOf<typeof In>;
const reads = { description: "parent's", input: In, output: Out, reads: true } as const;
const mutates = { description: "parent's", input: In, output: Out, mutates: "low" } as const;

class Parent {
  greeting = "parent";

  @Tool(reads)
  read(_: Args) {
    return { told: this.greeting };
  }

  @Tool(mutates)
  write({ path }: Args, _: MutatingCall) {
    return { told: `${this.greeting} wrote ${path}` };
  }

  @Preview("write")
  previewWrite({ path }: Args) {
    return text(`${this.greeting} would write ${path}`);
  }
}

class Child extends Parent {
  override greeting = "child";

  // Not decorated: the parent's declaration holds, and this is what runs.
  override read(args: Args) {
    return { told: `child's ${super.read(args).told}` };
  }

  @Tool(reads)
  more() {
    return { told: "more" };
  }
}

class Grandchild extends Child {
  @Tool({ ...mutates, description: "grandchild's", mutates: "high" })
  override write() {
    return { told: "grandchild" };
  }
}

class Silent extends Parent {}

const pluginOf = (...providers: (new () => object)[]) => definePlugin({ ...id, providers });
const toolsOf = (provider: new () => object) =>
  pluginOf(provider).tools.map((tool) => {
    const { name, description, effect, preview } = tool[operationKey];
    return `${name}: ${description}, ${effect.risk}, ${preview === undefined ? "no preview" : "a preview"}`;
  });

describe("a subclass", () => {
  test("has its parent's tools, and the parent has none of its own", () => {
    expect(toolsOf(Child)).toEqual([
      "more: parent's, read_only, no preview",
      "read: parent's, read_only, no preview",
      "write: parent's, low, a preview",
    ]);
    expect(toolsOf(Parent)).toEqual(["read: parent's, read_only, no preview", "write: parent's, low, a preview"]);
    expect(toolsOf(Silent)).toEqual(toolsOf(Parent));
  });

  test("runs its override, on its own instance, and so does a preview", async () => {
    const running = run(pluginOf(Child));
    expect(await running.tool("read", { path: "a" })).toEqual({ told: "child's child" });
    expect(await running.tool("write", { path: "a" })).toEqual({ told: "child wrote a" });
    expect(await running.preview("write", { path: "a" })).toMatchObject({ content: "child would write a" });
    await running.close();
  });

  test("replaces a declaration with a decorator of its own, the parent's preview included", async () => {
    expect(toolsOf(Grandchild)).toEqual([
      "more: parent's, read_only, no preview",
      "read: parent's, read_only, no preview",
      "write: grandchild's, high, no preview",
    ]);
    const running = run(pluginOf(Grandchild));
    expect(await running.tool("write", { path: "a" })).toEqual({ told: "grandchild" });
    await running.close();
  });

  test("can override a preview, with a decorator or without", async () => {
    class Overrides extends Parent {
      override previewWrite() {
        return text("overridden");
      }
    }
    class Declares extends Overrides {
      @Preview("write")
      another() {
        return text("declared");
      }
    }
    const first = run(pluginOf(Overrides));
    const second = run(pluginOf(Declares));
    expect(await first.preview("write", { path: "a" })).toMatchObject({ content: "overridden" });
    expect(await second.preview("write", { path: "a" })).toMatchObject({ content: "declared" });
  });

  test("can give a tool another name", () => {
    class Renamed extends Parent {
      @Tool({ ...reads, name: "read_it" })
      override read(args: Args) {
        return super.read(args);
      }
    }
    expect(pluginOf(Renamed).tools.map(({ name }) => name)).toEqual(["read_it", "write"]);
  });

  test("shares its tools' names with its parent, so that both cannot be in one plugin", () => {
    expect(faultsOf({ providers: [Parent, Silent] })).toEqual([
      'tool "read": the name is taken 2 times: by providers[0].read and providers[1].read. Hint: give each tool a name of its own',
      'tool "write": the name is taken 2 times: by providers[0].write and providers[1].write. Hint: give each tool a name of its own',
    ]);
  });
});

test("siblings do not see each other", () => {
  class One extends Parent {
    @Tool(reads)
    one() {
      return { told: "" };
    }
  }
  class Two extends Parent {
    @Tool(reads)
    two() {
      return { told: "" };
    }
  }
  expect(pluginOf(One).tools.map(({ name }) => name)).toEqual(["one", "read", "write"]);
  expect(pluginOf(Two).tools.map(({ name }) => name)).toEqual(["read", "two", "write"]);
});

test("a class made by a function is another one each time", async () => {
  function make(word: string, name: string) {
    return class {
      @Tool({ ...reads, name })
      say() {
        return { told: word };
      }
    };
  }
  const running = run(pluginOf(make("a", "say_a"), make("b", "say_b")));
  expect(await running.tool("say_a", { path: "" })).toEqual({ told: "a" });
  expect(await running.tool("say_b", { path: "" })).toEqual({ told: "b" });
  await running.close();
});
