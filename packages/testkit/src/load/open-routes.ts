import { memoryTransport } from "../connect/memory-transport.js";
import type { RoutesSource } from "../source.js";
import { categoryOf } from "./category.js";
import type { Opened, Surroundings } from "./opened.js";
import { spawnsOf } from "./spawns.js";

/** Opens services that were written by hand; `undefined` where they are of no category that can be tested. */
export async function openRoutes(
  { routes, spawns }: RoutesSource,
  { clock }: Surroundings,
): Promise<Opened | undefined> {
  const transport = memoryTransport(routes, clock);
  const category = await categoryOf(transport);
  if (category === undefined) return undefined;
  return {
    transport,
    category,
    spawns: spawnsOf(spawns),
    heardAfterCancel: true,
    exited: undefined,
    close: async () => undefined,
  };
}
