import { suggest } from "@plugwright/sdk";
import type { LoadedProvider } from "./load/load-provider.js";
import type { LoadedOperation } from "./operation.js";
import { listText } from "./text.js";

/** An operation and whose it is. */
export interface FoundOperation {
  readonly provider: LoadedProvider;
  readonly operation: LoadedOperation;
}

/** What is looked for. */
export interface Wanted {
  readonly type: "tool" | "command";
  readonly name: string;
  readonly provider: string | undefined;
}

/**
 * The operation that a caller means; `undefined` where nobody has it.
 * @throws TypeError where several providers have one of this name.
 */
export function findOperation(providers: readonly LoadedProvider[], wanted: Wanted): FoundOperation | undefined {
  const found = providers.flatMap((provider) =>
    provider.operations
      .filter(({ type, name }) => type === wanted.type && name === wanted.name)
      .filter((operation) => wanted.provider === undefined || operation.provider === wanted.provider)
      .map((operation) => ({ provider, operation })),
  );
  if (found.length < 2) return found[0];
  const owners = found.map(({ operation }) => operation.provider);
  throw new TypeError(
    `${listText(owners)} have a ${wanted.type} ${wanted.name}: say which with { provider: "${owners[0]}" }`,
  );
}

/** What there is in place of an operation that there is not. */
export function unknownText(providers: readonly LoadedProvider[], { type, name }: Wanted): string {
  const names = providers.flatMap(({ operations }) => operations.filter((of) => of.type === type).map((of) => of.name));
  const meant = suggest(name, names);
  const hint =
    meant === undefined
      ? `there ${names.length === 0 ? "are none" : `is ${listText(names)}`}`
      : `did you mean ${meant}?`;
  return `no provider has a ${type} ${JSON.stringify(name)}; ${hint}`;
}
