import { type Definition, type Handler, operationKey, type PreviewHandler } from "./definition.js";
import { didYouMean, show, stepFault } from "./derived.js";
import {
  type MethodFault,
  type MethodOperation,
  type MethodPreview,
  methodLevels,
  type OwnMethods,
} from "./methods.js";
import type { Provider } from "./provider.js";

/** An operation of a class, and the method on which it was declared. */
export interface ProvidedOperation {
  readonly method: string;
  readonly definition: Definition<"tool" | "command">;
}

/**
 * The operations of a class and its parents, read without an instance. A method that is declared again replaces what a
 * parent declared on it, the preview included; a method that is merely overridden runs the override.
 */
export function providedOperations(provider: Provider): {
  readonly operations: readonly ProvidedOperation[];
  readonly faults: readonly MethodFault[];
} {
  const levels = methodLevels(provider);
  const operations: ProvidedOperation[] = [];
  const declared = new Set<string>();
  for (const [height, level] of levels.entries()) {
    const here = level.operations.filter((operation) => !declared.has(placeOf(operation)));
    for (const operation of here) {
      declared.add(placeOf(operation));
      const preview = previewOf(operation.method, levels.slice(0, height + 1));
      operations.push({ method: operation.method, definition: finished(operation, preview, provider) });
    }
  }
  const methods = new Set(operations.map(({ method }) => method));
  return { operations, faults: levels.flatMap((level) => [...level.faults, ...previewFaults(level, methods)]) };
}

/** A tool and a command on one method are two operations. */
function placeOf({ type, method }: MethodOperation): string {
  return `${type} ${method}`;
}

/** The preview that the class nearest to the provider declares. */
function previewOf(method: string, levels: readonly OwnMethods[]): MethodPreview | undefined {
  return levels.flatMap(({ previews }) => previews).find((preview) => preview.of === method);
}

/** Ends the chain of an operation for one class: what runs is the method of that class's instance. */
function finished(
  { method, chain, end }: MethodOperation,
  preview: MethodPreview | undefined,
  provider: Provider,
): ProvidedOperation["definition"] {
  const previewed = preview === undefined ? chain : chain.preview(calling<PreviewHandler>(preview.method));
  const definition = end(previewed, calling<Handler>(method));
  const operation = Object.freeze({ ...definition[operationKey], provider });
  return Object.freeze({ ...definition, [operationKey]: operation });
}

/** Looks the method up when it is called, so that an override runs. */
function calling<F extends Handler | PreviewHandler>(method: string) {
  return function (this: object, ...given: Parameters<F>): ReturnType<F> {
    return Reflect.apply(Reflect.get(this, method), this, given);
  };
}

function previewFaults({ previews }: OwnMethods, methods: ReadonlySet<string>): MethodFault[] {
  return previews.flatMap(({ method, of }, index) => {
    if (typeof of !== "string" || !methods.has(of)) {
      const hint = didYouMean(String(of), [...methods]) ?? "name a method that has @Tool or @Command";
      return [{ method, ...stepFault(`it previews ${show(of)}, which is no operation of the class`, hint) }];
    }
    if (previews.findIndex((preview) => preview.of === of) === index) return [];
    return [{ method, ...stepFault(`${show(of)} has a preview already`, "declare one preview for a method") }];
  });
}
