import { fieldsOf, stepFault } from "../operation/derived.js";
import { type OwnMethods, ownMethods } from "../operation/methods.js";
import type { Fault } from "../schema/fault.js";

// What tsc compiles has metadata only where this symbol exists, and no Node has it yet. It has to exist before the
// author's classes are evaluated: their file imports this one. TypeScript declares it as read-only.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for("Symbol.metadata");

/** What a compiler tells of a method, as far as it matters here. The sentences are for its errors. */
export interface MethodContext {
  readonly kind: "method";
  readonly name: string;
  readonly static: false | "a method of an instance is called, so it cannot be static";
  readonly private: false | "it is called from outside of the class, so it cannot be #private";
}

/**
 * Notes something about a method for its class. What is no public method of an instance is noted as a fault, which
 * `definePlugin` reports.
 * @param context What the compiler passed as the second argument.
 * @throws TypeError that says what to set where the compiler makes no standard decorators.
 */
export function noteMethod(decorator: string, context: unknown, note: (method: string, own: OwnMethods) => void): void {
  if (typeof context === "string" || typeof context === "symbol") throw new TypeError(legacy(decorator));
  const { kind, name, static: isStatic, private: isPrivate, metadata } = fieldsOf(context) ?? {};
  if (kind === undefined) throw new TypeError(`${decorator} was not called as a decorator. ${standard}`);
  if (typeof metadata !== "object" || metadata === null)
    throw new TypeError(`${decorator} got no metadata. ${standard}`);
  const own = ownMethods(metadata);
  const fault = methodFault(decorator, kind, name, { isStatic, isPrivate });
  if (fault === undefined) note(String(name), own);
  else own.faults.push({ method: String(name), ...fault });
}

function methodFault(
  decorator: string,
  kind: unknown,
  name: unknown,
  { isStatic, isPrivate }: { readonly isStatic: unknown; readonly isPrivate: unknown },
): Fault | undefined {
  if (kind !== "method") return stepFault(`${decorator} stands on a ${String(kind)}`, "put it on a method");
  if (isStatic === true)
    return stepFault("a method of an instance is called, and this one is static", "leave static out");
  if (isPrivate === true) {
    return stepFault("it is called from outside of the class, which a #private method cannot be", "leave the # out");
  }
  if (typeof name === "string") return undefined;
  return stepFault("its name is a symbol, which no caller can send", "name it with a string");
}

const standard =
  'Compile it with TypeScript 5.2 or newer, esbuild, swc with "decoratorVersion": "2023-11" or Babel with version: "2023-11"';

function legacy(decorator: string): string {
  return (
    `${decorator} was called as an experimental decorator, but it is a standard one. In tsconfig.json leave ` +
    'experimentalDecorators out; for swc set "decoratorVersion": "2023-11" and leave legacyDecorator out; for Babel pass ' +
    'version: "2023-11" to @babel/plugin-proposal-decorators'
  );
}
