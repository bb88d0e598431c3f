import { AssertionError } from "node:assert";

/** An error that test runners print with the difference between the two texts. */
export function difference(message: string, actual: string, expected: string): AssertionError {
  return new AssertionError({
    message: `${message}\n${marked(actual, expected)}`,
    actual,
    expected,
    operator: "equal",
  });
}

/** The lines around the first that differs. */
function marked(actual: string, expected: string): string {
  const [got, wanted] = [actual.split("\n"), expected.split("\n")];
  let at = 0;
  while (at < got.length && got[at] === wanted[at]) at++;
  const shown = got.slice(Math.max(0, at - 2), at).map((line) => `  ${line}`);
  const line = (of: readonly string[]) => of[at] ?? "(the end)";
  return [...shown, `- ${line(wanted)}`, `+ ${line(got)}`, `at line ${at + 1}; "-" was expected`].join("\n");
}

/** A failed check. */
export function failure(message: string): AssertionError {
  return new AssertionError({ message });
}
