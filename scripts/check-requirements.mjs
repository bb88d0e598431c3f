#!/usr/bin/env node
// Holds requirements.yaml and the tests to each other: every requirement is either verified by a test or
// planned, none is both, and no test claims a requirement that does not exist.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { parse } from "yaml";
import { filesBelow } from "./files.mjs";

/**
 * Checks the tree below a folder.
 *
 * @param {string} root
 * @returns {{ problems: string[], verified: number, planned: number }}
 */
export function checkRequirements(root) {
  /** @type {string[]} */
  const problems = [];
  const requirements = readRequirements(join(root, "requirements.yaml"), problems);
  const verified = readMarks(root, requirements, problems);
  for (const [id, { planned }] of requirements) {
    const tested = verified.has(id);
    if (!tested && planned === undefined) problems.push(`${id}: no test verifies it, and it is not planned`);
    if (tested && planned !== undefined) problems.push(`${id}: a test verifies it, so remove "planned: ${planned}"`);
  }
  const planned = [...requirements.values()].filter((requirement) => requirement.planned !== undefined).length;
  return { problems, verified: verified.size, planned };
}

/**
 * @param {string} file
 * @param {string[]} problems
 * @returns {Map<string, { planned?: string }>}
 */
function readRequirements(file, problems) {
  /** @type {Map<string, { planned?: string }>} */
  const found = new Map();
  const entries = parse(readFileSync(file, "utf8"));
  for (const { id, source, binds, text, planned, ...rest } of entries) {
    if (found.has(id)) problems.push(`${id}: listed twice`);
    found.set(id, { planned });
    if (!/^[A-Z]+-\d{2,}$/.test(id)) problems.push(`${id}: an id looks like TOOL-04`);
    if (!/^[\w-]+:[\d,-]+$/.test(source)) problems.push(`${id}: source is document:lines`);
    if (!["plugin", "kernel", "both"].includes(binds)) problems.push(`${id}: binds is plugin, kernel or both`);
    if (!text) problems.push(`${id}: has no text`);
    if (planned === null || planned === "") problems.push(`${id}: planned names no work`);
    for (const key of Object.keys(rest)) problems.push(`${id}: unknown key ${key}`);
  }
  return found;
}

/**
 * The ids of all verifies("…") calls. They are found in the syntax tree, so that one in a comment, in a
 * string or in a skipped test counts for nothing.
 *
 * @param {string} root
 * @param {Map<string, unknown>} requirements
 * @param {string[]} problems
 * @returns {Set<string>}
 */
function readMarks(root, requirements, problems) {
  /** @type {Set<string>} */
  const ids = new Set();
  const files = ["packages", "examples"].flatMap((folder) => filesBelow(join(root, folder), /\.test\.ts$/));
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
    visit(source);

    /** @param {ts.Node} node */
    function visit(node) {
      if (ts.isCallExpression(node)) {
        const callee = node.expression.getText(source);
        if (/\.(skip|todo)\b|^x(it|test|describe)\b/.test(callee)) return;
        if (callee === "verifies") for (const argument of node.arguments) mark(argument);
      }
      ts.forEachChild(node, visit);
    }

    /** @param {ts.Expression} argument */
    function mark(argument) {
      const { line } = source.getLineAndCharacterOfPosition(argument.getStart(source));
      const place = `${relative(root, file)}:${line + 1}`;
      if (!ts.isStringLiteral(argument)) {
        problems.push(`${place}: the ids of verifies() must be string literals`);
      } else if (!requirements.has(argument.text)) {
        problems.push(`${place}: requirements.yaml has no ${argument.text}`);
      } else {
        ids.add(argument.text);
      }
    }
  }
  return ids;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { problems, verified, planned } = checkRequirements(join(import.meta.dirname, ".."));
  for (const problem of problems) console.error(problem);
  console.log(`${verified} verified, ${planned} planned`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
