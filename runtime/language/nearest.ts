/** "Did you mean": the declared name that is closest to a mistyped one. */

const MAX_LENGTH = 64;

/**
 * Gives the candidate closest to `word`, or nothing when none is close: at most one slip in three letters,
 * three in all. Case, `_` and `-` do not count. Equally close: the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const sought = fold(word);
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const name = fold(candidate);
    const allowed = Math.min(3, Math.floor(Math.max(sought.length, name.length) / 3), fewest - 1);
    if (Math.abs(sought.length - name.length) > allowed) continue;
    const slips = distance(sought, name);
    if (slips <= allowed) {
      best = candidate;
      fewest = slips;
    }
  }
  return best;
}

/** A sentence with the nearest name, behind others; empty where none is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Damerau–Levenshtein, optimal string alignment: insert, delete, replace, transpose. */
function distance(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let slips = Math.min(
        cell(above, column) + 1,
        cell(current, column - 1) + 1,
        cell(above, column - 1) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped && row > 1 && column > 1) slips = Math.min(slips, cell(before, column - 2) + 1);
      current.push(slips);
    }
    before = above;
    above = current;
  }
  return cell(above, right.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
