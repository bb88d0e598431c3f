/** The known name that was most likely meant; `undefined` if none is near. Case, `-` and `_` make no difference. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const wanted = fold(word);
  // Of two letters, one that is wrong leaves nothing to go by.
  if (wanted.length < 3) return undefined;
  const near = known
    .map((name) => ({ name, edits: editsBetween(wanted, fold(name)) }))
    .filter(({ edits }) => edits <= (wanted.length <= 5 ? 1 : 2))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.name;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** How many letters must be changed, added, taken away or swapped with the next one. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
  }
  return row[b.length] ?? 0;
}
