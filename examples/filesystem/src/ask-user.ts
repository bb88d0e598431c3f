import * as z from "zod";
import { tool } from "./config.js";

export const askUser = tool("ask_user")
  .describe("Ask the human a question. Use it when the files do not answer it.")
  .input(
    z.object({
      question: z.string(),
      choices: z.array(z.string()).optional().describe("answers to choose from; without it, any text"),
    }),
  )
  .output(z.object({ answer: z.string() }))
  .asks();
