import type { Fault } from "../schema/fault.js";
import type { Chain } from "./chain.js";
import type { Definition, Handler } from "./definition.js";

/** Under this key the metadata of a class carries its {@link OwnMethods}; shared by all copies of the SDK. */
export const methodsKey: unique symbol = Symbol.for("@plugwright/sdk/methods");

/** What one class declares on its methods. What its parents declare stands in their own metadata. */
export interface OwnMethods {
  readonly operations: MethodOperation[];
  readonly previews: MethodPreview[];
  /** What is wrong with a method whatever is declared on it. */
  readonly faults: MethodFault[];
}

/** An operation that was declared on a method. */
export interface MethodOperation {
  readonly type: "tool" | "command";
  readonly method: string;
  /** All steps but the last: a preview may still come. */
  readonly chain: Chain;
  /** The last step. The handler calls the method. */
  readonly end: (chain: Chain, handler: Handler) => Definition<"tool" | "command">;
}

/** A method that was declared to preview another one. */
export interface MethodPreview {
  readonly method: string;
  /** The other method, as the author passed it. */
  readonly of: unknown;
}

/** A fault, and the method it was found on. */
export interface MethodFault extends Fault {
  readonly method: string;
}

/** What the class that has this metadata declares itself, to be added to. */
export function ownMethods(metadata: object): OwnMethods {
  // Metadata inherits from that of the parent class, which must not be added to.
  const own = methodsIn(metadata);
  if (own !== undefined) return own;
  const none: OwnMethods = { operations: [], previews: [], faults: [] };
  Object.defineProperty(metadata, methodsKey, { value: none });
  return none;
}

/** What a class declares, then what each of its parents does. */
export function methodLevels(provider: object): OwnMethods[] {
  const levels: OwnMethods[] = [];
  let metadata = metadataOf(provider);
  while (typeof metadata === "object" && metadata !== null) {
    const own = methodsIn(metadata);
    if (own !== undefined) levels.push(own);
    metadata = Reflect.getPrototypeOf(metadata);
  }
  return levels;
}

function methodsIn(metadata: object): OwnMethods | undefined {
  return Object.getOwnPropertyDescriptor(metadata, methodsKey)?.value;
}

/** No Node has `Symbol.metadata` of its own yet; the compilers agree on what stands in for it. */
function metadataOf(provider: object): unknown {
  return Reflect.get(provider, Symbol.metadata ?? Symbol.for("Symbol.metadata"));
}
