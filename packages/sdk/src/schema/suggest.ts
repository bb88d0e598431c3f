const longest = 64;

/**
 * The candidate that was probably meant by a word, or `undefined` when none is near: the same but for case and
 * separators, or a few edits away (one for a word of up to 5 characters, two up to 8, then a third of its length).
 */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > longest) return undefined;
  const wanted = fold(word);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate === word || candidate.length > longest) continue;
    const distance = editDistance(wanted, fold(candidate));
    if (distance < bestDistance && distance <= tolerance(wanted.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function tolerance(length: number): number {
  if (length <= 2) return 0;
  if (length <= 5) return 1;
  return length <= 8 ? 2 : Math.floor(length / 3);
}

function fold(word: string): string {
  const bare = word.toLowerCase().replace(/[_\-\s]/gu, "");
  return bare === "" ? word : bare;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
