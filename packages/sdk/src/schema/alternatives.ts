import { fold, nullFold } from "./checks.js";
import type { BooleanShape, NumberShape, NumberValue, Shape, StringShape } from "./shape.js";

/** A shape without parts. */
export type Scalar = StringShape | NumberShape | BooleanShape;

export function isScalar(shape: Shape): shape is Scalar {
  return shape.kind === "string" || shape.kind === "number" || shape.kind === "boolean";
}

/**
 * The one shape that admits what any of several scalars of one type admits. Listed values are joined; where one member
 * takes anything, it wins, and the others are told: `a, b or any text`.
 */
export function mergeAlternatives(members: readonly [Scalar, ...Scalar[]]): Scalar {
  const [first] = members;
  const described = members.filter((member) => member.description !== "");
  const node = {
    description: described.map((member) => `${wordsOf(member)}: ${member.description}`).join("; "),
    nullable: members.some((member) => member.nullable),
    defaulted: members.some((member) => member.defaulted),
    rewritten: members.some((member) => member.rewritten),
    secret: members.some((member) => member.secret),
    lenient: members.some((member) => member.lenient),
  };
  const words = [...new Set(members.map(wordsOf))];
  const listed = members.every((member) => isListed(member) && foldsOf(member).length === 0);
  const folds = listed || words.length === 1 ? foldsOf(first) : [fold(words.join(" or "))];
  if (first.kind === "boolean") {
    const [always, ...others] = new Set(
      members.map((member) => (member.kind === "boolean" ? member.always : undefined)),
    );
    return { kind: "boolean", always: others.length === 0 ? always : undefined, ...node, folds: listed ? [] : folds };
  }
  if (first.kind === "string") {
    const values = members.flatMap((member) => (member.kind === "string" ? (member.values ?? []) : []));
    return { kind: "string", values: allListed(members) ? [...new Set(values)] : undefined, ...node, folds };
  }
  const values = members.flatMap((member) => (member.kind === "number" ? (member.values ?? []) : []));
  const whole = members.every((member) => member.kind === "number" && member.whole);
  return { kind: "number", whole, values: allListed(members) ? distinct(values) : undefined, ...node, folds };
}

function allListed(members: readonly Scalar[]): boolean {
  return members.every(isListed);
}

function isListed(member: Scalar): boolean {
  return member.kind === "boolean" || member.values !== undefined;
}

/** Null is told of the whole union. */
function foldsOf(member: Scalar): readonly string[] {
  return member.folds.filter((text) => text !== nullFold);
}

function wordsOf(member: Scalar): string {
  return [...valueWords(member), ...foldsOf(member)].join(", ") || anything[member.kind];
}

const anything = { string: "any text", number: "any number", boolean: "true or false" };

function valueWords(member: Scalar): readonly string[] {
  if (member.kind === "boolean") return member.always === undefined ? [] : [`${member.always}`];
  if (member.kind === "string") return member.values ?? [];
  return member.values?.map(({ value }) => `${value}`) ?? [];
}

function distinct(values: readonly NumberValue[]): readonly NumberValue[] {
  return values.filter(({ value }, index) => values.findIndex((other) => other.value === value) === index);
}
