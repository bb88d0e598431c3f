import { expectedOf } from "./expected.js";
import type { Issue } from "./issue.js";
import { modernIssue } from "./issue-v3.js";
import { memberPath } from "./path.js";
import { isRecord, memberOf } from "./plain.js";
import { type Form, fieldOf, type ObjectShape, refusedShape, type Shape, writtenOut } from "./shape.js";
import { suggest } from "./suggest.js";
import { clip, counted, oneLine } from "./text.js";

/** One reason why a value was refused, for a model to act on. */
export interface Problem {
  /** Where: `a.b[0]`. "" for the value itself. */
  readonly path: string;
  /** What would be accepted: `a whole number of at least 1`. */
  readonly expected: string;
  /** What was found there: `0`, `the string "5"`, `nothing`. The value of a `secret()` is never shown. */
  readonly got: string;
  /** The whole on one line, of at most 200 characters: `from: expected a whole number of at least 1, got 0`. */
  readonly message: string;
}

const longestLine = 200;
const longestValue = 40;
const mostLines = 20;

/**
 * Words zod's issues anew, from their data and the value that was parsed: zod mini says no more than "Invalid input",
 * and what zod classic says depends on the locale. `shape` is the schema's input side.
 */
export function problemsOf(issues: readonly Issue[], shape: Shape, value: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  for (const issue of issues) {
    const steps = stepsOf(issue);
    const path = steps.reduce<string>(memberPath, "");
    const at = shapeAt(shape, steps);
    const there = valueAt(value, steps);
    if (issue.code === "unrecognized_keys" && Array.isArray(issue.keys)) {
      for (const key of issue.keys) problems.push(unknownKey(problems.length, path, String(key), at, there));
    } else {
      problems.push(problemOf(issue, path, at, there));
    }
  }
  return problems;
}

/** The problems as text: one line each, 20 at most, then how many more there are. */
export function problemText(problems: readonly Problem[]): string {
  const lines = problems.slice(0, mostLines).map((problem) => clip(problem.message, longestLine));
  if (problems.length > mostLines) lines.push(`and ${problems.length - mostLines} more`);
  return lines.join("\n");
}

function problemOf(issue: Issue, path: string, shape: Shape | undefined, value: unknown): Problem {
  if (issue.code === "invalid_key") return keyProblem(issue, path, value);
  const forms = issue.code === "invalid_union" && Array.isArray(issue.errors) ? issue.errors.map(issuesIn) : [];
  if (forms.length > 0) return unionProblem(forms, path, shape, value);
  const expected = expectedOf(issue, shape);
  const got = shape?.secret === true ? "a value that is not shown" : gotOf(issue, value);
  if (expected !== undefined) return { path, expected, got, message: line(path, `expected ${expected}, got ${got}`) };
  // A rule of the author's, in the author's words.
  const message = typeof issue.message === "string" && issue.message !== "" ? oneLine(issue.message) : "Invalid input";
  const short = typeof value === "object" && value !== null ? message : `${message}, got ${got}`;
  return { path, expected: message, got, message: line(path, short) };
}

/** A union says what is wrong with the form that was meant, or with the one that comes nearest. */
function unionProblem(
  forms: readonly (readonly Issue[])[],
  path: string,
  shape: Shape | undefined,
  value: unknown,
): Problem {
  const got = shape?.secret === true ? "a value that is not shown" : shown(value);
  const types = forms.map(([issue, ...others]) =>
    issue !== undefined && others.length === 0 && stepsOf(issue).length === 0
      ? expectedOf(issue, undefined)
      : undefined,
  );
  if (types.every((type) => type !== undefined)) {
    const expected = clip([...new Set(types)].join(" or "), 120);
    return { path, expected, got, message: line(path, `expected ${expected}, got ${got}`) };
  }
  const nearest = nearestForm(forms, shape, value);
  const reasons = problemsOf(nearest, shape ?? refusedShape, value).map((problem) => problem.message);
  const expected = `one of ${forms.length} forms`;
  return { path, expected, got, message: line(path, `fits none of ${forms.length} forms; ${reasons.join("; ")}`) };
}

function nearestForm(forms: readonly (readonly Issue[])[], shape: Shape | undefined, value: unknown): readonly Issue[] {
  const written = shape?.kind === "object" ? writtenOut(shape).forms : undefined;
  const named = written?.length === forms.length ? written.findIndex((form) => isNamed(form, value)) : -1;
  const [first = []] = forms;
  return forms[named] ?? forms.reduce((best, form) => (form.length < best.length ? form : best), first);
}

function isNamed({ when }: Form, value: unknown): boolean {
  return when?.values.some((possible) => possible === memberOf(value, when.key)) === true;
}

function keyProblem(issue: Issue, path: string, value: unknown): Problem {
  const [inner] = issuesIn(issue.issues);
  const key = Array.isArray(issue.path) ? issue.path.at(-1) : undefined;
  const expected = `as a key ${(inner && expectedOf(inner, undefined)) ?? "another text"}`;
  const got = shown(key ?? value);
  return { path, expected, got, message: line(path, `expected ${expected}, got ${got}`) };
}

function issuesIn(list: unknown): readonly Issue[] {
  return Array.isArray(list) ? list.filter(isRecord).map(modernIssue) : [];
}

function unknownKey(listed: number, path: string, key: string, shape: Shape | undefined, value: unknown): Problem {
  const names = shape?.kind === "object" ? shape.fields.map((field) => field.key) : [];
  const free = names.filter((name) => !isRecord(value) || !Object.hasOwn(value, name));
  // Each suggestion compares the key with every name; beyond the lines that are shown it would be wasted.
  const meant = listed < mostLines ? suggest(key, free) : undefined;
  const expected = meant === undefined ? choiceOf(names) : JSON.stringify(meant);
  const advice = meant === undefined ? `expected ${expected}` : `did you mean ${expected}?`;
  const whole = memberPath(path, key);
  return { path: whole, expected, got: shown(key), message: line(whole, `unknown field, ${advice}`) };
}

function choiceOf(names: readonly string[]): string {
  return names.length === 0 ? "no fields" : clip(`one of ${names.map((name) => JSON.stringify(name)).join(", ")}`, 100);
}

function line(path: string, text: string): string {
  return clip(path === "" ? text : `${clip(path, 80)}: ${text}`, longestLine);
}

function gotOf(issue: Issue, value: unknown): string {
  const ofLength = issue.code === "too_small" || issue.code === "too_big";
  if (ofLength && Array.isArray(value)) return counted(value.length, "item");
  if (ofLength && typeof value === "string" && value.length > 20) return counted([...value].length, "character");
  if (issue.code === "invalid_type" && typeof value === "string") return `the string ${shown(value)}`;
  return shown(value);
}

/** A value in at most 40 characters. Containers are named, not shown. */
function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value))
    return value.length === 0 ? "an empty array" : `an array of ${counted(value.length, "item")}`;
  if (typeof value === "string") return quoted(value);
  if (typeof value === "object" && value !== null) return "an object";
  return clip(String(value), longestValue);
}

function quoted(text: string): string {
  const whole = JSON.stringify(clip(text, longestValue - 2));
  return whole.length <= longestValue ? whole : `${clip(whole, longestValue - 1)}"`;
}

function stepsOf(issue: Issue): readonly PropertyKey[] {
  return Array.isArray(issue.path) ? issue.path.map(stepOf) : [];
}

// The interface that schema libraries share allows `{ key }` in place of a key.
function stepOf(step: unknown): PropertyKey {
  const key = isRecord(step) ? memberOf(step, "key") : step;
  return typeof key === "string" || typeof key === "number" || typeof key === "symbol" ? key : String(key);
}

function valueAt(value: unknown, steps: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of steps) {
    if (!isRecord(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}

function shapeAt(shape: Shape, steps: readonly PropertyKey[]): Shape | undefined {
  let current: Shape | undefined = shape;
  for (const step of steps) {
    if (current?.kind === "array" || current?.kind === "record") current = current.items;
    else current = current?.kind === "object" ? shapeUnder(writtenOut(current), String(step)) : undefined;
  }
  return current;
}

function shapeUnder(shape: ObjectShape, key: string): Shape | undefined {
  return fieldOf(shape, key)?.shape ?? shape.rest;
}
