import { memoryTransport } from "../connect/memory-transport.js";
import type { LoadRule } from "../rules.js";
import type { RoutesSource } from "../source.js";
import { categoryOf } from "./category.js";
import { type Found, noAnswer } from "./check-operation.js";
import type { Opened, Surroundings } from "./opened.js";
import { spawnsOf } from "./spawns.js";

/** Opens services that were written by hand. */
export async function openRoutes(
  { routes, spawns }: RoutesSource,
  { clock }: Surroundings,
): Promise<Opened | Found<LoadRule>> {
  const transport = memoryTransport(routes, clock);
  const category = await categoryOf(transport).catch((error: unknown) => noAnswer(error));
  if (typeof category === "object") return category;
  if (category === undefined) return { rule: "no_category", message: "its Describe answers for no category" };
  return {
    transport,
    category,
    spawns: spawnsOf(spawns),
    heardAfterCancel: true,
    exited: undefined,
    close: async () => undefined,
  };
}
