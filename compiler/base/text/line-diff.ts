/** The different lines of two texts, with two lines of context: for `--dry-run`. */
import { commonRuns } from './common-runs.ts';

const CONTEXT = 2;

interface Row {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

export function lineDiff(path: string, before: string, after: string): string {
  const rows = align(before.split('\n'), after.split('\n'));
  const near = rows.map((_row, index) =>
    rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  const shown = rows.flatMap(({ mark, text }, index) => {
    if (!near[index]) return [];
    return [...(index > 0 && !near[index - 1] ? ['@@'] : []), `${mark} ${text}`];
  });
  return `--- ${path}\n${shown.join('\n')}\n`;
}

/** Texts with nothing in common are shown as all old lines, then all new ones. */
function align(before: readonly string[], after: readonly string[]): Row[] {
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  for (const [x, y, length] of [...(commonRuns(before, after) ?? []), [before.length, after.length, 0] as const]) {
    rows.push(...marked('-', before.slice(i, x)), ...marked('+', after.slice(j, y)));
    rows.push(...marked(' ', before.slice(x, x + length)));
    [i, j] = [x + length, y + length];
  }
  return rows;
}

function marked(mark: Row['mark'], lines: readonly string[]): Row[] {
  return lines.map((text) => ({ mark, text }));
}
