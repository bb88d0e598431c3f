import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../interop/driver/go.js";
import { type GoHost, startGoHost } from "../../../interop/driver/go-host.js";
import { foreignCategories } from "../../sdk/test/kernel-lane/foreign.js";
import { commandRpc, launchOptions, toolRpc } from "../../sdk/test/kernel-lane/setup.js";
import { newFolder, project, removeFolders } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

afterAll(removeFolders);

await describeWithGo("a built plugin of slash commands, under the real host", () => {
  let host: GoHost;
  let file: string;
  beforeAll(async () => {
    const mark = 'if (process.env.MARKER !== undefined) appendFileSync(process.env.MARKER, "loaded\\n");';
    const { build, folder } = project({
      "src/plugin.ts": pluginSource({
        name: "marked",
        tools: false,
        commands: true,
        imports: `import { appendFileSync } from "node:fs";\n${mark}`,
      }),
    });
    expect(await build()).toMatchObject({ code: 0 });
    file = join(folder, "dist/marked");
    host = await startGoHost();
  }, 300_000);
  afterAll(() => host.close());

  test("is found in seven launches, and loads its author's module in the last alone", async () => {
    const marker = join(newFolder(), "marker");
    const foreign = [...Object.values(foreignCategories).map(({ describe }) => describe), toolRpc("Describe")];
    expect(foreign).toHaveLength(6);
    for (const method of foreign) {
      const plugin = await host.launch(launchOptions(file, { MARKER: marker }));
      expect([method, (await plugin.call({ method })).code]).toEqual([method, "Unimplemented"]);
      await plugin.kill();
      expect([method, existsSync(marker)]).toEqual([method, false]);
    }
    const plugin = await host.launch(launchOptions(file, { MARKER: marker }));
    expect(await plugin.call({ method: commandRpc("Describe") })).toMatchObject({
      code: "OK",
      messages: [{ producer: { name: "marked", category: "CATEGORY_SLASHCOMMAND" } }],
    });
    expect(readFileSync(marker, "utf8")).toBe("loaded\n");
    const call = { id: "1", name: "hello", arguments: {} };
    expect(await plugin.call({ method: commandRpc("Invoke"), messages: [{ call }] })).toMatchObject({ code: "OK" });
    await plugin.kill();
  }, 120_000);
});
