import { Category } from "@plugwright/protocol/common";
import { createBus } from "./callbacks/bus.js";
import type { EmitRecord, LogRecord } from "./callbacks/recording.js";
import { type Caller, callbackRoutes } from "./callbacks/service.js";
import type { TestKernel } from "./kernel.js";
import { leakMessage } from "./leaks.js";
import type { Found } from "./load/check-operation.js";
import { kernelLoadError } from "./load/finding.js";
import { duplicateCommands, type LoadedProvider, loadProvider } from "./load/load-provider.js";
import { openBinary } from "./load/open-binary.js";
import { openPlugin } from "./load/open-plugin.js";
import { openRoutes } from "./load/open-routes.js";
import type { Opened, Surroundings } from "./load/opened.js";
import type { KernelOptions } from "./options.js";
import type { LoadFinding, LoadRule, Violation, WarningRule } from "./rules.js";
import { createSession } from "./session.js";
import type { ProviderSource } from "./source.js";
import { systemClock } from "./system-clock.js";

const sessionId = "session-1";

/**
 * Starts a kernel for tests and loads these providers.
 * @throws KernelLoadError with everything that keeps a provider from being loaded; whatever was started is ended.
 */
export async function startKernel(options: KernelOptions): Promise<TestKernel> {
  const { clock = systemClock, config = {}, environment = process.env } = options;
  const log: LogRecord[] = [];
  const emits: EmitRecord[] = [];
  const violations: Violation[] = [];
  const bus = createBus();
  const record = (entry: LogRecord): void => {
    log.push(entry);
    options.onLog?.(entry);
  };
  const state = { clock, sessionId, log, record, emits, bus, startedAt: clock.now() };
  const opened: Opened[] = [];
  const providers: LoadedProvider[] = [];
  const faults: LoadFinding<LoadRule>[] = [];
  const warnings: LoadFinding<WarningRule>[] = [];
  /** Ends all of them, whether or not one fails to end. */
  const close = async (): Promise<void> => {
    const ends = await Promise.allSettled(opened.map((provider) => provider.close()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };

  try {
    for (const source of options.providers) {
      const identity = identityOf(source, violations);
      const surroundings = {
        clock,
        callbacks: callbackRoutes(state, identity.caller),
        log: identity.taking(record),
        late: identity.late,
      };
      const found = await openSource(source, surroundings);
      if (!("transport" in found)) {
        faults.push({ ...found, provider: identity.caller().provider });
        continue;
      }
      opened.push(found);
      const lock = "binary" in source ? source.lock : undefined;
      const loading = await loadProvider(found, { config, environment, lock, known: identity.known });
      faults.push(...loading.faults);
      warnings.push(...loading.warnings, ...mixed(source, found));
      if (loading.provider !== undefined) providers.push(loading.provider);
    }
    faults.push(...duplicateCommands(providers));
    if (faults.length > 0) throw kernelLoadError(faults);
  } catch (error) {
    // Why it was not loaded is what counts.
    await close().catch(() => undefined);
    throw error;
  }
  return createSession({ options, state, providers, warnings, violations, close });
}

async function openSource(source: ProviderSource, surroundings: Surroundings): Promise<Opened | Found<LoadRule>> {
  if ("plugin" in source) return openPlugin(source, surroundings);
  if ("binary" in source) return openBinary(source, surroundings);
  return openRoutes(source, surroundings);
}

/** Whose callbacks and log these are, which is told by its first answers. */
function identityOf(source: ProviderSource, violations: Violation[]) {
  const given = "plugin" in source ? source.plugin.name : "binary" in source ? source.binary : "the provider";
  let caller: Caller = { provider: given, category: "tool", producer: undefined, config: {}, saw: () => {} };
  const violation = (rule: "secret_leaked" | "late_event", message: string) =>
    void violations.push({ rule, provider: caller.provider, message });
  return {
    caller: () => caller,
    known({ producer, config, leaks }: Pick<LoadedProvider, "producer" | "config" | "leaks">): void {
      caller = {
        provider: producer.name,
        category: producer.category === Category.TOOL ? "tool" : "slashcommand",
        producer,
        config,
        saw(where, what) {
          const name = leaks.find(what);
          if (name !== undefined) violation("secret_leaked", leakMessage(name, where));
        },
      };
    },
    taking: (record: (entry: LogRecord) => void) => (entry: Omit<LogRecord, "provider">) => {
      record({ provider: caller.provider, ...entry });
      caller.saw("its log", `${entry.message}\n${JSON.stringify(entry.fields)}`);
    },
    late: (message: string) => violation("late_event", message),
  };
}

function mixed(source: ProviderSource, { category }: Opened): LoadFinding<WarningRule>[] {
  if (!("plugin" in source)) return [];
  const { name, tools, prompts, commands } = source.plugin;
  if (source.category !== undefined || commands.length === 0 || tools.length + prompts.length === 0) return [];
  return [
    {
      rule: "mixed_plugin",
      provider: name,
      message: `it has tools and commands, and is taken as a ${category} provider; give it twice, with { category }, to use both`,
    },
  ];
}
