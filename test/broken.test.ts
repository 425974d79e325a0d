/** Every way to get a spec wrong: the printed message is golden, down to the column and the frame. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { positionAt } from '../compiler/base/diagnostic.ts';
import type { Diagnostic } from '../compiler/base/diagnostic.ts';
import { exampleProject, layOver } from './support/example.ts';
import { checkFixture, printFindings } from './support/fixture-project.ts';
import type { Findings } from './support/fixture-project.ts';
import { temporaryFolder } from './support/folder.ts';
import { onlyBroken } from './support/settings.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures/broken');
const CASES = readdirSync(FIXTURES).sort();

test.each(CASES)('%s', async (name) => {
  const folder = join(FIXTURES, name);
  const findings = await checkFixture(folder);
  expectHelpful(findings);
  await expect(printFindings(findings)).toMatchFileSnapshot(join(folder, 'expected.txt'));
});

describe('files that are too large to be kept here', () => {
  test('10 MB of YAML are rejected without being parsed', async () => {
    const findings = await checkText('kind: server\n' + '# shelf\n'.repeat(1_250_000));
    expect(findings.diagnostics.map(({ code }) => code)).toEqual(['file/too-large']);
    expectHelpful(findings);
    expect(printFindings(findings)).toBe(
      [
        'specs/library.yaml:1:1 error file/too-large',
        '  "specs/library.yaml" is larger than 4 MiB.',
        '  hint: Split it into several spec files, or move data that is not a spec to another folder.',
        '',
      ].join('\n'),
    );
  });

  test('4 MiB in one line give a frame of one screen line', async () => {
    const findings = await checkText(`kind: server\nname: ${'x'.repeat(4 * 1024 * 1024 - 100)}!\n`);
    expectHelpful(findings);
    for (const line of printFindings(findings).split('\n')) expect(line.length).toBeLessThan(1000);
  });

  test('100,000 opened brackets end in one message', async () => {
    const findings = await checkText(`kind: server\ntools: ${'['.repeat(100_000)}\n`);
    expect(findings.diagnostics.map(({ code }) => code)).toEqual(['yaml/too-deep']);
    expectHelpful(findings);
  });
});

describe('one slip is one message', () => {
  // A file that cannot be read may declare anything: that other files name what it declares is no mistake of theirs.
  test.each([
    ['skill-beside-unreadable-server', ['yaml/unclosed']],
    ['tool-beside-unreadable-server', ['yaml/unclosed']],
    ['tool-beside-broken-server', ['spec/unknown-key']],
    ['reference-file-missing', ['skill/reference-files']],
  ])('%s', async (name, codes) => {
    const { diagnostics } = await checkFixture(join(FIXTURES, name));
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });
});

describe('the place is the offending word', () => {
  test.each([
    ['unknown-key-parameter', 'desciption'],
    ['wrong-enum-transport', 'htp'],
    ['slice-names-no-parameter', 'form'],
    ['yaml-unclosed-quote', '"'],
    ['yaml-unclosed-bracket', '['],
    ['yaml-unclosed-brace', '{'],
    ['yaml-bad-indent', 'when'],
    ['yaml-indent-too-deep', 'version'],
    ['translate-unknown-value', 'nwe'],
  ])('%s: %s', async (name, word) => {
    const { diagnostics, texts } = await checkFixture(join(FIXTURES, name));
    const { file, start } = diagnostics[0]?.span ?? { file: '', start: 0 };
    expect(texts.find(({ path }) => path === file)?.text.slice(start, start + word.length)).toBe(word);
  });

  test.each(['frame-with-escapes-at-the-end', 'file-carriage-returns', 'file-nul', 'file-tabs-inside-a-line'])(
    '%s: the mark stands below the text that is shown',
    async (name) => {
      const lines = printFindings(await checkFixture(join(FIXTURES, name))).split('\n');
      lines.forEach((line, index) => {
        if (/^ +\| +\^+$/.test(line)) expect(line.length).toBeLessThanOrEqual(lines[index - 1]?.length ?? 0);
      });
    },
  );
});

describe('valid input is accepted', () => {
  test('a haft.yaml in which every setting is commented out', async () => {
    const root = temporaryFolder({ 'haft.yaml': '# specs: agents\n', 'specs/library.yaml': exampleProject().text });
    const { diagnostics } = await checkFixture(root);
    // The example has no handler file; that is all there is to say.
    expect(diagnostics.map(({ code }) => code)).toEqual(['server/handler-missing']);
  });

  test('a description of 700 characters, most of them beyond the basic plane', () => {
    const description = `{ does: ${'📚'.repeat(600)}., when: needed, triggers: [a, b], not_for: [{ case: c }] }`;
    const { source } = layOver('skill', `description: ${description}`);
    expect(planSpecs([source], { settings: onlyBroken() }).diagnostics).toEqual([]);
  });
});

function checkText(text: string): Promise<Findings> {
  return checkFixture(temporaryFolder({ 'specs/library.yaml': text }));
}

function expectHelpful({ diagnostics, texts }: Findings): void {
  expect(diagnostics.filter(({ severity }) => severity === 'error')).not.toHaveLength(0);
  for (const diagnostic of diagnostics) {
    expectPlaced(diagnostic, texts);
    expect(diagnostic.message, 'is a sentence').toMatch(/[.]$/);
    expect(diagnostic.message, 'begins as a sentence').not.toMatch(/^[a-z]/);
    expect(diagnostic.hint ?? '', 'gives the next step').toMatch(/[.?]$/);
    expect(`${diagnostic.message}${diagnostic.hint}`, 'is no stack, and no value of ours').not.toMatch(
      /\n\s+at |undefined|\[object |NaN/,
    );
  }
}

/** In a text that is known, at a line and column that it has. */
function expectPlaced({ span, related = [] }: Diagnostic, texts: Findings['texts']): void {
  for (const { file, start, end } of [span, ...related.map((other) => other.span)]) {
    const text = texts.find(({ path }) => path === file)?.text;
    expect(text, `"${file}" is a file of the project`).toBeDefined();
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text?.length ?? 0);
    const { line, column } = positionAt(text ?? '', start);
    expect(column - 1).toBeLessThanOrEqual((text ?? '').split('\n')[line - 1]?.length ?? -1);
  }
}
