import type { RenderTree } from "@plugwright/protocol/render";
import { command, tool } from "@plugwright/sdk";
import * as z from "zod";

/** What the type tests have in common. They are checked by tsc alone: a line that should not compile says so above it. */
export const In = z.object({ path: z.string(), from: z.int().optional() });
export const Out = z.object({ text: z.string(), lines: z.int(), note: z.string().optional() });

/** A tool that lacks nothing but its effect and its handler. */
export const base = tool("t").describe("d").input(In).output(Out);

/** The same for a command. */
export const plainCommand = command("c").describe("d");

export declare function tree(): RenderTree;
