import * as plugwright from "@plugwright/sdk";
import { changelogCommand } from "./changelog-command.js";
import { config } from "./config.js";
import { releaseCommand } from "./release-command.js";

export const plugin = plugwright.definePlugin({
  name: "release_tools",
  version: "1.0.0",
  source: "github.com/acme/provider-release-tools",
  config,
  commands: [changelogCommand, releaseCommand],
  // No code: typing `/announce blog` puts this text into the conversation.
  prompts: [
    {
      name: "announce",
      description: "Have the newest release announced.",
      template:
        "Write an announcement of the newest release in CHANGELOG.md for {audience}. " +
        "Say what it lets people do, not how it was done. Do not invent anything.",
    },
  ],
});
