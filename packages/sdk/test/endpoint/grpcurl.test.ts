import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { selfSigned } from "../../src/node/endpoint/testing/certificate.js";
import type { PluginProcess } from "../support/process.js";
import { installGrpcurl } from "./grpcurl.js";
import { startOutputPlugin, stop } from "./support.js";

// Building it takes a while the first time.
jest.setTimeout(300_000);

const service = "pluggableharness.tool.v1.ToolService";

await describeWithGo("grpcurl, over TLS with the token", () => {
  let grpcurl = "";
  let folder = "";
  let certFile = "";
  let plugin: PluginProcess;
  beforeAll(async () => {
    grpcurl = await installGrpcurl();
    folder = mkdtempSync(join(tmpdir(), "grpcurl-"));
    certFile = join(folder, "cert.pem");
    const keyFile = join(folder, "key.pem");
    const { cert, key } = selfSigned(["127.0.0.1"]);
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    plugin = await startOutputPlugin("--tls-cert", certFile, "--tls-key", keyFile);
  });
  afterAll(async () => {
    expect(await stop(plugin)).toBe(0);
    rmSync(folder, { recursive: true });
  });

  const call = async (flags: readonly string[], ...args: readonly string[]): Promise<string> => {
    const { host } = new URL(plugin.url);
    const all = ["-cacert", certFile, "-max-time", "60", ...flags, host, ...args];
    return (await promisify(execFile)(grpcurl, all)).stdout;
  };
  const withToken = () => ["-H", `authorization: Bearer ${plugin.token}`];

  test("lists the services", async () => {
    expect((await call(withToken(), "list")).trim().split("\n")).toEqual([
      "grpc.health.v1.Health",
      "grpc.reflection.v1.ServerReflection",
      "grpc.reflection.v1alpha.ServerReflection",
      "pluggableharness.slashcommand.v1.SlashCommandService",
      service,
    ]);
  });

  test("describes a service and a message", async () => {
    expect(await call(withToken(), "describe", service)).toContain(
      "rpc Invoke ( .pluggableharness.tool.v1.InvokeRequest ) returns ( stream .pluggableharness.tool.v1.InvokeResponse );",
    );
    expect(await call(withToken(), "describe", "pluggableharness.tool.v1.ToolCall")).toContain("string tool_name");
  });

  test("calls a tool", async () => {
    const request = JSON.stringify({ call: { toolName: "length", arguments: { text: "four" } } });
    const answer = await call([...withToken(), "-d", request], `${service}/Invoke`);
    expect(JSON.parse(answer)).toEqual({ event: { result: { payload: { length: 4 } } } });
  });

  test("without the token is told so", async () => {
    await expect(call([], "list")).rejects.toThrow(/send the token: authorization: Bearer <token>/);
  });
});
