import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { ToolService } from "@plugwright/protocol/tool";
import { serviceOf } from "../connect/service.js";
import type { Category } from "../source.js";
import { answered } from "./patience.js";

/** The order in which a kernel asks an unknown plugin what it is. */
export const probeOrder = ["model", "tool", "context", "memory", "frontend", "widget", "slashcommand"] as const;

/** A category of plugins. */
export type ProbedCategory = (typeof probeOrder)[number];

/** Whether the plugin serves a category: its Describe answers anything but UNIMPLEMENTED. */
export async function serves(transport: Transport, category: ProbedCategory): Promise<boolean> {
  try {
    const isOurs = category === "tool" || category === "slashcommand";
    const describes: Promise<unknown> = isOurs
      ? serviceOf(category, transport).describe()
      : describeForeign(transport, category);
    await answered(`Describe of the category ${category}`, describes);
    return true;
  } catch (error) {
    if (ConnectError.from(error).code === Code.Unimplemented) return false;
    throw error;
  }
}

/** The first of our categories whose Describe answers. */
export async function categoryOf(transport: Transport): Promise<Category | undefined> {
  for (const category of ["tool", "slashcommand"] as const) if (await serves(transport, category)) return category;
  return undefined;
}

/** The request is empty, and of the answer only that there is one matters. */
async function describeForeign(transport: Transport, category: ProbedCategory): Promise<void> {
  const { describe } = ToolService.method;
  const name = `${category[0]?.toUpperCase()}${category.slice(1)}Service`;
  const parent = { ...ToolService, typeName: `pluggableharness.${category}.v1.${name}` };
  await transport.unary({ ...describe, parent }, undefined, undefined, undefined, {});
}
