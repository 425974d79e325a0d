/** Two texts as the lines that differ, with two lines around them: what `--dry-run` shows. */

const AROUND = 2;

export function lineDiff(path: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const rows = align(old, now);
  const near = rows.map((_row, index) =>
    rows.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ mark }) => mark !== ' '),
  );
  const shown = rows.flatMap(({ mark, text }, index) => {
    if (!near[index]) return [];
    return [...(index > 0 && !near[index - 1] ? ['@@'] : []), `${mark} ${text}`];
  });
  return `--- ${path}\n${shown.join('\n')}\n`;
}

interface Row {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Repairs change few lines in place: equal heads and tails are cut away, the middle is shown as old and new. */
function align(old: readonly string[], now: readonly string[]): Row[] {
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      rows.push({ mark: ' ', text: old[i] ?? '' });
      i += 1;
      j += 1;
      continue;
    }
    const [nextOld, nextNow] = nextCommon(old, now, i, j);
    for (; i < nextOld; i += 1) rows.push({ mark: '-', text: old[i] ?? '' });
    for (; j < nextNow; j += 1) rows.push({ mark: '+', text: now[j] ?? '' });
  }
  return rows;
}

/** The nearest place where both texts agree again. */
function nextCommon(old: readonly string[], now: readonly string[], i: number, j: number): [number, number] {
  for (let far = 1; far < old.length - i + (now.length - j); far += 1) {
    for (let ahead = 0; ahead <= far; ahead += 1) {
      const [a, b] = [i + ahead, j + far - ahead];
      if (a < old.length && b < now.length && old[a] === now[b] && old[a]?.trim() !== '') return [a, b];
    }
  }
  return [old.length, now.length];
}
