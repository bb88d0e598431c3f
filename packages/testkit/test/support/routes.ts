import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import type { Router } from "@plugwright/go-plugin";
import { Category } from "@plugwright/protocol/common";
import type { ConfigSchemaSchema } from "@plugwright/protocol/config";
import { SchemaType } from "@plugwright/protocol/schema";
import { type SlashCommandCall, SlashCommandService, SlashCommandSpecSchema } from "@plugwright/protocol/slashcommand";
import {
  type InvokeResponseSchema,
  RiskClass,
  type ToolCall,
  ToolKind,
  ToolSchemaSchema,
  ToolService,
} from "@plugwright/protocol/tool";
import { text as renderText } from "@plugwright/sdk";
import type { RoutesSource } from "@plugwright/testkit";

/** What a tool schema is made of, and what is left out is right. */
export type ToolInit = MessageInitShape<typeof ToolSchemaSchema>;
type Event = NonNullable<NonNullable<MessageInitShape<typeof InvokeResponseSchema>["event"]>["event"]>;
/** What a call of a provider written by hand sends. */
export type Invoke = (
  call: ToolCall,
  context: HandlerContext,
) => AsyncIterable<Event | undefined> | Iterable<Event | undefined>;

export const text = (description = "") => ({ type: SchemaType.STRING, description });
export const object = (properties: Record<string, object> = {}, required: string[] = []) => ({
  type: SchemaType.OBJECT,
  properties,
  required,
});

/** A right tool: a data_source without input whose result is `{ ok: string }`. */
export const rightTool = {
  name: "look",
  description: "Looks.",
  kind: ToolKind.DATA_SOURCE,
  risk: RiskClass.READ_ONLY,
  inputSchema: object({ path: text() }),
  outputSchema: object({ ok: text() }, ["ok"]),
  concurrency: { safe: true, keyFields: [] },
  idempotent: true,
} satisfies ToolInit;

export const rightResult = { case: "result", value: { payload: { ok: "yes" } } } as const;

/** What a provider written by hand does; all that is left out is right. */
export interface Handwritten {
  readonly name?: string;
  readonly tools?: readonly ToolInit[];
  readonly spawns?: readonly string[];
  readonly invoke?: Invoke;
  readonly config?: MessageInitShape<typeof ConfigSchemaSchema>;
  readonly configure?: (config: unknown) => void;
  readonly preview?: (call: ToolCall) => string | Promise<string>;
  readonly producer?: object;
}

/** Tools served without the SDK, so that they can be wrong. */
export function tools(of: Handwritten = {}): RoutesSource {
  const { name = "hand", tools = [rightTool], spawns = [], invoke = () => [rightResult], configure, preview } = of;
  return {
    spawns,
    routes: (router: Router) =>
      router.service(ToolService, {
        describe: () => ({
          producer: {
            name,
            version: "1.0.0",
            source: "github.com/acme/hand",
            category: Category.TOOL,
            protocolVersion: 1,
            ...of.producer,
          },
        }),
        getSchema: () => ({
          tools: tools.map((tool) => create(ToolSchemaSchema, tool)),
          ...(of.config !== undefined && { configSchema: of.config }),
        }),
        configure({ config }) {
          configure?.(config);
          return {};
        },
        async preview({ call }) {
          if (preview === undefined || call === undefined) throw new ConnectError("no preview", Code.Unimplemented);
          return { preview: renderText(await preview(call)) };
        },
        async *invoke({ call }, context) {
          if (call === undefined) throw new ConnectError("no call", Code.InvalidArgument);
          for await (const event of invoke(call, context)) yield event === undefined ? {} : { event: { event } };
        },
      }),
  };
}

/** Slash commands served without the SDK. */
export function commands(
  name: string,
  names: readonly string[],
  called: (call: SlashCommandCall | undefined) => void = () => {},
): RoutesSource {
  const kind = ToolKind.DATA_SOURCE;
  const risk = RiskClass.READ_ONLY;
  return {
    routes: (router: Router) =>
      router.service(SlashCommandService, {
        describe: () => ({
          producer: {
            name,
            version: "1.0.0",
            source: "github.com/acme/hand",
            category: Category.SLASHCOMMAND,
            protocolVersion: 1,
          },
        }),
        getCapabilities: () => ({
          commands: names.map((of) =>
            create(SlashCommandSpecSchema, {
              name: of,
              description: "Does.",
              kind,
              risk,
              inputSchema: object(),
              concurrency: { safe: true },
            }),
          ),
        }),
        configure: () => ({}),
        async *invoke({ call }) {
          called(call);
          yield { event: { event: { case: "result", value: { payload: { anything: [1] } } } } };
        },
      }),
  };
}
