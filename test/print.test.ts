/** The printers: each form is valid by its own standard, and text of a spec cannot break out of it. */
import Ajv2020 from 'ajv/dist/2020.js';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import type { Diagnostic, SourceFile } from '../compiler/base/diagnostic.ts';
import { fingerprints } from '../compiler/report/entry.ts';
import type { FormatName } from '../compiler/report/format-names.ts';
import type { PrintContext } from '../compiler/report/format.ts';
import { FINDINGS_SCHEMA } from '../compiler/report/json-schema.ts';
import { FORMATS } from '../compiler/report/formats.ts';
import { fold } from '../compiler/base/text/fold.ts';
import { CONTEXT } from './support/print-context.ts';

const SOURCE: SourceFile = { path: 'specs/a b,c:d.yaml', text: 'kind: server\nname: x\n' };
const HOSTILE =
  'a <b> & "c" \'d\' %0A ::error:: | `e` [f](g) @h \u001b[31m\u0000 ]]> --> \ud800 @everyone\nnext, line: x';

const FINDINGS: Diagnostic[] = [
  {
    code: 'tool/name-format',
    severity: 'error',
    message: `Tool ${HOSTILE}.`,
    hint: `Write ${HOSTILE}.`,
    about: { server: 'x', tool: HOSTILE, path: ['name'] },
    span: { file: SOURCE.path, start: 19, end: 20 },
    related: [{ message: `See ${HOSTILE}.`, span: { file: SOURCE.path, start: 0, end: 4 } }],
  },
  {
    code: 'spec/unknown-key',
    severity: 'warning',
    message: 'Plain.',
    span: { file: SOURCE.path, start: 0, end: 4 },
    about: { path: [] },
  },
];

const sources = new Map([[SOURCE.path, SOURCE]]);

function printed(format: FormatName, diagnostics = FINDINGS, context: Partial<PrintContext> = {}): string {
  return FORMATS[format].findings({ diagnostics, sources }, { ...CONTEXT, width: 100, ...context });
}

test('text: one block each, no control character', () => {
  const text = printed('text');
  expect(text).toMatch(
    /^specs\/a b,c:d\.yaml:1:1 warning spec\/unknown-key\n[^]*\n\nspecs\/a b,c:d\.yaml:2:7 error tool\/name-format\n {2}Tool a <b>/,
  );
  // eslint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test('color only where it is wanted, and never from the text', () => {
  const colored = printed('text', FINDINGS, { color: true });
  expect(colored).toContain('\u001b[31merror\u001b[39m');
  expect(colored).not.toContain('\u001b[31m\u0000');
});

test('width: decomposed letters take as many columns as composed ones', () => {
  const composed = 'é é é é é é é';
  expect(fold(composed.normalize('NFD'), 5, '').split('\n')).toHaveLength(fold(composed, 5, '').split('\n').length);
});

describe('sarif', () => {
  const log: Log = JSON.parse(printed('sarif'));

  test('is version 2.1.0 with places, rules by index and fingerprints', () => {
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    expect(run?.tool.driver.name).toBe('haft');
    expect(run?.results).toHaveLength(2);
    for (const result of run?.results ?? []) {
      expect(run?.tool.driver.rules?.[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
      expect(['error', 'warning', 'note', 'none']).toContain(result.level);
      expect(result.message.text).toMatch(/\S/);
      expect(result.partialFingerprints?.['haft/v2']).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(run?.results?.[0]?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'specs/a%20b%2Cc%3Ad.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 8 },
    });
    expect(run?.results?.[0]?.relatedLocations?.[0]).toMatchObject({
      id: 0,
      message: { text: expect.stringContaining('See') },
    });
  });

  test('explains the rules it names', () => {
    const rule = log.runs[0]?.tool.driver.rules?.find(({ id }) => id === 'tool/name-format');
    expect(rule?.fullDescription?.text).toMatch(/\.$/);
    expect(rule?.defaultConfiguration?.level).toBe('error');
  });

  test('an empty report is a run without results', () => {
    expect(JSON.parse(printed('sarif', [])).runs[0].results).toEqual([]);
  });
});

test('json: as its published schema says, with what each finding is about', () => {
  const judge = new Ajv2020.default({ allErrors: true, strict: false });
  const result = JSON.parse(printed('json'));
  judge.validate(FINDINGS_SCHEMA, result);
  expect(judge.errors ?? []).toEqual([]);
  expect(result.diagnostics[0]).toMatchObject({
    server: 'x',
    tool: HOSTILE,
    skill: null,
    path: ['name'],
    fixable: false,
    fix: null,
  });
});

test('gitlab: an issue for each finding, with a place and a mark', () => {
  const issues = JSON.parse(printed('gitlab'));
  expect(issues).toHaveLength(2);
  expect(issues[0]).toMatchObject({
    check_name: 'tool/name-format',
    severity: 'major',
    location: { path: SOURCE.path, lines: { begin: 2 } },
  });
  expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(2);
});

test('html: a page with each finding and its line', () => {
  const page = printed('html');
  expect(page).toContain('1 error, 1 warning');
  expect(page).toContain('tool/name-format');
  expect(page).not.toMatch(/<b>|\u001b|@everyone</);
  expect(printed('html', [])).toContain('No findings');
});

test('github: one command a line, whatever the text holds', () => {
  const lines = printed('github').trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^::error file=specs\/a b%2Cc%3Ad\.yaml,line=2,endLine=2,col=7,endColumn=8,title=tool\/name-format::Tool a <b>/,
  );
  expect(lines[0]).toContain('%250A');
  expect(lines[1]).toBe(
    '::warning file=specs/a b%2Cc%3Ad.yaml,line=1,endLine=1,col=1,endColumn=5,title=spec/unknown-key::Plain.',
  );
});

test('junit: well-formed XML 1.0 with a case for each finding', () => {
  const xml = printed('junit');
  expect(xml.match(/<testcase /g)).toHaveLength(2);
  // A warning fails nothing.
  expect([xml.match(/<failure /g), xml.match(/<system-out>/g)].map((all) => all?.length)).toEqual([1, 1]);
  expect(balanced(xml)).toEqual([]);
  // eslint-disable-next-line no-control-regex
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/);
  expect(printed('junit', [])).toContain('tests="1" failures="0"');
});

test('junit: a case keeps its name while lines move, and two of one name are told apart', () => {
  const namesOf = (diagnostics: readonly Diagnostic[]): string[] =>
    [...printed('junit', [...diagnostics]).matchAll(/<testcase name="([^"]*)"/g)].map(([, name = '']) => name);
  const moved = FINDINGS.map((one) => ({
    ...one,
    span: { ...one.span, start: one.span.start + 1, end: one.span.end + 1 },
  }));
  expect(namesOf(moved)).toEqual(namesOf(FINDINGS));
  const twice = namesOf([...FINDINGS, ...FINDINGS]);
  expect(new Set(twice).size).toBe(4);
  expect(twice.at(-1)).toBe('spec/unknown-key (2)');
});

/** Tags that are left open, or closed without having been opened. */
function balanced(xml: string): string[] {
  const open: string[] = [];
  for (const [, close, name = '', self] of xml
    .replace(/^<\?[^]*?\?>/, '')
    .matchAll(/<(\/?)([a-z]+)(?:\s+[a-z]+="[^"<]*")*\s*(\/?)>/g)) {
    if (self) continue;
    if (!close) open.push(name);
    else if (open.at(-1) === name) open.pop();
    else open.push(`/${name}`);
  }
  const text = xml.replaceAll(/<[^<>]*>/g, '');
  return [...open, ...(/[<>]|&(?!amp;|lt;|gt;|quot;|#10;)/.exec(text) ?? [])];
}

test('markdown: a table that no text can break, and no mention of a person', () => {
  const text = printed('markdown');
  const rows = text.split('\n').filter((line) => line.startsWith('| error') || line.startsWith('| warning'));
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
  expect(text).not.toMatch(/@everyone|<b>/);
  expect(printed('markdown', [])).toBe('### Haft: no problems found\n');
});

test('fingerprints stay while lines come and go, and tell equal findings apart', () => {
  const moved = FINDINGS.map((one) => ({
    ...one,
    span: { ...one.span, start: one.span.start + 100, end: one.span.end + 100 },
  }));
  expect(fingerprints(moved)).toEqual(fingerprints(FINDINGS));
  const [first] = FINDINGS;
  expect(new Set(fingerprints(first ? [first, first, ...FINDINGS] : [])).size).toBe(4);
});
