import type { ConfigAttribute, ConfigSchema } from "@plugwright/protocol/config";
import { AttrType } from "@plugwright/protocol/config";
import type { Schema } from "@plugwright/protocol/schema";
import { configOf, type Described } from "../describe/describe.js";
import { fieldsOf } from "../describe/fields.js";
import { type Offered, operationsOf, titleOf } from "../describe/offered.js";

/**
 * What a change means to whoever calls the plugin. `breaking`: what was right before may be wrong now. `additive`: what
 * was right stays right. `wording`: nothing but what models and people read.
 */
export type ChangeKind = "breaking" | "additive" | "wording";

/** A difference between what a plugin offered and what it offers. */
export interface Change {
  readonly kind: ChangeKind;
  /** The tool, `/command`, `prompt name` or `config`. */
  readonly subject: string;
  readonly message: string;
}

/** What is compared of a plugin. */
export type Offer = Pick<Described, "name" | "source" | "tool" | "slashcommand">;

/** Everything that differs, by the kind of the change, in the order of what is offered. */
export function compareOffers(before: Offer, after: Offer): Change[] {
  const changes = [
    ...compareIdentity(before, after),
    ...compareAll(named(operationsOf(before)), named(operationsOf(after)), compareOperations),
    ...compareAll(prompts(before), prompts(after), (subject, old, now) => [
      ...(old.template === now.template ? [] : [wording(subject, "its template is another one")]),
      ...(old.description === now.description ? [] : [wording(subject, "its description is another one")]),
    ]),
    ...compareConfigs(configOf(before), configOf(after)),
  ];
  const order: readonly ChangeKind[] = ["breaking", "additive", "wording"];
  return changes.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Operators name a plugin by both. */
function compareIdentity(before: Offer, after: Offer): Change[] {
  const fields = ["name", "source"] as const;
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => breaking("plugin", `its ${field} was ${before[field]}, and is ${after[field]}`));
}

const breaking = (subject: string, message: string): Change => ({ kind: "breaking", subject, message });
const additive = (subject: string, message: string): Change => ({ kind: "additive", subject, message });
const wording = (subject: string, message: string): Change => ({ kind: "wording", subject, message });

const named = (operations: readonly Offered[]) => new Map(operations.map((one) => [titleOf(one), one]));
const prompts = ({ tool }: Offer) =>
  new Map((tool?.slashCommands ?? []).map((prompt) => [`prompt ${prompt.name}`, prompt]));

function compareAll<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  compare: (subject: string, old: T, now: T) => readonly Change[],
): Change[] {
  return [
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => breaking(name, "it is gone")),
    ...[...after].flatMap(([name, now]) => {
      const old = before.get(name);
      return old === undefined ? [additive(name, "it is new")] : compare(name, old, now);
    }),
  ];
}

const risks = ["read_only", "low", "moderate", "high", "critical"];

function compareOperations(subject: string, old: Offered, now: Offered): Change[] {
  const changes: Change[] = [];
  const differs = (what: string, from: unknown, to: unknown, kind: ChangeKind): void => {
    if (from !== to) changes.push({ kind, subject, message: `${what} was ${from}, and is ${to}` });
  };
  differs("its kind", old.kind, now.kind, "breaking");
  // More risk is refused or asked about where less was not.
  differs("its risk", old.risk, now.risk, risks.indexOf(now.risk) > risks.indexOf(old.risk) ? "breaking" : "additive");
  differs("whether it ends the turn", old.terminatesTurn, now.terminatesTurn, "breaking");
  // A kernel tries again what is idempotent.
  differs("whether it is idempotent", old.idempotent, now.idempotent, now.idempotent ? "additive" : "breaking");
  differs("whether it streams", old.streaming, now.streaming, "additive");
  differs("its timeout", timeoutText(old), timeoutText(now), "additive");
  differs("its locks", locksText(old), locksText(now), "additive");
  if (old.description !== now.description) changes.push(wording(subject, "its description is another one"));
  return [
    ...changes,
    ...compareSchemas(subject, "argument", old.input, now.input),
    ...compareSchemas(subject, "result", old.output, now.output),
  ];
}

const timeoutText = ({ timeoutMs }: Offered) => (timeoutMs === undefined ? "the kernel's" : `${timeoutMs} ms`);

function locksText({ concurrency }: Offered): string {
  if (concurrency === undefined) return "those of interactive calls";
  const { safe, keyFields } = concurrency;
  if (!safe) return "on everything";
  return keyFields.length === 0 ? "none" : `on ${[...keyFields].sort().join(" and ")}`;
}

/** What is sent may be taken more widely, and what is answered promised more narrowly; the other way round breaks. */
function compareSchemas(subject: string, side: "argument" | "result", before?: Schema, after?: Schema): Change[] {
  const [old, now] = [before, after].map((schema) => new Map(fieldsOf(schema).map((field) => [field.path, field])));
  if (old === undefined || now === undefined) return [];
  const isArgument = side === "argument";
  const changes: Change[] = [];
  for (const [path, field] of old) {
    const what = `${side} ${path}`;
    const found = now.get(path);
    if (found === undefined) {
      changes.push(breaking(subject, `${what} is gone`));
      continue;
    }
    if (found.type !== field.type) changes.push(breaking(subject, `${what} was ${field.type}, and is ${found.type}`));
    if (found.required !== field.required) {
      const message = `${what} was ${requiredText(field)}, and is ${requiredText(found)}`;
      changes.push(found.required === isArgument ? breaking(subject, message) : additive(subject, message));
    }
    changes.push(...compareValues(subject, what, isArgument, field.values, found.values));
    if (found.description !== field.description) changes.push(wording(subject, `${what} is described otherwise`));
  }
  for (const [path, field] of now) {
    if (old.has(path)) continue;
    const message = `${side} ${path} is new, and ${requiredText(field)}`;
    const parentIsNew = isBelowNew(path, old, now);
    changes.push(
      isArgument && field.required && !parentIsNew ? breaking(subject, message) : additive(subject, message),
    );
  }
  return changes;
}

/** Whether a place is in something that is new itself: nobody could have left it out. */
function isBelowNew(path: string, old: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>): boolean {
  const isBelow = (parent: string) => path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
  return [...now.keys()].some((other) => !old.has(other) && isBelow(other));
}

const requiredText = ({ required }: { readonly required: boolean }) => (required ? "required" : "optional");

function compareValues(
  subject: string,
  what: string,
  isArgument: boolean,
  before: readonly string[],
  after: readonly string[],
): Change[] {
  // No list means that all values are allowed.
  const gone = after.length === 0 ? [] : before.filter((value) => !after.includes(value));
  const come = before.length === 0 ? [] : after.filter((value) => !before.includes(value));
  const changes: Change[] = [];
  const narrowed = (message: string) => (isArgument ? breaking(subject, message) : additive(subject, message));
  const widened = (message: string) => (isArgument ? additive(subject, message) : breaking(subject, message));
  if (gone.length > 0) changes.push(narrowed(`${what} can no longer be ${gone.join(", ")}`));
  if (come.length > 0) changes.push(widened(`${what} can be ${come.join(", ")} as well`));
  if (before.length === 0 && after.length > 0) changes.push(narrowed(`${what} can be nothing but ${after.join(", ")}`));
  if (before.length > 0 && after.length === 0) changes.push(widened(`${what} can be anything`));
  return changes;
}

function compareConfigs(before: ConfigSchema | undefined, after: ConfigSchema | undefined): Change[] {
  const [old, now] = [before, after].map((schema) => flatten(schema?.attributes ?? []));
  if (old === undefined || now === undefined) return [];
  const subject = "config";
  const changes: Change[] = [];
  for (const [path, attribute] of old) {
    const found = now.get(path);
    if (found === undefined) changes.push(breaking(subject, `attribute ${path} is gone`));
    else changes.push(...compareAttributes(subject, path, attribute, found));
  }
  for (const [path, attribute] of now) {
    if (old.has(path)) continue;
    const message = `attribute ${path} is new, and ${requiredText(attribute)}`;
    const isBreaking = attribute.required && !isBelowNew(path, old, now);
    changes.push(isBreaking ? breaking(subject, message) : additive(subject, message));
  }
  return changes;
}

function compareAttributes(subject: string, path: string, old: ConfigAttribute, now: ConfigAttribute): Change[] {
  const changes: Change[] = [];
  const what = `attribute ${path}`;
  if (old.type !== now.type)
    changes.push(breaking(subject, `${what} was ${AttrType[old.type]}, and is ${AttrType[now.type]}`));
  if (old.required !== now.required) {
    const message = `${what} was ${requiredText(old)}, and is ${requiredText(now)}`;
    changes.push(now.required ? breaking(subject, message) : additive(subject, message));
  }
  // A value that was written into the file is refused for a secret.
  if (old.sensitive !== now.sensitive) {
    const message = `${what} ${now.sensitive ? "is a secret now" : "is no secret any more"}`;
    changes.push(now.sensitive ? breaking(subject, message) : additive(subject, message));
  }
  if (old.defaultJson !== now.defaultJson) {
    changes.push(
      additive(subject, `${what} had the default ${old.defaultJson ?? "none"}, and has ${now.defaultJson ?? "none"}`),
    );
  }
  if (old.description !== now.description) changes.push(wording(subject, `${what} is described otherwise`));
  return changes;
}

function flatten(attributes: readonly ConfigAttribute[], path = ""): Map<string, ConfigAttribute> {
  return new Map(
    attributes.flatMap((attribute): [string, ConfigAttribute][] => {
      const own = `${path}${attribute.name}`;
      return [[own, attribute], ...flatten(attribute.objectAttributes, `${own}.`)];
    }),
  );
}
