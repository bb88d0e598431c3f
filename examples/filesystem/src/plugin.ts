import * as plugwright from "@plugwright/sdk";
import { askUser } from "./ask-user.js";
import { config } from "./config.js";
import { copyFiles } from "./copy-files.js";
import { editFile } from "./edit-file.js";
import { grep } from "./grep.js";
import { listFiles } from "./list-files.js";
import { readFile } from "./read-file.js";
import { writeFile } from "./write-file.js";

export const plugin = plugwright.definePlugin({
  name: "filesystem",
  version: "1.0.0",
  source: "github.com/acme/provider-filesystem",
  config,
  tools: [readFile, listFiles, grep, writeFile, editFile, copyFiles, askUser],
});
