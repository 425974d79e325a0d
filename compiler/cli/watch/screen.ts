/** Shows one build: what is wrong, what was rebuilt, how long it took, and what it changes for callers. */
import { join } from 'node:path';
import { tally, verdictOf } from '../../report/changes/group.ts';
import { painter } from '../../base/text/fold.ts';
import { STYLES } from '../../report/changes/text-change.ts';
import { sentenceOf } from '../../report/changes/sentence.ts';
import type { Change } from '../../versions/change.ts';
import { pluralize, summarizePlan } from '../../base/text/pluralize.ts';
import { conflictLines } from '../../edge/print/conflict.ts';
import { countsOf } from '../../report/findings/counts.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import type { Terminal } from '../../edge/command-line/terminal.ts';
import type { Built } from './session.ts';

/** More paths and changes than these are only counted. */
const MAX_FILES = 6;
const MAX_CHANGES = 20;

/** Without the findings, which every command prints in the same way. */
export function screenOf(
  { findings, done, added, changes = [] }: Built,
  ms: number,
  out: string,
  terminal: Terminal,
): string {
  const paint = painter(terminal.color);
  const took = paint('dim', `in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`);
  if (!done) {
    const { errors } = countsOf(findings.diagnostics);
    return `${paint('red', pluralize(errors, 'error'))}: ${escapeUnsafe(out)}/ was not changed. Checked ${took}.\n`;
  }
  const { created, changed, removed, conflicts } = done.written;
  const written = [...created, ...changed];
  const restored = done.restored.length;
  const lines = [
    ...added.map(({ path, names }) => `${path}: added ${pluralize(names.length, 'handler stub')}: ${names.join(', ')}`),
    ...conflicts.map((conflict) => conflictLines(conflict, out)),
    `${paint('green', 'built')} ${summarizePlan(done.plan)} ${took}: ${pluralize(written.length, 'file')} written, ${removed.length} removed`,
    ...(restored > 0
      ? [`${pluralize(restored, 'file')} of ${escapeUnsafe(out)}/ had been deleted or replaced: written again`]
      : []),
    ...listPaths(written, out),
    ...changeLines(changes, terminal),
  ];
  return `${lines.join('\n')}\n`;
}

function listPaths(paths: readonly string[], out: string): string[] {
  const shown = paths.slice(0, MAX_FILES).map((path) => `  ${escapeUnsafe(join(out, path))}`);
  return paths.length > MAX_FILES ? [...shown, `  … and ${paths.length - MAX_FILES} more`] : shown;
}

/** The most severe first, in the order of the report; one line each. */
function changeLines(changes: readonly Change[], terminal: Terminal): string[] {
  if (changes.length === 0) return [];
  const counts = tally(changes).map(({ verdict, count }) => `${count} ${verdict}`);
  const paint = painter(terminal.color);
  const shown = changes.slice(0, MAX_CHANGES).map((change) => {
    const verdict = verdictOf(change);
    return `  ${paint(STYLES[verdict], verdict)} ${escapeUnsafe(change.subject)}: ${escapeUnsafe(sentenceOf(change))}`;
  });
  const more = changes.length > MAX_CHANGES ? [`  … and ${changes.length - MAX_CHANGES} more: haft diff`] : [];
  return [`changes since the release: ${counts.join(', ')}`, ...shown, ...more];
}
