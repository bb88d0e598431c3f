import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { ToolService } from "@plugwright/protocol/tool";
import { bareEnvironment, killAll, launch } from "./support/kernel.js";
import { runProgram } from "./support/program.js";
import { newFolder, type Project, project, removeFolders } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

/** What is running, for tests that fail. */
const running = new Set<{ stop(): Promise<unknown> }>();
afterEach(async () => {
  await Promise.all([...running].map((one) => one.stop()));
  await killAll();
});
afterAll(removeFolders);

/** `plugwright dev --json` in a project. */
function dev({ folder }: Project, ...args: string[]) {
  const stop = new AbortController();
  const events: Record<string, unknown>[] = [];
  let seen = 0;
  let wake = (): void => {};
  const done = runProgram(["dev", "--json", ...args, "--conditions", "@plugwright/source"], {
    cwd: folder,
    stop: stop.signal,
    onOut(text) {
      for (const line of text.trimEnd().split("\n")) events.push(JSON.parse(line));
      wake();
    },
  });
  const handle = {
    done,
    async stop() {
      running.delete(handle);
      stop.abort("SIGINT");
      return done;
    },
    /** The next event that has this, from where the last one was found. */
    async next<T>(name: string): Promise<T> {
      for (;;) {
        while (seen < events.length) {
          const event = events[seen++];
          if (event !== undefined && name in event) return event[name] as T;
        }
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
          done.then((ran) => {
            throw new Error(`it has ended: ${JSON.stringify(ran)}`);
          }),
        ]);
      }
    },
  };
  running.add(handle);
  return handle;
}

interface Listening {
  readonly url: string;
  readonly token?: string;
}

function clientOf({ url, token }: Listening) {
  return createClient(
    ToolService,
    createConnectTransport({
      baseUrl: url,
      httpVersion: "1.1",
      // The connection to a version that is replaced is closed.
      nodeOptions: { agent: new Agent({ keepAlive: false }) },
      interceptors: [
        (next) => (request) => {
          if (token !== undefined) request.header.set("authorization", `Bearer ${token}`);
          return next(request);
        },
      ],
    }),
  );
}

const source = pluginSource({});
const change = ({ folder }: Project, text: string) => writeFileSync(join(folder, "src/plugin.ts"), text);
const described = async (listening: Listening) =>
  (await clientOf(listening).getSchema({})).tools.map((tool) => tool.description);

test("address and token stay, the plugin is new, and what changed is told", async () => {
  const made = project({ "src/plugin.ts": source });
  const running = dev(made);
  const listening = await running.next<Listening>("listening");
  expect(listening).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    token: expect.stringMatching(/^.{32}$/),
  });
  expect(await running.next("serving")).toMatchObject({
    name: "sample",
    version: "1.2.3",
    operations: 1,
    ms: expect.any(Number),
  });
  expect(await described(listening)).toEqual(["Add two numbers."]);

  const saved = performance.now();
  change(
    made,
    source
      .replace("Add two", "Sum two")
      .replace("b: z.number()", "b: z.number().optional()")
      .replace("a + b", "a + (b ?? 0)"),
  );
  await running.next("serving");
  console.info(`from the change to the new plugin: ${Math.round(performance.now() - saved)} ms`);
  expect(await running.next("changes")).toEqual([
    { kind: "additive", subject: "add", message: "argument b was required, and is optional" },
    { kind: "wording", subject: "add", message: "its description is another one" },
  ]);
  expect(await described(listening)).toEqual(["Sum two numbers."]);
  expect(await running.stop()).toMatchObject({ code: 0, err: "" });
  await expect(described(listening)).rejects.toThrow("ECONNREFUSED");
}, 60_000);

test("what does not work is told, and what worked is served on", async () => {
  const made = project({ "src/plugin.ts": source });
  const running = dev(made, "--no-token");
  const listening = await running.next<Listening>("listening");
  expect(listening.token).toBeUndefined();
  await running.next("serving");
  change(made, `${source}}`);
  expect(await running.next("error")).toBe("the plugin cannot be bundled");
  change(made, `${source}\nthrow new Error("no luck");`);
  expect(await running.next("problems")).toMatchObject([
    { where: expect.stringMatching(/^src\/plugin\.ts:\d+:\d+$/), reason: "the module throws: Error: no luck" },
  ]);
  change(made, source.replace("a: z.number()", "a: z.any()"));
  expect(await running.next("error")).toBe('src/plugin.ts: plugin "sample" has 1 fault');
  expect(await described(listening)).toEqual(["Add two numbers."]);
  change(made, source.replace("Add two", "Add both"));
  await running.next("serving");
  expect(await described(listening)).toEqual(["Add both numbers."]);
}, 60_000);

test("a file that the plugin imports counts, one that it does not import does not", async () => {
  const made = project({
    "src/plugin.ts": pluginSource({ imports: 'import { what } from "./lib/what.js";' }).replace(
      '"Add two numbers."',
      "what",
    ),
    "src/lib/what.ts": 'export const what = "First.";',
  });
  const running = dev(made);
  const listening = await running.next<Listening>("listening");
  await running.next("serving");
  writeFileSync(join(made.folder, "src/lib/notes.txt"), "nothing");
  writeFileSync(join(made.folder, "src/lib/what.ts"), 'export const what = "Second.";');
  await running.next("serving");
  expect(await described(listening)).toEqual(["Second."]);
  const { out } = Object(await running.stop());
  expect(out.match(/"serving"/g)).toHaveLength(2);
}, 60_000);

test("a module that never ends its loading is given up for the next version, and at the end", async () => {
  const hangs = pluginSource({ imports: "while (true) {}" });
  const made = project({ "src/plugin.ts": hangs });
  const running = dev(made);
  const listening = await running.next<Listening>("listening");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  change(made, source);
  await running.next("serving");
  expect(await described(listening)).toEqual(["Add two numbers."]);
  change(made, hangs);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const started = performance.now();
  expect(await running.stop()).toMatchObject({ code: 0 });
  const ms = Math.round(performance.now() - started);
  console.info(`told to end while a module was being loaded, it took ${ms} ms`);
  expect(ms).toBeLessThan(4 * 1000);
}, 60_000);

test("files count that keep the plugin from being bundled, and a fault that is undone is taken back", async () => {
  const made = project({
    "src/plugin.ts": pluginSource({ imports: 'import { what } from "./lib/what.js";' }).replace(
      '"Add two numbers."',
      "what",
    ),
    "src/lib/what.ts": "export const what = ;",
  });
  const file = join(made.folder, "src/lib/what.ts");
  const running = dev(made);
  expect(await running.next("kept")).toBe(false);
  writeFileSync(file, 'export const what = "First.";');
  await running.next("serving");
  writeFileSync(file, "export const what = ;");
  expect(await running.next("kept")).toBe(true);
  writeFileSync(file, 'export const what = "First.";');
  expect(await running.next("changes")).toEqual([]);
}, 60_000);

test("while there is nothing to serve, callers are told at once", async () => {
  const made = project({ "src/plugin.ts": "export {};" });
  const running = dev(made);
  const listening = await running.next<Listening>("listening");
  await running.next("problems");
  await expect(described(listening)).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
}, 60_000);

test("a plugin whose process ends is started again", async () => {
  const imports = "setTimeout(() => process.exit(3), 1500);";
  const made = project({ "src/plugin.ts": pluginSource({ imports }) });
  const running = dev(made);
  await running.next("serving");
  expect(await running.next("ended")).toEqual({ with: "3", again: true });
  await running.next("serving");
}, 60_000);

test("--kernel keeps the executable fresh, and says how a kernel takes it", async () => {
  const made = project({ "src/plugin.ts": source });
  const running = dev(made, "--kernel");
  const { path, overrides } = await running.next<{ path: string; overrides: string }>("kernel");
  const file = join(made.folder, "dist/sample");
  expect(path).toBe("dist/dev_overrides.hcl");
  expect(overrides).toBe(`dev_overrides {\n  sample = "${file}"\n}`);
  expect(readFileSync(join(made.folder, path), "utf8")).toBe(`${overrides}\n`);
  const before = statSync(file).mtimeMs;
  change(made, source.replace("Add two", "Sum two"));
  await running.next("kernel");
  expect(statSync(file).mtimeMs).toBeGreaterThan(before);
  const plugin = await launch(file);
  const { tools } = await createClient(ToolService, plugin.transport).getSchema({});
  expect(tools[0]?.description).toBe("Sum two numbers.");
  await running.stop();
  expect(existsSync(file)).toBe(true);
}, 60_000);

test("--kernel --inspect has the kernel launch Node with its debugger", async () => {
  const made = project({ "src/plugin.ts": source });
  const port = await freePort();
  const running = dev(made, "--kernel", `--inspect=${port}`);
  const { overrides } = await running.next<{ overrides: string }>("kernel");
  const file = join(made.folder, "dist/sample-inspect");
  expect(overrides).toContain(`sample = "${file}"`);
  await running.stop();
  const said: string[] = [];
  const plugin = await launch(file, { env: bareEnvironment(), onLog: ({ message }) => void said.push(message) });
  const targets = Object(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  expect(targets[0].url).toBe(`file://${join(made.folder, "dist/sample")}`);
  // The wrapper became it: what the kernel ends is the plugin itself.
  expect(await plugin.kill()).toMatchObject({ code: 0, graceful: true });
  expect(said[0]).toContain(`Debugger listening on ws://127.0.0.1:${port}/`);
}, 60_000);

test("--inspect lets a debugger into the server, on one port for all versions", async () => {
  const made = project({ "src/plugin.ts": source });
  const port = await freePort();
  const running = dev(made, `--inspect=${port}`);
  const targets = async () => Object(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  await running.next("serving");
  const [first] = await targets();
  change(made, source.replace("Add two", "Sum two"));
  await running.next("serving");
  const [second] = await targets();
  expect(first.url).not.toBe(second.url);
  // What worked is started again.
  change(made, `${source}\nthrow new Error("no luck");`);
  expect(await running.next("kept")).toBe(true);
  expect((await targets())[0].url).toBe(second.url);
}, 60_000);

test.each([
  [["--listen", "0.0.0.0:0"], "--listen 0.0.0.0:0 can be reached by other machines"],
  [["--listen", "8080"], "--listen 8080 is no address"],
  [["--token", "x", "--no-token"], "--token and --no-token exclude each other"],
])("%j is called wrongly", async (args, reason) => {
  const { plugwright } = project({ "src/plugin.ts": source });
  const ran = await plugwright("dev", ...args);
  expect(ran).toMatchObject({ code: 2, out: "", err: expect.stringContaining(reason) });
});

test("an address that is taken", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = Object(server.address());
  const { plugwright } = project({ "src/plugin.ts": source });
  const ran = await plugwright("dev", "--listen", `127.0.0.1:${port}`);
  expect(ran).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^plugwright dev: nothing is served: 127\.0\.0\.1:\d+: listen EADDRINUSE/),
  });
  server.close();
});

test("whoever kills it leaves no process behind", async () => {
  const { folder } = project({ "src/plugin.ts": source });
  const program = join(import.meta.dirname, "../src/cli.ts");
  const args = [
    "--conditions=@plugwright/source",
    "--import",
    "tsx",
    program,
    "dev",
    "--json",
    "--conditions",
    "@plugwright/source",
  ];
  const temporary = newFolder();
  const child = execFile(process.execPath, args, { cwd: folder, env: { ...process.env, TMPDIR: temporary } });
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  while (!out.includes('"serving"')) await once(child.stdout ?? child, "data");
  const workers = await childrenOf(child.pid ?? 0);
  expect(workers.length).toBeGreaterThan(0);
  const started = performance.now();
  child.kill("SIGKILL");
  await once(child, "exit");
  while (workers.some(isAlive)) {
    // Four times what it takes at most: a second for each of the two ends.
    if (performance.now() - started > 8000) throw new Error("a worker is left");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.info(`the worker was gone after ${Math.round(performance.now() - started)} ms`);
}, 60_000);

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(pid)]);
  const found = stdout
    .split("\n")
    .map(Number)
    .filter((child) => child > 0);
  return found.filter(isAlive);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = Object(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
