import { config } from "@plugwright/example-filesystem/config";
import { definePlugin } from "@plugwright/sdk";
import { Files } from "./files.js";

export const plugin = definePlugin({
  name: "filesystem",
  version: "1.0.0",
  source: "github.com/acme/provider-filesystem",
  config,
  providers: [Files],
});
