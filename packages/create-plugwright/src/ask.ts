import { isCancel, select, text } from "@clack/prompts";
import { CreateError } from "./problem.js";

/** Asks the person at the terminal. @throws CreateError if they would rather not. */
export async function askText(
  message: string,
  proposed: string,
  fault: (given: string) => string | undefined,
): Promise<string> {
  const answer = await text({
    message,
    placeholder: proposed,
    defaultValue: proposed,
    validate: (given) => (given === undefined || given === "" ? undefined : fault(given)),
  });
  return given(answer);
}

/** Has one of several chosen. @throws CreateError if the person would rather not. */
export async function askChoice<T extends { readonly name: string; readonly about: string }>(
  message: string,
  from: readonly T[],
): Promise<T> {
  const options = from.map(({ name, about }) => ({ value: name, label: name, hint: about }));
  const name = given(await select({ message, options }));
  const chosen = from.find((one) => one.name === name);
  if (chosen === undefined) throw new Error(`nothing is called ${name}`);
  return chosen;
}

function given(answer: string | symbol): string {
  if (typeof answer === "string" && !isCancel(answer)) return answer;
  throw new CreateError("nothing was created", "start it again when you like", 1);
}
