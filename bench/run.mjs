#!/usr/bin/env node
// Runs the benchmarks of this folder, each a program of its own that prints what it measured, for a person to compare.
// Arguments select some by a part of their name. Nothing fails on a clock.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
const programs = readdirSync(folder)
  .filter((name) => /\.(?:mjs|ts)$/u.test(name) && name !== "run.mjs")
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort();

for (const name of programs) {
  console.log(`${name}:`);
  // From source, as tests are.
  const source = name.endsWith(".ts") ? ["--conditions=@plugwright/source", "--import", "tsx"] : [];
  const { status } = spawnSync(process.execPath, [...source, join(folder, name)], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
