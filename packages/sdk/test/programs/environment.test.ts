import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { exec } from "@plugwright/sdk/node";
import { verifies } from "../verifies.js";
import { setUpPrograms } from "./ran.js";

const { run, runtime } = setUpPrograms();
const secret = "s3cr3t/välue+7";
const given: Readonly<Record<string, string>> = {
  PLUGGABLEHARNESS_AGENT_PLUGIN: "pluggableharness-agent-v1",
  PLUGIN_UNIX_SOCKET_DIR: "/tmp/x",
  PLUGIN_CLIENT_CERT: "cert",
  TEST_TOKEN: secret,
  TEST_URL: `https://user:${encodeURIComponent(secret)}@example.org/`,
  TEST_BASIC: `Basic ${Buffer.from(`user:${secret}`).toString("base64")}`,
  TEST_PLAIN: "stays",
  MY_PLUGIN_DIR: "stays too",
};
beforeAll(async () => {
  Object.assign(process.env, given);
  const request = { $typeName: "pluggableharness.tool.v1.ConfigureRequest", config: { token: secret } } as const;
  await runtime.tools?.configure(request, new AbortController().signal);
});
afterAll(() => {
  for (const name of Object.keys(given)) delete process.env[name];
});

const variables = (text: unknown) =>
  new Map(
    String(text)
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

describe("a program's environment", () => {
  test.each(["shell", "quiet"])(
    "is the plugin's, without what is the plugin's alone and any secret: %s",
    async (name) => {
      verifies("RUN-26");
      const { result } = await run(name, { command: "env" });
      const seen = variables(result?.["stdout"]);
      expect(Object.keys(given).filter((variable) => seen.has(variable))).toEqual(["TEST_PLAIN", "MY_PLUGIN_DIR"]);
      expect(seen.get("TEST_PLAIN")).toBe("stays");
      expect(seen.get("PATH")).toBe(process.env["PATH"]);
      expect(String(result?.["stdout"])).not.toContain(secret);
    },
  );

  test("marks what belongs to a call: one mark for each", async () => {
    const marks = await Promise.all(
      [1, 2].map(async () =>
        variables((await run("quiet", { command: "env; sh -c env" })).result?.["stdout"]).get("PLUGWRIGHT_CALLS"),
      ),
    );
    expect(marks[0]).toMatch(/^[0-9a-f]{24}\.\d+\.\d+;$/);
    expect(marks[1]).not.toBe(marks[0]);
  });

  test("has what the author adds, even a secret, and not what the author takes away", async () => {
    const env = { TEST_PLAIN: undefined, TEST_TOKEN: secret, PLUGIN_OWN: "mine" };
    const { stdout } = await exec("env", [], { cwd: "/", env });
    const seen = variables(stdout);
    expect([seen.has("TEST_PLAIN"), seen.get("TEST_TOKEN"), seen.get("PLUGIN_OWN")]).toEqual([false, secret, "mine"]);
    expect(seen.has("PLUGGABLEHARNESS_AGENT_PLUGIN")).toBe(false);
  });

  test("keeps the mark of a call that the plugin itself runs in", async () => {
    const { stdout } = await exec("env", [], { cwd: "/", env: { PLUGWRIGHT_CALLS: "outer.1.1;" } });
    expect(variables(stdout).get("PLUGWRIGHT_CALLS")).toMatch(/^outer\.1\.1; [0-9a-f]{24}\.\d+\.\d+;$/);
  });
});

test("a secret that a program writes is not sent, neither in chunks, in the result nor in an error", async () => {
  verifies("RUN-26");
  const command = `printf 's3cr3t/v'; sleep 0.1; printf 'älue+7\\n'; printf 'x s3cr3t/välue+7' >&2; exit 4`;
  expect(await run("shell", { command })).toMatchObject({
    stdout: "[secret:token]\n",
    stderr: "x [secret:token]",
    result: { stdout: "[secret:token]\n", stderr: "x [secret:token]" },
  });
  const { error } = await run("program", { file: "sh", args: ["-c", command], check: true });
  expect(error).toMatchObject({
    message: "sh failed with exit code 4: x [secret:token]",
    details: { stderr: "x [secret:token]" },
  });
});

test("a secret at which collecting was cut is not left behind in part", async () => {
  verifies("RUN-26");
  const { result } = await run("quiet", { command: `printf 'abc ${secret} def'`, maxBuffer: 12 });
  expect(result?.["stdout"]).toMatch(/^abc \n\[… \d+ more bytes were cut\]$/);
});
