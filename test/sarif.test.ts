/** SARIF of check and of diff, judged by the JSON Schema of SARIF 2.1.0. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Draft04 from 'ajv-draft-04';
import type { Log, Result } from 'sarif';
import { describe, expect, test } from 'vitest';
import { RULES } from '../compiler/check/rules/index.ts';
import type { SourceFile } from '../compiler/base/diagnostic.ts';
import { sarif, uriOf } from '../compiler/report/formats/sarif.ts';
import { exampleFindings, layOver } from './support/example.ts';
import { CONTEXT, changesAs } from './support/print-context.ts';
import { EXAMPLE, NOTHING } from './support/report-example.ts';
import { everyNth } from './support/runs.ts';

const [sarifReport, githubReport] = [changesAs('sarif'), changesAs('github')];

const SCHEMA = join('@microsoft/jest-sarif', 'lib/schemas/sarif-2.1.0-rtm.5.json');
/** RFC 3986: its characters, and every other one as percent signs. */
const REFERENCE = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-F]{2})*$/;

const judge = new Draft04.default({
  allErrors: true,
  strict: false,
  // One pattern of the schema is none under the flag "u".
  unicodeRegExp: false,
  formats: {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': REFERENCE,
    'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  },
});
const isLog = judge.compile<Log>(
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(SCHEMA), 'utf8')) as object,
);

/** The results of a log that the schema has nothing against. */
function resultsOf(printed: string): readonly Result[] {
  const log: unknown = JSON.parse(printed);
  expect(isLog(log) ? [] : isLog.errors).toEqual([]);
  return (log as Log).runs[0]?.results ?? [];
}

function checked(source: SourceFile): string {
  const diagnostics = exampleFindings(source);
  return sarif.findings({ diagnostics, sources: new Map([[source.path, source]]) }, CONTEXT);
}

describe('haft check', () => {
  // What a log holds of a finding does not depend on its rule.
  test.each(everyNth(8, RULES).map((rule) => [rule.id, rule] as const))('%s', (id, { subject, bad }) => {
    for (const example of bad) {
      const results = resultsOf(checked(layOver(subject, example).source));
      expect(results.map(({ ruleId }) => ruleId)).toContain(id);
    }
  });

  test('of nothing, and of a file that is no YAML', () => {
    expect(resultsOf(sarif.findings({ diagnostics: [], sources: new Map() }, CONTEXT))).toEqual([]);
    expect(resultsOf(checked({ path: 'a b/c#d?e:f%.yaml', text: 'kind: [\u2028\u0007' }))).not.toEqual([]);
  });
});

describe('haft diff', () => {
  test('of everything that a report can hold, and of nothing', () => {
    expect(resultsOf(sarifReport(EXAMPLE, { version: '1.0.0' }))).toHaveLength(EXAMPLE.changes.length);
    expect(resultsOf(sarifReport(NOTHING))).toEqual([]);
  });

  test('carries what is not allowed, as an error, and so do annotations', () => {
    const notAllowed = EXAMPLE.changes.filter(({ axis, violations = [] }) =>
      [...violations, ...(axis === 'policy' ? [{ level: 'breaking' }] : [])].some(({ level }) => level === 'breaking'),
    );
    const forbidden = notAllowed.map(({ kind }) => kind);
    expect(forbidden.length).toBeGreaterThan(1);
    const marks = new Set(notAllowed.map(({ fingerprint }) => fingerprint));
    const told = resultsOf(sarifReport(EXAMPLE)).filter(({ partialFingerprints = {} }) =>
      Object.values(partialFingerprints).some((mark) => marks.has(mark)),
    );
    expect(told.map(({ ruleId }) => ruleId)).toEqual(forbidden);
    expect(new Set(told.map(({ level }) => level))).toEqual(new Set(['error']));
    const lines = githubReport(EXAMPLE).split('\n');
    for (const kind of forbidden)
      expect(lines.filter((line) => line.startsWith('::error ') && line.includes(kind))).not.toEqual([]);
  });
});

test('a path stays a path, whatever it is called', () => {
  const path = 'a b/c#d?e:f%\ud800.yaml';
  expect(uriOf(path)).toMatch(REFERENCE);
  const { pathname, hash, search } = new URL(uriOf(path), 'file:///project/');
  expect([decodeURIComponent(pathname), hash, search]).toEqual([`/project/${path.toWellFormed()}`, '', '']);
});

test('the schema does judge', () => {
  const log = JSON.parse(sarifReport(EXAMPLE)) as Log;
  expect(isLog({ ...log, version: '2.0.0' })).toBe(false);
  expect(isLog({ ...log, runs: [{ ...log.runs[0], results: [{ level: 'fatal', message: { text: 'x' } }] }] })).toBe(
    false,
  );
  expect(isLog({ ...log, runs: [{ results: [] }] })).toBe(false);
});
