import type { RenderTree } from "@plugwright/protocol/render";
import type { PreviewCall } from "../operation/call.js";
import type { Awaitable, Refused } from "../operation/type-state.js";
import { type MethodContext, noteMethod } from "./context.js";

/** As {@link MethodContext}, with what tells the compiler which class it is. */
export interface PreviewContext<This> extends MethodContext {
  readonly access: {
    /** Gets the method from an instance of the class. */
    readonly get: (object: This) => unknown;
  };
}

/** The arguments of a method, by its annotation; `unknown` where it takes none. */
export type ArgumentsOf<Method> = Method extends (...given: infer Given) => unknown
  ? Given extends [infer Args, ...unknown[]]
    ? Args
    : unknown
  : never;

/** What `@Preview` makes: a decorator of a method that shows what a call of another one would do. */
export type PreviewDecorator<Name extends string> = <This>(
  method: Name extends keyof This
    ? (args: ArgumentsOf<This[Name]>, call: PreviewCall) => Awaitable<RenderTree>
    : Refused<`this class has no public method ${Name}`>,
  context: PreviewContext<This>,
) => void;

/**
 * Declares a method as the preview of another one that has `@Tool` or `@Command` and mutates: it shows what a call would
 * do, before it is allowed to. Must not change anything. A method of its own, and no option of `@Tool`, so that it has
 * `this` and a subclass can override it.
 * @param method The name of the other method, in this class or a parent; not the name that callers see.
 * @throws TypeError where the compiler makes no standard decorators, with what to set.
 */
export function Preview<const Name extends string>(method: Name): PreviewDecorator<Name> {
  if (typeof method === "function") throw new TypeError('@Preview takes a name: write @Preview("write_file")');
  return (_, context) =>
    noteMethod("@Preview", context, (own, { previews }) => previews.push({ method: own, of: method }));
}
