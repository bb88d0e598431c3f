/** The source of a plugin with an operation for each thing that a command line has to deal with. */
export const richSource = `
  import { setTimeout as sleep } from "node:timers/promises";
  import * as plugwright from "@plugwright/sdk";
  import * as z from "zod";

  const greet = plugwright
    .tool("greet")
    .describe("Greet somebody, several times.")
    .input(z.object({
      name: z.string().min(1).describe("whom to greet"),
      times: z.int().min(1).default(1),
      loud: z.boolean().optional(),
      tags: z.array(z.string()).default([]),
      where: z.object({ city: z.string() }).optional(),
    }))
    .output(z.object({ greeting: z.string(), args: z.string() }))
    .reads()
    .run((args, call) => {
      call.log.info("greeting", { whom: args.name });
      return { greeting: "hello " + args.name, args: JSON.stringify(args) };
    });

  const slow = plugwright
    .tool("slow")
    .describe("Take a while, and tell.")
    .input(z.object({ ms: z.int().default(60_000) }))
    .output(z.object({ waited: z.int() }))
    .reads()
    .streams()
    .run(async ({ ms }, call) => {
      call.output("begin");
      call.output("ning\\nsecond line\\nno newline");
      call.progress("half", 0.5);
      call.partial({ seen: 1 });
      await sleep(ms, undefined, { signal: call.signal });
      return { waited: ms };
    });

  const bash = plugwright
    .tool("bash")
    .describe("Run a command.")
    .input(z.object({ command: z.string() }))
    .output(z.object({ code: z.int() }))
    .mutates("high")
    .spawns()
    .run(async ({ command }, call) => ({ code: (await call.exec("sh", ["-c", command])).code }));

  const save = plugwright
    .tool("save")
    .describe("Save a text.")
    .input(z.object({ path: z.string(), text: z.string() }))
    .output(z.object({ bytes: z.int() }))
    .mutates("moderate")
    .preview(({ text }) => plugwright.group(
      plugwright.text("would be written"),
      plugwright.diff("", text),
      plugwright.list([plugwright.text("one"), plugwright.link("two", "https://example.org/")], { ordered: true }),
      plugwright.table(["a", "b"], [["1", "2"]]),
    ))
    .run(({ text }) => ({ bytes: text.length }));

  const saves = plugwright
    .tool("saves")
    .describe("Save a text.")
    .input(z.object({}))
    .output(z.object({ token: z.string() }))
    .reads()
    .run((_, call) => ({ token: String(call.config.token?.length ?? 0) }));

  const ask = plugwright
    .tool("ask")
    .describe("Ask.")
    .input(z.object({ question: z.string() }))
    .output(z.object({ answer: z.string() }))
    .asks();

  const fail = plugwright
    .tool("fail")
    .describe("Fail in a given way.")
    .input(z.object({ how: z.enum(["not_found", "permission_denied", "execution_failed", "exit"]) }))
    .output(z.object({}))
    .reads()
    .run(({ how }) => {
      if (how === "exit") process.exit(7);
      throw new plugwright.ToolError(how, "as you asked");
    });

  const release = plugwright
    .command("release")
    .describe("Make a release.")
    .input(z.object({ bump: z.enum(["minor", "major"]), dry_run: z.boolean().default(false) }))
    .mutates("moderate")
    .run((args) => ({ made: args.bump, dry: args.dry_run }));

  export const plugin = plugwright.definePlugin({
    name: "rich",
    version: "1.2.3",
    source: "github.com/acme/rich",
    config: z.object({
      token: plugwright.secret(z.string()).optional().describe("who we are"),
      roots: z.array(z.string()).default([]),
      limits: z.object({ cpu: z.number() }).optional(),
    }),
    tools: [greet, slow, bash, save, saves, ask, fail],
    commands: [release],
    prompts: [{ name: "announce", description: "Announce", template: "Say {what}" }],
  });
`;
