/** The printers: each form is valid by its own standard, and text of a spec cannot break out of it. */
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import type { Diagnostic, SourceFile } from '../compiler/diagnostic.ts';
import { fingerprints } from '../compiler/cli/print/fingerprint.ts';
import { printGithub } from '../compiler/cli/print/github.ts';
import { printJunit } from '../compiler/cli/print/junit.ts';
import { printMarkdown } from '../compiler/cli/print/markdown.ts';
import type { PrintContext } from '../compiler/cli/print/printer.ts';
import { printSarif } from '../compiler/cli/print/sarif.ts';
import { printText } from '../compiler/cli/print/text.ts';

const SOURCE: SourceFile = { path: 'specs/a b,c:d.yaml', text: 'kind: server\nname: x\n' };
const HOSTILE =
  'a <b> & "c" \'d\' %0A ::error:: | `e` [f](g) @h \u001b[31m\u0000 ]]> --> \ud800 @everyone\nnext, line: x';

const FINDINGS: Diagnostic[] = [
  {
    code: 'tool/name-format',
    severity: 'error',
    message: `Tool ${HOSTILE}.`,
    hint: `Write ${HOSTILE}.`,
    span: { file: SOURCE.path, start: 19, end: 20 },
    related: [{ message: `See ${HOSTILE}.`, span: { file: SOURCE.path, start: 0, end: 4 } }],
  },
  { code: 'spec/unknown-key', severity: 'warning', message: 'Plain.', span: { file: SOURCE.path, start: 0, end: 4 } },
];

const CONTEXT: PrintContext = {
  sources: new Map([[SOURCE.path, SOURCE]]),
  terminal: { colour: false, width: 100 },
  show: (file) => file,
};

test('text: one block each, no control character', () => {
  const printed = printText(FINDINGS, CONTEXT);
  expect(printed).toMatch(/^specs\/a b,c:d\.yaml:2:7 error tool\/name-format\n {2}Tool a <b>/);
  // eslint-disable-next-line no-control-regex
  expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test('colour only where it is wanted, and never from the text', () => {
  const coloured = printText(FINDINGS, { ...CONTEXT, terminal: { colour: true, width: 100 } });
  expect(coloured).toContain('\u001b[31merror\u001b[39m');
  expect(coloured).not.toContain('\u001b[31m\u0000');
});

describe('sarif', () => {
  const log: Log = JSON.parse(printSarif(FINDINGS, CONTEXT));

  test('is version 2.1.0 with places, rules by index and fingerprints', () => {
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    expect(run?.tool.driver.name).toBe('haft');
    expect(run?.results).toHaveLength(2);
    for (const result of run?.results ?? []) {
      expect(run?.tool.driver.rules?.[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
      expect(['error', 'warning', 'note', 'none']).toContain(result.level);
      expect(result.message.text).toMatch(/\S/);
      expect(result.partialFingerprints?.['haft/v1']).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(run?.results?.[0]?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'specs/a%20b%2Cc%3Ad.yaml' },
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

  test('of nothing is a run without results', () => {
    expect(JSON.parse(printSarif([], CONTEXT)).runs[0].results).toEqual([]);
  });
});

test('github: one command a line, whatever the text holds', () => {
  const lines = printGithub(FINDINGS, CONTEXT).trimEnd().split('\n');
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
  const xml = printJunit(FINDINGS, CONTEXT);
  expect(xml.match(/<testcase /g)).toHaveLength(2);
  expect(xml.match(/<failure /g)).toHaveLength(2);
  expect(balanced(xml)).toEqual([]);
  // eslint-disable-next-line no-control-regex
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/);
  expect(printJunit([], CONTEXT)).toContain('tests="1" failures="0"');
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
  const printed = printMarkdown(FINDINGS, CONTEXT);
  const rows = printed.split('\n').filter((line) => line.startsWith('| error') || line.startsWith('| warning'));
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
  expect(printed).not.toMatch(/@everyone|<b>/);
  expect(printMarkdown([], CONTEXT)).toBe('### Haft: nothing to correct\n');
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
