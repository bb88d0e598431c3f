import * as plugwright from "@plugwright/sdk";
import { bash } from "./bash.js";
import { shellRead } from "./shell-read.js";

export const plugin = plugwright.definePlugin({
  name: "exec",
  version: "1.0.0",
  source: "github.com/acme/provider-exec",
  tools: [bash, shellRead],
});
