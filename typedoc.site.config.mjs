import { OptionDefaults } from "typedoc";
import base from "./typedoc.config.mjs";

/**
 * The site: the guides, and the API of what authors import. It checks what the other configuration checks.
 *
 * @type {Partial<import("typedoc").TypeDocOptions>}
 */
export default {
  ...base,
  entryPoints: [...(base.entryPoints ?? []), "packages/testkit/src/index.ts"],
  emit: "docs",
  out: "node_modules/.cache/site",
  cleanOutputDir: true,
  name: "Plugwright",
  readme: "README.md",
  projectDocuments: [
    ...["getting-started", "concepts", "schemas", "events", "errors", "processes", "testing", "decorators", "cli"],
    ...["building", "release", "kernel", "endpoint", "migrating", "troubleshooting"],
  ].map((name) => `docs/${name}.md`),
  highlightLanguages: [...OptionDefaults.highlightLanguages, "hcl"],
  sort: ["source-order"],
  hideGenerator: true,
};
