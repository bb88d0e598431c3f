import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Runner } from "./runners.js";
import type { Template } from "./templates.js";

/** Who the plugin is. */
export interface Identity {
  readonly name: string;
  readonly source: string;
}

/** Beside the program where it is installed; in this repository they are the examples. */
function templatesFolder(): string {
  const installed = join(import.meta.dirname, "../templates");
  return existsSync(installed) ? installed : join(import.meta.dirname, "../../../examples");
}

/** The sources and tests that a template consists of, as a project has them: texts by path, sorted. */
export function templateFiles(template: Template, runner: Runner, identity: Identity): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { example, without, only } of template.from) {
    for (const part of ["src", "test"]) {
      for (const file of readdirSync(join(templatesFolder(), example, part))) {
        const path = `${part}/${file}`;
        if (without.includes(path) || (only !== undefined && !only.some((prefix) => path.startsWith(prefix)))) continue;
        if (files.has(path)) continue;
        const text = readFileSync(join(templatesFolder(), example, path), "utf8");
        files.set(path, adapted(text, template, runner, identity));
      }
    }
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function adapted(text: string, { decorators }: Template, runner: Runner, { name, source }: Identity): string {
  const changed = text
    .replace(
      /^ {2}name: "[a-z_]+",\n {2}version: "[\d.]+",\n {2}source: "[^"]+",$/m,
      `  name: "${name}",\n  version: "0.1.0",\n  source: "${source}",`,
    )
    .replaceAll(/provider "[a-z_]+"/g, `provider "${name}"`)
    // What one example imports from another one lies beside it in a project.
    .replaceAll(/"@plugwright\/example-[a-z]+\/([a-z-]+)"/g, '"./$1.js"')
    .replaceAll('"../../filesystem/test/fixture.js"', '"./fixture.js"')
    .replace(/^import \{ ([^}]+) \} from "@jest\/globals";$/m, (_, names: string) => runner.imports(names.split(", ")));
  return decorators ? withoutBuilders(changed) : changed;
}

/** Leaves out the declarations that stand on the class in this template. */
function withoutBuilders(text: string): string {
  return text
    .replace(/^export const \w+ = tool\("\w+"\)\n(?: {2}\..*\n)*? {2}\..*;\n\n?/m, "")
    .replace('import { type Config, tool } from "./config.js";', 'import type { Config } from "./config.js";')
    .replace('import { tool } from "./config.js";\n', "")
    .replace(/\n\/\*\* Begins a tool whose .*\nexport const tool = .*\n/, "")
    .trimEnd()
    .concat("\n");
}
