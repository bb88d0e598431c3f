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
  // Metadata may inherit from that of the parent class, which must not be added to.
  const own = methodsIn(metadata);
  if (own !== undefined) return own;
  const none: OwnMethods = { operations: [], previews: [], faults: [] };
  Object.defineProperty(metadata, methodsKey, { value: none });
  return none;
}

/** What a class declares, then what each of its parents does. */
export function methodLevels(provider: object): OwnMethods[] {
  const levels: OwnMethods[] = [];
  // Along the classes: not every compiler lets the metadata of a class inherit from that of its parent.
  for (let at: object | null = provider; at !== null; at = Reflect.getPrototypeOf(at)) {
    const metadata = ownValue(at, metadataKey());
    const own = typeof metadata === "object" && metadata !== null ? methodsIn(metadata) : undefined;
    if (own !== undefined) levels.push(own);
  }
  return levels;
}

/** Where compilers put the metadata of a class: no Node has the symbol of its own yet, and they agree on a stand-in. */
function metadataKey(): symbol {
  return Symbol.metadata ?? Symbol.for("Symbol.metadata");
}

function methodsIn(metadata: object): OwnMethods | undefined {
  // Only `ownMethods` writes under this key.
  return ownValue(metadata, methodsKey) as OwnMethods | undefined;
}

function ownValue(object: object, key: symbol): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}
