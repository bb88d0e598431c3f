import * as z from "zod";
import { tool } from "./config.js";

export const input = z.object({
  question: z.string(),
  choices: z.array(z.string()).optional().describe("answers to choose from; without it, any text"),
});
export const output = z.object({ answer: z.string() });

export const askUser = tool("ask_user")
  .describe("Ask the human a question. Use it when the files do not answer it.")
  .input(input)
  .output(output)
  .asks();
