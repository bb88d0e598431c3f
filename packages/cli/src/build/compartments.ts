import { basename, resolve } from "node:path";
import type { Metafile, OutputFile, Plugin } from "esbuild";
import { type Bundled, type BundlerOptions, bundle } from "../source/bundler.js";
import { isVirtual } from "../source/virtual.js";
import { type FindPackage, isOurs } from "./packages.js";

/** A piece of the built file that is compiled when it is needed first. */
export interface Compartment {
  /** What `require` is given for it. */
  readonly id: string;
  /** An ES module; its imports are other compartments, or Node's own modules. */
  readonly code: string;
  readonly map: string;
}

/** A piece that is loaded lazily: `import()` stands before it in the source. */
export interface LazyTarget {
  readonly id: string;
  readonly file: string;
}

/** Finds out what is loaded lazily, by a run of the bundler that leaves it out. */
export interface LazyImports {
  /** To be passed to the bundler. */
  readonly plugin: Plugin;
  /** The targets of the imports that are left in what the bundler has made. */
  readonly remaining: (metafile: Metafile) => readonly LazyTarget[];
}

const prefix = "lazy:";

/**
 * Cuts a bundle at the `import()` of the built file's own entry, of the main file and of the SDK. Those of the author's
 * other modules, and of what they depend on, are no cuts: sharing modules among pieces could change their order.
 */
export function cutLazyImports({ source }: BundlerOptions, find: FindPackage): LazyImports {
  const targets = new Map<string, LazyTarget>();
  const isCut = (importer: string, namespace: string) =>
    namespace !== "file" || importer === source.path || isOurs(find(importer));
  const inside = Symbol("resolving the target itself");
  const targetOf = (file: string): LazyTarget => {
    const known = [...targets.values()].find((target) => target.file === file);
    if (known !== undefined) return known;
    const name = basename(file).replace(/\.\w+$/, "");
    let id = `${prefix}${name}`;
    for (let number = 2; targets.has(id); number++) id = `${prefix}${name}-${number}`;
    targets.set(id, { id, file });
    return { id, file };
  };
  return {
    plugin: {
      name: "lazy-imports",
      setup({ onResolve, resolve: resolveImport }) {
        onResolve({ filter: /./ }, async ({ kind, importer, path, pluginData, ...place }) => {
          if (kind !== "dynamic-import" || pluginData === inside || !isCut(importer, place.namespace)) return undefined;
          const found = await resolveImport(path, { ...place, kind, importer, pluginData: inside });
          if (found.errors.length > 0 || found.external) return found;
          return { path: targetOf(found.path).id, external: true };
        });
      },
    },
    remaining(metafile) {
      const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
      return [...new Set(imported)].flatMap((path) => targets.get(path) ?? []);
    },
  };
}

/** All compartments of a plugin, and what the bundler had to say of them. */
export interface Compartments {
  readonly all: readonly Compartment[];
  readonly bundled: Bundled;
}

/**
 * Bundles what is loaded lazily. What several targets need is in compartments of its own.
 * @param outdir where the built file will be: source maps are told relative to it
 */
export async function bundleCompartments(
  options: BundlerOptions,
  lazy: LazyImports,
  first: readonly LazyTarget[],
  outdir: string,
): Promise<Compartments> {
  const bundled = await bundle(options, {
    // The order must not depend on which import was resolved first.
    entryPoints: Object.fromEntries(
      [...first].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, file }) => [nameOf(id), file]),
    ),
    outdir,
    format: "esm",
    splitting: true,
    minify: true,
    sourcemap: "external",
    legalComments: "external",
    plugins: [lazy.plugin],
  });
  // A lazily loaded piece may load others.
  const more = lazy.remaining(bundled.metafile).filter(({ id }) => first.every((target) => target.id !== id));
  if (more.length > 0) return bundleCompartments(options, lazy, [...first, ...more], outdir);
  const entries = new Set(first.map(({ id }) => nameOf(id)));
  const all = bundled.outputFiles
    .filter(({ path }) => path.endsWith(".js"))
    .map((file) => {
      const name = basename(file.path, ".js");
      return {
        id: entries.has(name) ? `${prefix}${name}` : `./${name}.js`,
        code: file.text,
        map: mapOf(file, bundled),
      };
    });
  return { all: renameShared(all), bundled };
}

/**
 * The bundler names what is shared by a hash in which the folder takes part. Names by the order of the texts, of the
 * same length so that the maps hold, make the same bytes everywhere.
 */
function renameShared(compartments: readonly Compartment[]): readonly Compartment[] {
  const hash = /(?<=\.\/chunk-)[A-Z0-9]{8}(?=\.js)/g;
  const key = ({ id, code }: Compartment) => `${id}\n${code}`.replace(hash, "");
  const sorted = [...compartments].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const shared = sorted.flatMap(({ id }) => id.match(hash) ?? []);
  const rename = (text: string) => text.replace(hash, (name) => String(shared.indexOf(name)).padStart(8, "0"));
  return sorted.map(({ id, code, map }) => ({ id: rename(id), code: rename(code), map }));
}

function nameOf(id: string): string {
  return id.slice(prefix.length);
}

/** The source map beside a file. */
export function mapOf({ path }: OutputFile, { outputFiles }: Bundled): string {
  return outputFiles.find((file) => file.path === `${path}.map`)?.text ?? "";
}

/** The files that are in what the bundler has made, as absolute paths. */
export function includedFiles({ metafile }: Bundled, project: string): readonly string[] {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  return [...new Set(files)].filter((file) => !isVirtual(file)).map((file) => resolve(project, file));
}
