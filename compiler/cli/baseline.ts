/** `haft.baseline.json`: the findings of the day a project adopted Haft; for every command only new ones count. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_RULES } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { compareText } from '../diagnostic.ts';
import { Failure, diskFailure } from './failure.ts';
import { bordersOf, statsOf } from './inside/place.ts';
import { readRegular } from './inside/read.ts';
import { fingerprints } from './print/fingerprint.ts';

export const BASELINE = 'haft.baseline.json';

/** Records what is found today of rules that nothing later relies on; everything else would stop a later step all the same. */
export function writeBaseline(root: string, diagnostics: readonly Diagnostic[]): number {
  const known = diagnostics.filter(({ code }) => OPEN_RULES.has(code));
  const marks = fingerprints(known);
  const findings = known
    .map(({ code, span }, index) => ({ rule: code, file: span.file, fingerprint: marks[index] ?? '' }))
    .sort(
      (a, b) => compareText(a.file, b.file) || compareText(a.rule, b.rule) || compareText(a.fingerprint, b.fingerprint),
    );
  const lines = findings.map((finding) => `    ${JSON.stringify(finding)}`).join(',\n');
  try {
    writeFileSync(join(root, BASELINE), `{\n  "baselineVersion": 1,\n  "findings": [\n${lines}\n  ]\n}\n`);
  } catch (error) {
    throw diskFailure('write', join(root, BASELINE), error);
  }
  return findings.length;
}

/** Leaves out the findings that the baseline knows; none where there is no baseline. */
export function newFindings(root: string): (found: readonly Diagnostic[]) => readonly Diagnostic[] {
  const known = readBaseline(root);
  return (found) => {
    if (known.size === 0) return found;
    const marks = fingerprints(found);
    return found.filter((_diagnostic, index) => !known.has(marks[index] ?? ''));
  };
}

function readBaseline(root: string): ReadonlySet<string> {
  const path = join(root, BASELINE);
  if (!statsOf(path)) return new Set();
  const text = readRegular(path, { borders: bordersOf({ root }) }).toString();
  try {
    return new Set(marksIn(JSON.parse(text)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Failure(
      `"${path}" is not a baseline: ${error.message}.`,
      'Restore it from version control, or record it anew with "haft check --baseline".',
      { cause: error },
    );
  }
}

/** @throws SyntaxError that says what is wrong. */
function marksIn(value: unknown): string[] {
  const findings = typeof value === 'object' && value !== null && 'findings' in value ? value.findings : undefined;
  if (!Array.isArray(findings)) throw new SyntaxError('"findings" is not a list');
  return findings.map((finding: unknown, index) => {
    const mark = typeof finding === 'object' && finding !== null && 'fingerprint' in finding && finding.fingerprint;
    if (typeof mark !== 'string') throw new SyntaxError(`entry ${index} of "findings" has no "fingerprint"`);
    return mark;
  });
}
