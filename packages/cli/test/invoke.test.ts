import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Around, runProgram } from "./support/program.js";
import { type Project, project, removeFolders } from "./support/project.js";
import { richSource } from "./support/rich-source.js";

let rich: Project;
beforeAll(() => {
  rich = project({ "src/plugin.ts": richSource });
});
afterAll(removeFolders);

const invoke = (args: readonly string[], around: Partial<Around> = {}) =>
  runProgram(["invoke", ...args, "--conditions", "@plugwright/source"], { cwd: rich.folder, ...around });

/** The lines of a run with `--json`. */
const events = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("arguments", () => {
  test("by name, as the schema has them", async () => {
    const { code, out, err } = await invoke([
      ...["greet", "--arg", "name=a=b", "--arg", "times=2", "--arg", "loud=true"],
      ...["--arg", "tags=x", "--arg", "tags=y", "--arg", 'where={"city":"Ulm"}', "--json"],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(events(out)[0].result.args)).toEqual({
      ...{ name: "a=b", times: 2, loud: true, tags: ["x", "y"], where: { city: "Ulm" } },
    });
    expect(err).toBe('info  greeting {"whom":"a=b"}\n');
  });

  test("as JSON, and from stdin", async () => {
    expect((await invoke(["greet", "--args", '{"name":"you"}'])).out).toContain('"hello you"');
    expect((await invoke(["greet", "-"], { input: '{"name":"them"}' })).out).toContain('"hello them"');
  });

  test.each([
    [["greet", "--arg", "nam=x"], "--arg: there is no argument nam. Hint: did you mean name?"],
    [["greet", "--arg", "times=two"], '--arg times is a number, and not "two". Hint: write --arg times=VALUE'],
    [["greet", "--arg", "name"], "--arg name has no value. Hint: write --arg NAME=VALUE"],
    [["greet", "--arg", "name=a", "--arg", "name=b"], "--arg name is given twice. Hint: it is no list: give it once"],
    [["greet", "--args", "[]"], '--args is JSON, and no object. Hint: write an object, such as {"path": "a.txt"}'],
    [["greet", "--args", "{}", "-"], "arguments are given by --args and -. Hint: give all of them in one way"],
    [["gret"], "rich has no tool gret. Hint: did you mean greet?"],
    [["release"], "rich has no tool release. Hint: did you mean /release?"],
    [["/greet"], "rich has no command /greet. Hint: did you mean greet?"],
    [["greet", "--timeout", "soon"], '--timeout: "soon" is no duration. Hint: write 500ms, 30s, 5m or 2h'],
    [["greet", "--config", "tokn=x"], "--config: the plugin has no attribute tokn. Hint: did you mean token?"],
    [["greet", "--dir", "nowhere"], "--dir nowhere is no folder. Hint: name one that is there"],
    [["greet", "--dir", "--json"], "--dir has no value. Hint: write --dir=DIR"],
    [["ask", "--answer", "{x"], "the answer is no JSON: "],
    [[], "no operation is named. Hint: write plugwright invoke OPERATION"],
  ])("%j is called wrongly", async (args, line) => {
    const { code, out, err } = await invoke(args);
    expect({ code, json: out === "" || JSON.parse(out).error }).toEqual({ code: 2, json: out === "" || "wrong usage" });
    expect(err.startsWith(`plugwright invoke: wrong usage: ${line}`)).toBe(true);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});

test("events as they come, for people", async () => {
  const { code, out } = await invoke(["slow", "--arg", "ms=1"]);
  expect({ code, out }).toEqual({
    code: 0,
    out: `stdout   beginning
stdout   second line
stdout   no newline
progress half (50%)
partial  {"seen":1}
result   {"waited":1}
`,
  });
});

test("events as they come, for programs: before the call has ended", async () => {
  const stop = new AbortController();
  const { code, out } = await invoke(["slow", "--json"], {
    stop: stop.signal,
    // Control-C, once an event is there.
    onOut: (text) => text.includes("partial") && stop.abort("SIGINT"),
  });
  const [first, ...more] = events(out);
  expect(first).toEqual({ output: expect.stringMatching(/^begin/), to: "stdout" });
  expect(more.slice(-2)).toMatchObject([
    { error: { category: "cancelled" } },
    { ended: { exitCode: 9, args: {}, attempts: 1, violations: [] } },
  ]);
  expect(code).toBe(9);
});

test("a letter whose bytes come one after the other is one, and a long line takes no more time than its length", async () => {
  const { out } = await invoke(["bash", "--arg", "command=printf 'a\\303'; sleep 0.3; printf '\\251b\\n'"]);
  expect(out.split("\n")[0]).toBe("stdout   aéb");
  const long = await invoke(["bash", "--arg", "command=head -c 20000000 /dev/zero | tr '\\0' x"]);
  expect(long.out.split("\n")[0]).toHaveLength(20_000_000 + "stdout   ".length);
});

test("told to end before there is a call, it ends", async () => {
  const stop = new AbortController();
  const reading = runProgram(["invoke", "greet", "-", "--conditions", "@plugwright/source"], {
    cwd: rich.folder,
    stop: stop.signal,
    input: new Promise<string>(() => {}),
  });
  setTimeout(() => stop.abort("SIGINT"), 100);
  expect(await reading).toEqual({ code: 130, out: "", err: "plugwright invoke: it was told to end\n" });
});

test("output that is no text", async () => {
  const { out } = await invoke(["bash", "--arg", "command=printf '\\377'", "--json"]);
  expect(events(out)[0]).toEqual({ output: { base64: "/w==" }, to: "stdout" });
});

describe("the exit code tells the class of the failure", () => {
  test.each([
    [["greet", "--args", '{"name":""}'], 3, /^error {4}invalid_arguments: name: /m],
    [["greet", "--args", '{"nam":"x"}'], 3, /^error {4}invalid_arguments: /m],
    [["fail", "--arg", "how=not_found"], 4, /^error {4}not_found: as you asked$/m],
    [["fail", "--arg", "how=permission_denied"], 5, /^error {4}permission_denied: as you asked$/m],
    [["fail", "--arg", "how=execution_failed"], 6, /^error {4}execution_failed: as you asked$/m],
    [["slow", "--timeout", "400ms"], 7, /^error {4}timeout: /m],
    [["slow", "--cancel-after", "300ms"], 9, /^error {4}cancelled: .*--cancel-after$/m],
    [["fail", "--arg", "how=exit"], 10, /^error {4}process_crashed: /m],
  ])("%j: %d", async (args, code, line) => {
    const ran = await invoke(args);
    expect(ran.out).toMatch(line);
    expect(ran.code).toBe(code);
  });
});

/** The processes of a group that are not just waiting to be forgotten. */
function groupMembers(group: number): string[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.filter((pid) => {
    try {
      const [, state, , pgrp] = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/, ")").split(" ");
      return state !== "Z" && Number(pgrp) === group;
    } catch {
      // It is gone.
      return false;
    }
  });
}

test("a program, and what it has started, end with a cancelled call", async () => {
  const { code, out } = await invoke(["bash", "--arg", "command=echo $$; sleep 100 & wait", "--cancel-after", "500ms"]);
  const pid = Number(/^stdout {3}(\d+)$/m.exec(out)?.[1]);
  expect(code).toBe(9);
  expect(pid).toBeGreaterThan(1);
  expect(groupMembers(pid)).toEqual([]);
});

test("a preview, which makes no call", async () => {
  const args = ["save", "--args", '{"path":"a","text":"x\\n"}', "--preview"];
  const { code, out } = await invoke(args);
  expect({ code, out }).toEqual({
    code: 0,
    out: "would be written\n@@ -1,0 +1,1 @@\n+x\n1. one\n2. two <https://example.org/>\na | b\n1 | 2\n",
  });
  expect(JSON.parse((await invoke([...args, "--json"])).out).preview[0]).toBe("would be written");
  const none = await invoke(["greet", "--arg", "name=x", "--preview"]);
  expect(none).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^plugwright invoke: there is no preview: greet: /),
  });
});

describe("slash commands", () => {
  test("with the text that a person types", async () => {
    expect((await invoke(["/release minor --dry_run"])).out).toBe('result   {"made":"minor","dry":true}\n');
    const ran = await invoke(["/release minor --dry"]);
    expect(ran).toMatchObject({ code: 3, out: expect.stringContaining("there is no option --dry") });
  });

  test("with arguments by name", async () => {
    expect((await invoke(["/release", "--arg", "bump=major"])).out).toBe('result   {"made":"major","dry":false}\n');
  });
});

describe("interactive operations", () => {
  test("are answered by the command line, or by the person at the terminal", async () => {
    expect((await invoke(["ask", "--arg", "question=why", "--answer", "so"])).out).toBe('result   {"answer":"so"}\n');
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return '{"answer":"typed"}';
    };
    expect((await invoke(["ask", "--arg", "question=why"], { ask })).out).toBe('result   {"answer":"typed"}\n');
    expect(asked).toEqual(['ask {"question":"why"}\n> ']);
  });

  test("are refused where there is nobody", async () => {
    const err =
      "plugwright invoke: wrong usage: ask asks a person, and there is no terminal. Hint: answer it with --answer\n";
    expect(await invoke(["ask", "--arg", "question=why"])).toEqual({ code: 2, out: "", err });
  });
});

describe("configuration", () => {
  test("a secret is taken from a variable, and from nothing else", async () => {
    process.env["RICH_TOKEN"] = "12345";
    try {
      expect((await invoke(["saves", "--config", "token=env:RICH_TOKEN"])).out).toBe('result   {"token":"5"}\n');
    } finally {
      delete process.env["RICH_TOKEN"];
    }
    expect(await invoke(["saves", "--config", "token=12345"])).toEqual({
      code: 2,
      out: "",
      err: "plugwright invoke: wrong usage: --config token is a secret. Hint: put it into a variable, and write --config token=env:VARIABLE\n",
    });
  });

  test("lists item by item, and objects by their attributes", async () => {
    const given = ["--config", "roots=a", "--config", "roots=b", "--config", "limits.cpu=2"];
    expect((await invoke(["saves", ...given])).code).toBe(0);
    const ran = await invoke(["saves", "--config", "limits.cpu=two"]);
    expect(ran).toMatchObject({
      code: 2,
      err: expect.stringContaining("--config limits.cpu is a number, which its value is not"),
    });
  });
});
