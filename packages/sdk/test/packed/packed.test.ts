import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { publishedPackages } from "../../../../scripts/pack.mjs";
import { compilePlugin, writePlugin } from "./author.js";
import { type Consumer, type Ended, install, printed, root } from "./install.js";
import { endings } from "./realms.js";
import { rollServedBy } from "./served.js";

let consumer: Consumer;
beforeAll(async () => {
  consumer = await install();
}, 240_000);
afterAll(() => consumer?.remove());

/** What makes Node 20.19 and newer load the CommonJS build for require(), as tools that know no `module-sync` do. */
const commonJs = "--no-experimental-require-module";

/** The value names of each entry, from the lists that are committed. */
async function publicValues(): Promise<Record<string, string[]>> {
  const lists = await Promise.all(
    publishedPackages(root)
      .map(({ folder }) => join(folder, "api.txt"))
      // A program has none.
      .filter((file) => existsSync(file))
      .map((file) => readFile(file, "utf8")),
  );
  const sections = lists.flatMap((list) => list.split("\n\n")).map((section) => section.trim().split("\n"));
  const valuesOf = (lines: readonly string[]) =>
    lines
      .filter((line) => line.includes(": value"))
      .map((line) => line.trim().replace(/:.*/, ""))
      .sort();
  return Object.fromEntries(sections.map(([entry = "", ...lines]) => [entry, valuesOf(lines)]));
}

describe("the packages, installed from their tarballs", () => {
  test.each([
    ["import", ["loads.mjs"]],
    ["require()", ["loads.cjs"]],
    ["require() of the CommonJS build", [commonJs, "loads.cjs"]],
  ])("export with %s what is listed, and serve a plugin", async (_way, args) => {
    const { names, events } = printed(await consumer.node(args));
    expect(names).toEqual(await publicValues());
    expect(events).toEqual([{ result: { text: "a.txt" } }]);
  });

  test("refuse every path that is no entry", async () => {
    const answers = Object.values(printed(await consumer.node(["deep.mjs"])));
    expect(answers).toHaveLength(8);
    for (const answer of answers) expect(answer).toEqual(Array(2).fill("ERR_PACKAGE_PATH_NOT_EXPORTED"));
  });

  test.each(["@bufbuild/protobuf", "zod"])("bring one copy of %s", async (name) => {
    const paths = Object.keys(await lockedPackages(consumer.folder));
    expect(paths.filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([`node_modules/${name}`]);
  });
});

describe("import and require() in one process", () => {
  const crossings = ["cjs", "esm"].flatMap((defining) => ["cjs", "esm"].map((serving) => [defining, serving]));

  test("give the same module in Node", async () => {
    expect(printed(await consumer.node(["mixed.cjs"]))).toMatchObject({ oneModule: true });
  });

  describe("give two copies where CommonJS is asked for", () => {
    let ended: Ended;
    beforeAll(async () => {
      ended = await consumer.node([commonJs, "mixed.cjs"]);
    }, 60_000);

    test.each(crossings)("an error of either reaches the caller whole: defined in %s, served by %s", (...copies) => {
      const { oneModule, events } = printed(ended);
      expect(oneModule).toBe(false);
      for (const throwing of ["cjs", "esm"]) {
        expect(events).toHaveProperty(`${copies.join(" ")} throws_${throwing}`, [
          {
            error: "CONCURRENCY_CONFLICT",
            message: `busy in ${throwing}`,
            retryable: true,
            details: { by: throwing },
          },
        ]);
      }
    });

    test.each(crossings)("exec() of either runs in the call: defined in %s, served by %s", (...copies) => {
      for (const running of ["cjs", "esm"]) {
        expect(printed(ended)["events"]).toHaveProperty(`${copies.join(" ")} exec_${running}`, [
          { result: { text: join(consumer.folder, "realms") } },
        ]);
      }
    });

    test.each(crossings)("a class decorated by either has its tools: defined in %s, served by %s", (...copies) => {
      for (const decorating of ["cjs", "esm"]) {
        expect(printed(ended)["events"]).toHaveProperty(`${copies.join(" ")} class_${decorating}`, [
          { result: { text: "hello x" } },
        ]);
      }
    });

    test.each(crossings)(
      "a stray error is attributed once, to its own call: defined in %s, served by %s",
      (...copies) => {
        const [defining, serving] = copies;
        const message = `stray of ${defining} in ${serving}`;
        const name = `stray_${defining}_${serving}`;
        expect(printed(ended)["events"]).toHaveProperty(`${defining} ${serving} ${name}`, [
          expect.objectContaining({ error: "UNKNOWN", message: `an error was not caught: ${message}` }),
        ]);
        const lines = ended.stderr.split("\n").filter((line) => line.includes(message));
        expect(lines).toEqual([expect.stringContaining(`in call 1 of ${name}, which fails with it`)]);
      },
    );
  });

  test("leave a stray error to the copy whose call it is, where the other one owns the process", async () => {
    const args = ["beside-served.cjs", "--listen", "127.0.0.1:0", "--no-token"];
    const { code, stderr } = await consumer.node([commonJs, ...args]);
    const lines = stderr.split("\n").filter((line) => line.includes("stray beside"));
    expect(lines).toEqual([expect.stringContaining("in call 1 of stray, which fails with it")]);
    expect(code).toBe(0);
  });

  test.each([
    ["one module", []],
    ["two copies", [commonJs]],
  ])("leave to Node what comes from no call: %s", async (_case, flags) => {
    const { code, stderr } = await consumer.node([...flags, "mixed.cjs", "foreign"]);
    expect(code).toBe(1);
    expect(stderr).toContain("the host's own mistake");
  });
});

describe("the events of a call", () => {
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const config = (file: string) =>
    JSON.stringify({
      rootDir: join(consumer.folder, "realms"),
      cacheDirectory: join(consumer.folder, "jest-cache"),
      testMatch: [`**/${file}`],
      moduleFileExtensions: ["js", "mjs", "cjs", "json", "node"],
      transform: {},
    });

  async function eventsOf(args: readonly string[]): Promise<Record<string, readonly unknown[]>> {
    const file = join(consumer.folder, "events.json");
    const { code, stdout, stderr } = await consumer.node(args, { EVENTS_FILE: file });
    if (code !== 0) throw new Error(`${stdout}${stderr}`);
    return JSON.parse(await readFile(file, "utf8"));
  }

  let reference: Record<string, readonly unknown[]>;
  beforeAll(async () => {
    reference = await eventsOf(["realms/realms.test.mjs"]);
  }, 60_000);

  test("are right when run by node:test from an ES module", () => {
    const last = Object.fromEntries(Object.entries(reference).map(([name, events]) => [name, events.at(-1)]));
    expect(Object.keys(last).sort()).toEqual(Object.keys(endings).sort());
    expect(last).toMatchObject(endings);
  });

  test.each<[string, () => string[]]>([
    ["node:test from CommonJS", () => [commonJs, "realms/realms.test.cjs"]],
    ["Jest from an ES module", () => ["--experimental-vm-modules", jest, "--config", config("realms.test.mjs")]],
    ["Jest from CommonJS", () => [jest, "--config", config("realms.test.cjs")]],
  ])("are the same when run by %s", async (_runner, args) => {
    expect(await eventsOf(args())).toEqual(reference);
  });
});

describe("the plugin that the README shows", () => {
  const rolled = { name: "result", payload: { result: expect.any(Number) } };

  test.each<[string, "module" | "commonjs", object]>([
    ["node16 from an ES module", "module", { module: "node16" }],
    ["node16 from CommonJS", "commonjs", { module: "node16" }],
  ])(
    "compiles and runs with %s",
    async (name, type, options) => {
      const folder = await writePlugin(consumer, name.replaceAll(" ", "-"), type);
      expect(await compilePlugin(consumer, folder, options)).toBe("");
      expect(await rollServedBy(["main.js"], folder)).toMatchObject(rolled);
    },
    120_000,
  );

  describe("for a bundler", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await writePlugin(consumer, "bundled", "module");
    });

    test("compiles", async () => {
      const options = { module: "esnext", moduleResolution: "bundler", noEmit: true };
      expect(await compilePlugin(consumer, folder, options)).toBe("");
    }, 120_000);

    test.each(["esm", "cjs"] as const)(
      "runs as one %s file, away from every package",
      async (format) => {
        const alone = await mkdtemp(join(tmpdir(), "bundle-"));
        try {
          const outfile = join(alone, format === "esm" ? "main.mjs" : "main.cjs");
          await build({ entryPoints: [join(folder, "main.ts")], bundle: true, platform: "node", format, outfile });
          expect(await readdir(alone)).toHaveLength(1);
          expect(await rollServedBy([outfile], alone)).toMatchObject(rolled);
        } finally {
          await rm(alone, { recursive: true });
        }
      },
      60_000,
    );
  });
});

async function lockedPackages(folder: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")).packages;
}
