import { dropUndefined, normalise } from "../schema/normalise.js";
import { dropNulls } from "../schema/nulls.js";
import { parseWith } from "../schema/parse.js";
import { problemText } from "../schema/problem.js";
import { structSize } from "../schema/struct-size.js";
import type { JsonObject, JsonValue } from "../schema/types.js";
import { validate } from "../schema/validate.js";
import type { CompiledOperation } from "./compile.js";
import { ToolError, withRaw } from "./errors.js";
import type { Redactor } from "./redact.js";

/** What a payload is held to. */
export interface PayloadLimits {
  readonly redactor: Redactor;
  /** The most bytes of its message, encoded. */
  readonly messageLimit: number;
}

/** A payload that may go on the wire: fits, and holds no secret. */
export interface Payload {
  readonly value: JsonObject;
  /** Its encoded size. */
  readonly bytes: number;
}

/**
 * Makes the result's payload of what a handler returned: the author's output schema, then what JSON
 * can carry, then the kernel's own rules, so that what is sent is what the kernel accepts.
 * @throws ToolError `execution_failed` that names the field; the returned value is in `details.returned`.
 */
export async function resultPayload(
  compiled: CompiledOperation,
  returned: unknown,
  limits: PayloadLimits,
): Promise<Payload> {
  const { operation, output } = compiled;
  const refuse = (what: string): never => {
    throw withRaw(new ToolError("execution_failed", `the result of ${operation.name} ${what}`), {
      returned: shown(returned),
    });
  };
  let value = returned;
  if (operation.type === "command" && value === undefined) value = {};
  if (operation.output !== undefined) {
    // zod tells an absent property from an undefined one; JSON does not.
    const parsed = await parseWith(operation.output, dropUndefined(value), redactOf(limits.redactor));
    if (!parsed.ok) return refuse(`does not fit its output schema\n${problemText(parsed.problems)}`);
    value = parsed.value;
  }
  const normal = normalise(value);
  if (!normal.ok) return refuse(`cannot be sent: ${at(normal.path)}${normal.reason}`);
  const drops = output !== undefined && operation.outputOptions.nulls === "drop";
  const payload = drops ? dropNulls(output.shape, normal.value) : normal.value;
  const violation = output === undefined ? undefined : validate(output.schema, payload);
  if (violation !== undefined)
    return refuse(`does not fit its output schema\n${at(violation.path)}${violation.reason}`);
  return sized(payload, limits, "result");
}

/**
 * Makes the payload of a partial result.
 * @throws ToolError `execution_failed` that names the field.
 */
export function partialPayload(payload: unknown, limits: PayloadLimits): Payload {
  const normal = normalise(payload);
  if (normal.ok) return sized(normal.value, limits, "partial_result");
  throw new ToolError("execution_failed", `a partial result cannot be sent: ${at(normal.path)}${normal.reason}`);
}

function sized(value: JsonObject, { redactor, messageLimit }: PayloadLimits, event: string): Payload {
  // What is put in the place of a secret may be longer than the secret.
  const safe = redactor.json(value);
  const bytes = structSize(safe);
  if (bytes + envelope <= messageLimit) return { value: safe, bytes };
  throw tooLarge(event, bytes, messageLimit);
}

/** What the messages around a payload take, in bytes. */
const envelope = 64;

/** How `parseWith` keeps secrets out of problems. */
export function redactOf(redactor: Redactor): ((text: string) => string) | undefined {
  return redactor.active ? redactor.text : undefined;
}

/** The failure of a message over the limit. */
export function tooLarge(event: string, bytes: number, limit: number): ToolError {
  return new ToolError(
    "execution_failed",
    `the ${event} has ${bytes} bytes, the limit is ${limit}: send less, or in parts with call.partial() or call.output()`,
    { details: { bytes, limit } },
  );
}

const at = (path: string): string => (path === "" ? "" : `${path}: `);

function shown(returned: unknown): JsonValue {
  const normal = normalise({ returned });
  return normal.ok ? (normal.value["returned"] ?? null) : `${normal.path}: ${normal.reason}`;
}
