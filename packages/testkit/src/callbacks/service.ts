import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Router } from "@plugwright/go-plugin";
import type { ProducerRef } from "@plugwright/protocol/common";
import { BusEventSchema, EventKind, KernelCallbackService, StoredEventSchema } from "@plugwright/protocol/kernel";
import { type LogEntry, LogLevel } from "@plugwright/protocol/log";
import { SessionStatus } from "@plugwright/protocol/session";
import type { JsonObject } from "@plugwright/sdk";
import type { Clock } from "../clock.js";
import type { Bus } from "./bus.js";
import { countTokens } from "./count-tokens.js";
import type { EmitRecord, LogRecord } from "./recording.js";

/** What all providers of a kernel share. */
export interface CallbackState {
  readonly clock: Clock;
  readonly sessionId: string;
  readonly log: readonly LogRecord[];
  /** Adds to the log. */
  readonly record: (entry: LogRecord) => void;
  readonly emits: EmitRecord[];
  readonly bus: Bus;
  readonly startedAt: number;
}

/** The provider on whose connection a callback comes. */
export interface Caller {
  readonly provider: string;
  readonly category: string;
  readonly producer: ProducerRef | undefined;
  /** What Configure brought. */
  readonly config: JsonObject;
  /** Told of everything that it logs or emits. */
  readonly saw: (where: string, what: string | Uint8Array) => void;
}

/** Only the kernel itself emits these. */
const kernelKinds: ReadonlySet<EventKind> = new Set([
  EventKind.MESSAGE,
  EventKind.PLAN,
  EventKind.APPLY,
  EventKind.HOOK_ERROR,
]);

/**
 * Serves KernelCallbackService to one provider. What a tool or command may ask for is there; the rest, which is for
 * frontends and agents, answers UNIMPLEMENTED.
 */
export function callbackRoutes(state: CallbackState, caller: () => Caller): (router: Router) => void {
  const inSession = (sessionId: string, what: string): void => {
    if (sessionId === state.sessionId) return;
    throw new ConnectError(
      `${what}: ${JSON.stringify(sessionId)} is not the session of a running call, which is ${state.sessionId}`,
      Code.InvalidArgument,
    );
  };
  return (router) =>
    router.service(KernelCallbackService, {
      log({ sessionId, entries }) {
        if (entries.length === 0) throw new ConnectError("Log: there are no entries", Code.InvalidArgument);
        const { provider, saw } = caller();
        for (const entry of entries) {
          const logged = logRecord(provider, sessionId, entry);
          state.record(logged);
          saw("its log", `${logged.message}\n${JSON.stringify(logged.fields)}`);
        }
        return {};
      },
      emit({ sessionId, kind, schemaVersion, payload }) {
        inSession(sessionId, "Emit");
        if (kind === EventKind.UNSPECIFIED || EventKind[kind] === undefined || schemaVersion === "") {
          throw new ConnectError("Emit: kind and schema_version are mandatory", Code.InvalidArgument);
        }
        if (kernelKinds.has(kind)) {
          throw new ConnectError(`Emit: only the kernel emits ${EventKind[kind]}`, Code.PermissionDenied);
        }
        const { provider, saw } = caller();
        const sequence = BigInt(state.emits.length + 1);
        const id = `event-${sequence}`;
        const named = EventKind[kind].toLowerCase();
        state.emits.push({ provider, sessionId, kind: named, schemaVersion, payload, id, sequence });
        saw("an emitted event", payload);
        return { id, sequence };
      },
      countTokens: ({ content }) => ({ count: BigInt(countTokens(content)), exact: false }),
      getConfig: () => ({ config: caller().config }),
      publish({ eventType, payload, payloadType, schemaVersion }) {
        if (!/^[a-z0-9_]+$/.test(eventType) || payloadType === "" || schemaVersion === "") {
          throw new ConnectError(
            "Publish: event_type is of a-z0-9_, payload_type and schema_version are mandatory",
            Code.InvalidArgument,
          );
        }
        const { provider, category, saw } = caller();
        const topic = `plugin.${category}.${provider}.${eventType}`;
        saw("a published event", payload);
        state.bus.publish({ topic, payload, payloadType, schemaVersion });
        return { topic };
      },
      async *subscribe({ topicFilters }, { signal }) {
        if (topicFilters.length === 0) throw new ConnectError("Subscribe: name a topic", Code.InvalidArgument);
        for await (const event of state.bus.subscribe(topicFilters, signal)) {
          yield create(BusEventSchema, { ...event, time: timestampFromMs(state.clock.now()) });
        }
      },
      async *readEvents({ sessionId, kinds, fromSequence = 0n, limit }) {
        inSession(sessionId, "ReadEvents");
        const wanted = state.emits.filter(
          ({ kind, sequence }) => sequence >= fromSequence && (kinds.length === 0 || kinds.includes(kindOf(kind))),
        );
        for (const { kind, provider: _, sessionId: __, ...event } of wanted.slice(0, limit)) {
          yield create(StoredEventSchema, { ...event, kind: kindOf(kind) });
        }
      },
      getSession({ sessionId }) {
        inSession(sessionId, "GetSession");
        return {
          info: { sessionId, status: SessionStatus.RUNNING, startedAt: timestampFromMs(state.startedAt) },
          remainingDepth: 0,
          remainingCostBudgetUsd: 0,
        };
      },
      getTelemetryConfig: () => ({ logLevel: LogLevel.DEBUG }),
      exportSpans: () => ({}),
      recordMetrics: () => ({}),
    });
}

const kindOf = (named: string): EventKind =>
  Object.entries(EventKind).flatMap(([name, value]) =>
    typeof value === "number" && name.toLowerCase() === named ? [value] : [],
  )[0] ?? EventKind.UNSPECIFIED;

const levels: Readonly<Record<LogLevel, LogRecord["level"]>> = {
  [LogLevel.UNSPECIFIED]: "info",
  [LogLevel.TRACE]: "trace",
  [LogLevel.DEBUG]: "debug",
  [LogLevel.INFO]: "info",
  [LogLevel.WARN]: "warn",
  [LogLevel.ERROR]: "error",
  [LogLevel.FATAL]: "fatal",
};

function logRecord(provider: string, sessionId: string | undefined, { level, message, fields }: LogEntry): LogRecord {
  const session = sessionId === undefined ? {} : { sessionId };
  return { provider, level: levels[level] ?? "info", message, fields: fields ?? {}, ...session, by: "callback" };
}
