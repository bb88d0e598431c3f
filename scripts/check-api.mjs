#!/usr/bin/env node
// Compares what every entry of a published package exports with the list that is committed beside it, so that
// nothing becomes public, or stops being so, unseen. `--write` writes the lists.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { publishedPackages } from "./pack.mjs";

/**
 * The public surface of a package: a section for each entry, a line for each name, with what it may be used as.
 *
 * @param {string} root
 * @param {string} folder of the package
 * @returns {string}
 */
export function publicSurface(root, folder) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  /** @type {{ entry: string, file: string }[]} */
  const entries = Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([key, target]) => ({ entry: `${name}${key.slice(1)}`, file: join(folder, target["@plugwright/source"]) }))
    .sort((a, b) => (a.entry < b.entry ? -1 : 1));
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { ...options, noEmit: true },
  );
  const checker = program.getTypeChecker();
  return entries
    .map(({ entry, file }) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      if (module === undefined) throw new Error(`${relative(root, file)} is no module, though ${entry} leads to it`);
      const lines = checker.getExportsOfModule(module).map((symbol) => `${symbol.name}: ${useOf(symbol)}`);
      return [entry, ...lines.sort().map((line) => `  ${line}`), ""].join("\n");
    })
    .join("\n");

  /** @param {ts.Symbol} symbol */
  function useOf(symbol) {
    const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const value = meant.flags & ts.SymbolFlags.Value && !symbol.declarations?.some(ts.isTypeOnlyExportDeclaration);
    return [...(value ? ["value"] : []), ...(meant.flags & ts.SymbolFlags.Type ? ["type"] : [])].join(", ");
  }
}

/**
 * What differs between two lists, one line each.
 *
 * @param {string} committed
 * @param {string} actual
 * @returns {string[]}
 */
export function compareSurfaces(committed, actual) {
  const before = new Set(lines(committed));
  const after = new Set(lines(actual));
  return [
    ...[...before].filter((line) => !after.has(line)).map((line) => `gone: ${line}`),
    ...[...after].filter((line) => !before.has(line)).map((line) => `new: ${line}`),
  ];
}

/**
 * Every name together with its entry.
 *
 * @param {string} surface
 */
function lines(surface) {
  return surface.split("\n\n").flatMap((section) => {
    const [entry = "", ...names] = section.trim().split("\n");
    return [entry, ...names.map((name) => `${entry} ${name.trim()}`)];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "..");
  let differences = 0;
  for (const { folder } of publishedPackages(root)) {
    const file = join(folder, "api.txt");
    const surface = publicSurface(root, folder);
    // A program is called, not imported.
    if (surface === "") continue;
    if (process.argv.includes("--write")) {
      writeFileSync(file, surface);
      continue;
    }
    for (const difference of compareSurfaces(existsSync(file) ? readFileSync(file, "utf8") : "", surface)) {
      console.error(`${relative(root, file)}: ${difference}`);
      differences++;
    }
  }
  if (differences > 0) console.error("If that is meant: npm run api, and say it in a changeset.");
  process.exitCode = differences === 0 ? 0 : 1;
}
