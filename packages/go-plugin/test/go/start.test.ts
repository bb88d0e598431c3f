import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { type GoHost, startGoHost } from "../../../../interop/driver/go-host.js";
import { writeSchema } from "../../../../interop/driver/schema.js";
import { type Bundles, bundlePlugin } from "../support/bundle.js";
import { cookie } from "../support/cookie.js";
import { probeFile } from "../support/probe.js";

await describeWithGo("a plugin started by the real host", () => {
  let bundles: Bundles;
  let host: GoHost;
  const schema = writeSchema(probeFile);
  beforeAll(async () => {
    [bundles, host] = await Promise.all([bundlePlugin(), startGoHost()]);
  }, 180_000);
  afterAll(async () => {
    await host.close();
    bundles.remove();
  });

  test.each(["extensionless", "extensionlessModule", "cjs", "mjs", "symlink"] as const)("%s", async (form) => {
    const env = ["PATH", "HOME", "TMPDIR"].map((name) => `${name}=${process.env[name] ?? "/tmp"}`);
    const plugin = await host.launch({ path: bundles[form], cookie, env, schema });
    expect(plugin.network).toBe("unix");
    console.log(await plugin.ping());
    console.log(
      await plugin.call({ method: "/interop.v1.Probe/Echo", messages: [], fill: { field: "value", bytes: 10 } }),
    );
    console.log(await plugin.call({ method: "/interop.v1.Unserved/Echo" }));
    const outcome = await plugin.kill();
    console.log(JSON.stringify(outcome), plugin.log.map((l) => l["@level"] + " " + l["@message"]).join("\n"));
  });
});
