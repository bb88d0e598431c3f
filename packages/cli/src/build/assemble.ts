import { transform } from "esbuild";
import type { Compartment } from "./compartments.js";
import { loaderSource } from "./loader.js";
import { joinMaps, type PlacedMap } from "./source-map.js";

/** What stands in for the end of a comment: of the same length, and nowhere in the code. */
const standIns = ["*`", "*@", "*#", "*\u007f", "*\u0001"];

/** A built file. */
export interface Assembled {
  readonly text: string;
  /** Leads from its lines to the sources'. */
  readonly map: string;
}

/**
 * Puts the pieces into one file of JavaScript.
 * @param start runs at once; the others run when they are required
 * @param mapName the name of the file beside it that will hold its map
 */
export async function assemble(
  start: Compartment,
  others: readonly Compartment[],
  mapName: string,
): Promise<Assembled> {
  const loader = await transform(loaderSource, { minify: true, target: "node20.19", charset: "ascii" });
  const [first, ...rest] = await Promise.all([start, ...others].map(toCommonJs));
  if (first === undefined) throw new Error("there is nothing to start");
  const close = standIns.find((candidate) => rest.every(({ code }) => !code.includes(candidate)));
  if (close === undefined) throw new Error("every stand-in for the end of a comment occurs in the code");

  const lines: string[] = ["#!/usr/bin/env node"];
  const maps: PlacedMap[] = [];
  const place = ({ code, map }: Compartment): void => {
    maps.push({ line: lines.length, map });
    lines.push(...code.replaceAll("*/", close).trimEnd().split("\n"));
  };
  // The pieces are handed to the function before it: it is compiled while they are still being skipped.
  const head = `"use strict";((pieces,close)=>{${loader.code.trim()}const[require,plugwright]=begin(pieces,close);`;
  lines.push(...head.split("\n"));
  maps.push({ line: lines.length, map: first.map });
  lines.push(...first.code.trimEnd().split("\n"));
  lines.push("})(new Map([");
  for (const piece of rest) {
    lines.push(`[${JSON.stringify(piece.id)},[${lines.length + 1},()=>{/*`);
    place(piece);
    lines.push("*/}]],");
  }
  lines.push(`]),${JSON.stringify(close)});`, `//# sourceMappingURL=${encodeURIComponent(mapName)}`, "");
  return { text: lines.join("\n"), map: joinMaps(maps) };
}

/** An ES module as the body of a function that is given `require`, `module` and `exports`. */
async function toCommonJs({ id, code, map }: Compartment): Promise<Compartment> {
  const inline = Buffer.from(map).toString("base64");
  const result = await transform(`${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`, {
    format: "cjs",
    minify: true,
    target: "node20.19",
    supported: { "dynamic-import": false },
    charset: "ascii",
    // Node shows the line of an exception that nobody caught.
    lineLimit: 200,
    legalComments: "none",
    sourcemap: "external",
    sourcefile: `${id}.js`,
  });
  return { id, code: result.code, map: result.map };
}
