/** Shows one build: what is newly found, what was rebuilt, how long it took, and what it changes for callers. */
import { join } from 'node:path';
import { tally, verdictOf } from '../../report/changes/group.ts';
import { painter } from '../../base/text/fold.ts';
import { STYLES } from '../../report/changes/text-change.ts';
import { sentenceOf } from '../../report/changes/sentence.ts';
import type { Change } from '../../versions/change.ts';
import { pluralize, summarizePlan } from '../../base/text/pluralize.ts';
import { conflictLines } from '../../edge/print/compiled.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { type FindingsInFiles, reportFindings, type terminalOf } from '../../edge/command-line/report.ts';
import { fingerprints } from '../../report/entry.ts';
import { countsOf, countsText } from '../../report/findings/counts.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import type { BuildResult } from './session.ts';

/** More paths and changes than these are only counted. */
const MAX_FILES = 6;
const MAX_CHANGES = 20;

/** Prints what a build has found and the one before had not; of the rest the number. */
export function openReport(): (findings: FindingsInFiles) => void {
  let lastMarks: ReadonlySet<string> = new Set();
  return (findings) => {
    const { diagnostics } = findings;
    const marks = fingerprints(diagnostics).map((mark, at) => `${mark} ${diagnostics[at]?.message}`);
    const [fresh, same] = [false, true].map((wanted) =>
      diagnostics.filter((_one, at) => lastMarks.has(marks[at] ?? '') === wanted),
    );
    lastMarks = new Set(marks);
    reportFindings({ ...findings, diagnostics: fresh ?? [] }, 'text');
    if (same?.length) process.stderr.write(`As in the last build: ${countsText(countsOf(same))}.\n`);
  };
}

/** Without the findings. `out`: the output folder, which is not known while haft.yaml has errors. */
export function screenOf(
  { findings, done, added, changes = [] }: BuildResult,
  ms: number,
  out: string,
  terminal: ReturnType<typeof terminalOf>,
): string {
  const paint = painter(terminal.color);
  const took = paint('dim', `in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`);
  if (!done) {
    const { errors } = countsOf(findings.diagnostics);
    return `${paint('red', pluralize(errors, 'error'))}: nothing was compiled. Checked ${took}.\n`;
  }
  const { draft } = done;
  const { created, changed, removed, conflicts } = done.written;
  const written = [...created, ...changed];
  const restored = done.restored.length;
  const lines = [
    ...added.map(({ path, names }) => `${path}: added ${pluralize(names.length, 'handler stub')}: ${names.join(', ')}`),
    ...conflicts.map((conflict) => conflictLines(conflict, out)),
    `${paint('green', 'built')}${draft.length > 0 ? paint('yellow', ' draft') : ''} ${summarizePlan(done.plan)} ${took}: ${pluralize(written.length, 'file')} written, ${removed.length} removed`,
    ...(restored > 0
      ? [`${pluralize(restored, 'file')} of ${escapeUnsafe(out)}/ had been deleted or replaced: written again`]
      : []),
    ...listPaths(written, out),
    ...draftLines(draft),
    ...changeLines(changes, terminal),
  ];
  return `${lines.join('\n')}\n`;
}

function draftLines(draft: readonly Diagnostic[]): string[] {
  if (draft.length === 0) return [];
  const named = draft.map(({ about: { tool, skill, server }, code }) => `${tool ?? skill ?? server ?? ''} (${code})`);
  const list = [...new Set(named)].map(escapeUnsafe).join(', ');
  return [
    `draft: ${list}: served until you undo it or follow the hints; \`haft compile\` and \`haft release\` reject it`,
  ];
}

function listPaths(paths: readonly string[], out: string): string[] {
  const lines = paths.slice(0, MAX_FILES).map((path) => `  ${escapeUnsafe(join(out, path))}`);
  return paths.length > MAX_FILES ? [...lines, `  … and ${paths.length - MAX_FILES} more`] : lines;
}

/** The most severe first, in the order of the report; one line each. */
function changeLines(changes: readonly Change[], terminal: ReturnType<typeof terminalOf>): string[] {
  if (changes.length === 0) return [];
  const counts = tally(changes).map(({ verdict, count }) => `${count} ${verdict}`);
  const paint = painter(terminal.color);
  const lines = changes.slice(0, MAX_CHANGES).map((change) => {
    const verdict = verdictOf(change);
    return `  ${paint(STYLES[verdict], verdict)} ${escapeUnsafe(change.subject)}: ${escapeUnsafe(sentenceOf(change))}`;
  });
  const more = changes.length > MAX_CHANGES ? [`  … and ${changes.length - MAX_CHANGES} more: haft diff`] : [];
  return [`changes since the release: ${counts.join(', ')}`, ...lines, ...more];
}
