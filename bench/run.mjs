#!/usr/bin/env node
// Runs the benchmarks of this folder, each a program of its own that prints tables, for a person to compare. Nothing
// fails on a clock.
//
//   npm run bench [-- [--quick] [--write] [PART OF A NAME ...]]
//
// --quick gives a first impression in a minute or two; --write puts the tables into README.md.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

const folder = import.meta.dirname;
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const programs = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort();

const gib = (totalmem() / 1024 ** 3).toFixed(0);
const machine = `${cpus().length} x ${cpus()[0]?.model}, ${gib} GiB, ${process.platform}, Node ${process.versions.node}`;
console.log(`${machine}\n`);
/** @type {Map<string, string>} */
const sections = new Map();
for (const name of programs) {
  // From source, as tests are. What is compared with others is built.
  const source = ["--conditions=@plugwright/source", "--import", "tsx"];
  const { status, stdout } = spawnSync(process.execPath, [...source, join(folder, name), ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status !== 0) process.exitCode = 1;
  const section = `### ${name}\n\nOn ${machine}.\n\n${stdout.trim()}\n`;
  sections.set(name, section);
  console.log(section);
}

if (flags.includes("--write") && process.exitCode === undefined) {
  const file = join(folder, "README.md");
  const [head = "", measured = ""] = readFileSync(file, "utf8").split("<!-- measured -->\n");
  // What was not measured now stays.
  for (const earlier of measured.split(/^(?=### )/m)) {
    const [, name] = /^### (\S+)/.exec(earlier) ?? [];
    if (name !== undefined && !sections.has(name)) sections.set(name, `${earlier.trim()}\n`);
  }
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
  writeFileSync(file, `${head}<!-- measured -->\n\n${sorted.join("\n")}`);
}
