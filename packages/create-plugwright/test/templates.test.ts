import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../interop/driver/go.js";
import { type GoHost, startGoHost } from "../../../interop/driver/go-host.js";
import { commandRpc, launchOptions, toolRpc } from "../../sdk/test/kernel-lane/setup.js";
import { runners } from "../src/runners.js";
import { templates } from "../src/templates.js";
import { type Beginning, begin } from "./support/from-nothing.js";

/** Each template once, and each runner. `npm run test:templates` takes all. */
const some = [
  ["tools", "jest"],
  ["process", "node"],
  ["slash-commands", "vitest"],
  ["decorators", "vitest"],
] as const;
const all = templates.flatMap((template) => runners.map((runner) => [template.name, runner.name] as const));
const chosen = process.env["TEMPLATES"] === "all" ? all : some;

/** What each is launched with, and whether it serves tools. */
const called = {
  tools: { method: toolRpc("Invoke"), call: { toolName: "list_files", arguments: {} } },
  process: { method: toolRpc("Invoke"), call: { toolName: "bash", arguments: { command: "exit 3" } } },
  "slash-commands": { method: commandRpc("Invoke"), call: { name: "changelog", arguments: {} } },
  decorators: { method: toolRpc("Invoke"), call: { toolName: "list_files", arguments: {} } },
} as const;

test("what CI takes has each template and each runner", () => {
  expect(new Set(some.map(([template]) => template))).toEqual(new Set(templates.map(({ name }) => name)));
  expect(new Set(some.map(([, runner]) => runner))).toEqual(new Set(runners.map(({ name }) => name)));
});

await describeWithGo("from nothing to a plugin that the kernel's host launches", () => {
  let beginning: Beginning;
  let host: GoHost;
  beforeAll(async () => {
    [beginning, host] = await Promise.all([begin(), startGoHost()]);
  }, 300_000);
  afterAll(async () => {
    await host.close();
    beginning.remove();
  });

  test.each(chosen)(
    "%s, with %s",
    async (template, runner) => {
      const started = performance.now();
      const name = `my-${template}-${runner}`;
      const args = ["--template", template, "--test-runner", runner, "--packages", beginning.tarballs];
      const told = await beginning.create(name, ...args);
      const created = (performance.now() - started) / 1000;
      expect(told).toContain(`\nNow:\n  cd ${name}\n  npm run dev\n`);
      const project = join(beginning.folder, name);
      const steps: string[] = [];
      for (const step of ["typecheck", "test", "build"]) {
        const begun = performance.now();
        await beginning.run(project, "npm", "run", step);
        steps.push(`${step} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
      }
      const total = ((performance.now() - started) / 1000).toFixed(1);
      console.info(
        `${template}, ${runner}: from nothing to green ${total} s (create ${created.toFixed(1)} s, ${steps.join(", ")})`,
      );

      const built = readdirSync(join(project, "dist")).filter((file) => !file.includes("."));
      expect(built).toEqual(template === "slash-commands" ? [`${name}-slashcommand`, `${name}-tool`] : [name]);
      const { method, call } = called[template as keyof typeof called];
      const plugin = await host.launch(launchOptions(join(project, "dist", built[0] ?? "")));
      try {
        const describe = method.replace("Invoke", "Describe");
        const source = `github.com/you/${name}`;
        expect(await plugin.call({ method: describe })).toMatchObject({
          code: "OK",
          messages: [{ producer: { name, version: "0.1.0", source } }],
        });
        const { code, messages } = await plugin.call({
          method,
          messages: [{ call: { id: "1", ...call, callContext: { workingDirectory: project } } }],
        });
        expect(code).toBe("OK");
        const last = Object(messages?.at(-1)).event;
        expect(last).toMatchObject({ result: {} });
      } finally {
        await plugin.kill();
      }
      expect(existsSync(join(project, ".gitignore"))).toBe(true);
    },
    300_000,
  );
});
