import { Code, ConnectError } from "@connectrpc/connect";
import { type ProducerRef, type PromptExpansionSpec, Category as WireCategory } from "@plugwright/protocol/common";
import type { JsonObject } from "@plugwright/sdk";
import { type Service, serviceOf } from "../connect/service.js";
import { type LeakWatch, leakWatch } from "../leaks.js";
import type { LoadedOperation } from "../operation.js";
import type { LoadFinding, LoadRule, WarningRule } from "../rules.js";
import type { LockRow } from "../source.js";
import { checkOperation, noAnswer } from "./check-operation.js";
import { decodeConfig, type ProviderConfig } from "./config.js";
import type { Opened } from "./opened.js";
import { answered, patienceMs } from "./patience.js";

/** A provider that was taken. */
export interface LoadedProvider {
  readonly producer: ProducerRef;
  readonly service: Service;
  readonly opened: Opened;
  readonly operations: readonly LoadedOperation[];
  readonly prompts: readonly PromptExpansionSpec[];
  /** What Configure brought. */
  readonly config: JsonObject;
  readonly leaks: LeakWatch;
}

/** What became of a provider. */
export interface Loading {
  /** Absent where there are faults. */
  readonly provider: LoadedProvider | undefined;
  readonly faults: readonly LoadFinding<LoadRule>[];
  readonly warnings: readonly LoadFinding<WarningRule>[];
}

/** What the operator says. */
export interface Operator {
  /** The blocks of all providers, by their names. */
  readonly config: Readonly<Record<string, ProviderConfig>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly lock: LockRow | undefined;
  /** For one answer, in milliseconds. */
  readonly patienceMs?: number;
  /** Told who the provider is and how it is configured, before it is configured. */
  readonly known: (provider: Pick<LoadedProvider, "producer" | "config" | "leaks">) => void;
}

const nameless = "a provider without a name";

/** Brings a provider up: Describe, its schemas, Configure, the probes for previews (kernel-behaviour, bring-up). */
export async function loadProvider(opened: Opened, operator: Operator): Promise<Loading> {
  const faults: LoadFinding<LoadRule>[] = [];
  const warnings: LoadFinding<WarningRule>[] = [];
  const service = serviceOf(opened.category, opened.transport);
  const patience = operator.patienceMs ?? patienceMs;
  const within = <T>(what: string, answer: Promise<T>) => answered(what, answer, patience);
  let name = nameless;
  const fault = (rule: LoadRule, message: string, operation?: string) =>
    void faults.push({ rule, provider: name, message, ...(operation !== undefined && { operation }) });
  const failed = (): Loading => ({ provider: undefined, faults, warnings });

  const described = await within("Describe", service.describe()).then(
    (producer) => ({ producer }),
    (error: unknown) => fault("no_answer", noAnswer(error).message),
  );
  if (described === undefined) return failed();
  const { producer } = described;
  name = producer?.name || nameless;
  for (const message of describeFaults(producer, opened, operator.lock)) fault("describe_mismatch", message);
  const declared = await within("its schema", service.declared()).catch((error: unknown) => {
    fault("schema_failed", `what it declares could not be read: ${textOf(error)}`);
  });
  if (declared === undefined || producer === undefined) return failed();

  const checked = declared.operations.map((operation) => ({ name: operation.name, ...checkOperation(operation) }));
  for (const { name: operation, ...found } of checked) {
    for (const { rule, message } of found.faults) fault(rule, message, operation);
    for (const { rule, message } of found.warnings) warnings.push({ rule, provider: name, operation, message });
  }
  const kept = withoutSecondTools(checked, (operation) =>
    warnings.push({
      rule: "duplicate_tool",
      provider: name,
      operation,
      message: "an earlier tool of this provider has the name already: this one is dropped",
    }),
  );
  const block = operator.config[name] ?? {};
  const decoded = decodeConfig(declared.config, block, operator.environment);
  for (const message of decoded.faults) fault("config_invalid", message);
  if (faults.length > 0) return failed();

  const { config } = decoded;
  const leaks = leakWatch(decoded.secrets);
  operator.known({ producer, config, leaks });
  await within("Configure", service.configure(config)).catch((error: unknown) =>
    fault("configure_failed", textOf(error)),
  );
  if (faults.length > 0) return failed();

  const operations = await Promise.all(
    kept.map(async (operation): Promise<LoadedOperation> => {
      const hasPreview = await within(`the preview of ${operation.name}`, probe(service, operation.name));
      return { ...operation, provider: name, hasPreview, spawns: opened.spawns(operation.name) };
    }),
  );
  return {
    faults,
    warnings,
    provider: { producer, service, opened, operations, prompts: declared.prompts, config, leaks },
  };
}

function describeFaults(producer: ProducerRef | undefined, { category }: Opened, lock: LockRow | undefined): string[] {
  if (producer === undefined) return ["Describe names no producer"];
  const number = category === "tool" ? WireCategory.TOOL : WireCategory.SLASHCOMMAND;
  const differs = (what: string, said: string | number, expected: string | number) =>
    said === expected ? [] : [`Describe says ${what} ${JSON.stringify(said)}, and it is ${JSON.stringify(expected)}`];
  return [
    ...(producer.name === "" ? ["Describe says no name"] : []),
    ...differs("category", producer.category, number),
    ...differs("protocol version", producer.protocolVersion, 1),
    ...(lock === undefined
      ? []
      : [
          ...differs("name", producer.name, lock.name),
          ...differs("version", producer.version, lock.version),
          ...differs("source", producer.source, lock.source),
        ]),
  ];
}

/** The first of the tools of each name. Commands of one name are looked for over all providers. */
function withoutSecondTools(
  checked: readonly { readonly operation: ReturnType<typeof checkOperation>["operation"] }[],
  drop: (name: string) => void,
) {
  const names = new Set<string>();
  return checked.flatMap(({ operation }) => {
    if (operation === undefined) return [];
    if (operation.type === "tool" && names.has(operation.name)) {
      drop(operation.name);
      return [];
    }
    names.add(operation.name);
    return [operation];
  });
}

/** Asks once with empty arguments: UNIMPLEMENTED means that there is no preview, everything else that there is. */
async function probe(service: Service, name: string): Promise<boolean> {
  const callContext = { sessionId: "", turnId: "", workingDirectory: "" };
  try {
    await service.preview({ id: "probe", name, arguments: {}, callContext }, {});
    return true;
  } catch (error) {
    return ConnectError.from(error).code !== Code.Unimplemented;
  }
}

/** Two commands of one name, in whichever providers, are an error (slash-command-data-types, SlashCommandSpec). */
export function duplicateCommands(providers: readonly LoadedProvider[]): LoadFinding<LoadRule>[] {
  const owners = new Map<string, string>();
  const findings: LoadFinding<LoadRule>[] = [];
  for (const { name, provider, type } of providers.flatMap(({ operations }) => operations)) {
    const owner = owners.get(name);
    if (type !== "command") continue;
    if (owner === undefined) owners.set(name, provider);
    else {
      const message = `/${name} is a command of ${owner} already: names of commands are unique in a session`;
      findings.push({ rule: "duplicate_command", provider, operation: name, message });
    }
  }
  return findings;
}

const textOf = (error: unknown): string =>
  error instanceof Error && !(error instanceof ConnectError) ? error.message : ConnectError.from(error).rawMessage;
