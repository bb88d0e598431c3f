import { expect, test } from "@jest/globals";
import { vetGo } from "../../interop/driver/build.js";
import { describeWithGo } from "../../interop/driver/go.js";

await describeWithGo("the sources in Go", () => {
  test("are formatted, and nothing in them looks wrong", async () => {
    expect(await vetGo()).toBe("");
  }, 300_000);
});
