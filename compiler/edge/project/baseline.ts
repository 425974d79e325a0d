/** `haft.baseline.json`: the findings when a project adopted Haft; every command counts only new ones. */
import { BOTH_SIDES, refuseConflict, validIn } from './record-file.ts';
import { join } from 'node:path';
import { LATER_RULES, OPEN_RULES } from '../../check/check.ts';
import { HANDLER_ORPHAN } from '../../check/handlers.ts';
import { type Diagnostic, compareText } from '../../base/diagnostic.ts';
import { type FormatProblem, FILE_FORMATS, formatProblem, numberOf } from '../../base/file-formats.ts';
import { membersOf, readJson } from '../../plan/read-json.ts';
import { fingerprints } from '../../report/entry.ts';
import { readRegular, bordersOf, statsOf } from '../project-files/read.ts';
import { writeWhole } from '../write/whole.ts';

export const BASELINE = 'haft.baseline.json';

/** Rules that nothing later relies on; everything else would stop a later step all the same. */
const RECORDED: ReadonlySet<string> = new Set([...OPEN_RULES, ...LATER_RULES, HANDLER_ORPHAN]);

/** Drops findings that the baseline records. */
export type OnlyNew = (findings: readonly Diagnostic[]) => readonly Diagnostic[];

/** Of findings that `isRecorded`. */
export function writeBaseline(root: string, diagnostics: readonly Diagnostic[]): void {
  const marks = fingerprints(diagnostics);
  const findings = diagnostics
    .map(({ code, span }, index) => ({ rule: code, file: span.file, fingerprint: marks[index] ?? '' }))
    .sort(
      (a, b) => compareText(a.file, b.file) || compareText(a.rule, b.rule) || compareText(a.fingerprint, b.fingerprint),
    );
  const lines = findings.map((finding) => `    ${JSON.stringify(finding)}`).join(',\n');
  const content = `{\n  "baselineVersion": ${numberOf(FILE_FORMATS.baseline)},\n  "findings": [\n${lines}\n  ]\n}\n`;
  writeWhole([{ path: join(root, BASELINE), content }]);
}

/** Whether a baseline may hide it. */
export function isRecorded({ code }: Diagnostic): boolean {
  return RECORDED.has(code);
}

/** Drops the findings that the baseline records; without a baseline, none. */
export function newFindings(root: string): OnlyNew {
  const baseline = readBaseline(root);
  return (diagnostics) => {
    if (baseline.size === 0) return diagnostics;
    const marks = fingerprints(diagnostics);
    return diagnostics.filter((diagnostic, index) => !isRecorded(diagnostic) || !baseline.has(marks[index] ?? ''));
  };
}

function readBaseline(root: string): ReadonlySet<string> {
  const path = join(root, BASELINE);
  if (!statsOf(path)) return new Set();
  const text = readRegular(path, { borders: bordersOf({ root }) }).toString();
  refuseConflict(text, path, BOTH_SIDES);
  const read = readJson(text);
  const marks: readonly string[] | FormatProblem = 'problem' in read ? read : marksIn(read.value);
  const hint = 'Record it again with `haft check --baseline`, or restore it from version control.';
  return new Set(validIn(marks, path, 'cannot be used as a baseline', hint));
}

/** The fingerprints, or the error of the file. */
function marksIn(value: unknown): readonly string[] | FormatProblem {
  const members = membersOf(value) ?? {};
  const unread = formatProblem(members, FILE_FORMATS.baseline);
  if (unread) return unread;
  const { findings } = members;
  if (!Array.isArray(findings)) return { problem: '"findings" is not a list' };
  const marks = findings.map((finding: unknown) => membersOf(finding)?.['fingerprint']);
  const wrong = marks.findIndex((mark) => typeof mark !== 'string');
  if (wrong >= 0) return { problem: `entry ${wrong} of "findings" has no "fingerprint"` };
  return marks.filter((mark) => typeof mark === 'string');
}
