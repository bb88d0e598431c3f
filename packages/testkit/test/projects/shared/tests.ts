import { connect } from "node:net";
import { expectTranscript, startKernel, sweepCancel, type TestKernel } from "@plugwright/testkit";
import { plugin, shout } from "./plugin.js";
import { after, before, test } from "./runner.js";

let kernel: TestKernel;
before(async () => {
  kernel = await startKernel({ providers: [{ plugin }] });
});
after(() => kernel.close());

test("shouts", async () => {
  const report = await kernel.call(shout, { text: "hey" });
  expectTranscript(
    report,
    `
      shout {"text":"hey"}
      progress "breathing in"
      result {"text":"HEY"}
    `,
  );
});

test("takes every cancel", async () => {
  await sweepCancel(kernel, shout, { text: "hey" }, { turns: 20 });
});

test("a refused connection is an Error here, too", async () => {
  const error = await new Promise((resolve) => connect(1, "127.0.0.1").once("error", resolve));
  if (!(error instanceof Error)) throw new Error("it is none");
});

test("this one fails", async () => {
  if (process.env.FAIL) expectTranscript(await kernel.call(shout, { text: "hey" }), "shout");
});
