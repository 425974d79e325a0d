/** Command lines that a model could turn against the user, and others that it cannot: what check says of each. */
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { DANGEROUS } from './support/dangerous-commands.ts';
import type { CommandCase } from './support/dangerous-commands.ts';
import { HARMLESS } from './support/harmless-commands.ts';
import { onlyBroken } from './support/settings.ts';
import { check } from '../compiler/check/check.ts';
import { load } from '../compiler/spec/yaml/load.ts';

const LOCKED = ['tool/program-fixed', 'tool/code-fixed', 'tool/option-fixed'];

/** x and y: any text; mode: one of two; n: an integer; date: digits alone; flag: a boolean; list: texts; nulls: texts or null; opt: a text that may be absent. */
const PARAMETERS = {
  x: { type: 'string', description: 'Any text.' },
  y: { type: 'string', description: 'Any text.' },
  mode: { type: 'string', enum: ['fast', 'slow'], description: 'How to do it.' },
  opt_mode: { type: 'string', enum: ['fast', 'slow'], description: 'How to do it, where wanted.' },
  n: { type: 'integer', minimum: 0, maximum: 9, description: 'How often.' },
  flag: { type: 'boolean', description: 'Whether to do it.' },
  list: { type: 'array', items: { type: 'string' }, description: 'Any texts.' },
  date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day.' },
  nulls: { type: ['array', 'null'], items: { type: 'string' }, description: 'Any texts; null for none.' },
  opt: { type: 'string', description: 'Any text, where wanted.' },
};

function specOf(command: object): string {
  return stringify({
    kind: 'server',
    name: 'library',
    version: '1.0.0',
    summary: 'Finds books in a library.',
    env: { PROGRAM: { description: 'Path of the program.', optional: true }, SHELL: { description: 'The shell.' } },
    tools: [
      {
        name: 'search_books',
        description: { does: 'Searches the shelves by words.', when: 'the user looks for a book' },
        parameters: PARAMETERS,
        required: ['x', 'y', 'mode', 'n', 'flag', 'list', 'nulls', 'date'],
        effects: 'read',
        command,
      },
    ],
  });
}

function found(command: object, settings = onlyBroken()): string[] {
  const { diagnostics } = check(load([{ path: 'specs/a.yaml', text: specOf(command) }]).value, { settings });
  expect(diagnostics.filter(({ code }) => /^(?:yaml|spec|server)\//.test(code) && !code.endsWith('unused'))).toEqual(
    [],
  );
  return diagnostics.map(({ code }) => code).filter((code) => LOCKED.includes(code));
}

const commandOf = (given: CommandCase): object => ('argv' in given ? given : { argv: given });

describe.each(Object.entries(DANGEROUS))('%s', (id, cases) => {
  test.each(cases.map((one) => [JSON.stringify(one), one] as const))('%s', (_name, one) => {
    expect(found(commandOf(one))).toContain(id);
  });
});

/** A list that may be null becomes as many elements as another one. */
const LISTS = Object.entries(DANGEROUS).flatMap(([id, cases]) =>
  cases
    .map((one) => JSON.stringify(one))
    .filter((text) => text.includes('{list}'))
    .map((text) => [id, text.replaceAll('{list}', '{nulls}')] as const),
);

test.each(LISTS)('%s: %s', (id, text) => {
  expect(found(commandOf(JSON.parse(text) as CommandCase))).toContain(id);
});

describe('nothing is said of', () => {
  test.each(HARMLESS.map((one) => [JSON.stringify(one), one] as const))('%s', (_name, one) => {
    expect(found(commandOf(one))).toEqual([]);
  });
});

describe('wherever it is written', () => {
  test.each([
    ['a check before the program', { argv: ['shelf'], before: [{ argv: ['{x}'] }] }, LOCKED.slice(0, 1)],
    ['code in a check', { argv: ['shelf'], before: [{ argv: ['sh', '-c', '{x}'] }] }, LOCKED.slice(1, 2)],
    ['a translated value', { argv: ['{x}'], translate: { x: { good: 'shelf' } } }, LOCKED.slice(0, 1)],
    [
      'a translated closed set as the program',
      { argv: ['{mode}'], translate: { mode: { fast: 'rg' } } },
      LOCKED.slice(0, 1),
    ],
    ['translated code', { argv: ['sh', '-c', '{x}'], translate: { x: { good: 'ls' } } }, LOCKED.slice(1, 2)],
  ])('%s', (_name, command, expected) => {
    expect(found(command)).toEqual(expected);
  });
});

describe('it is locked', () => {
  const text = specOf({ argv: ['sh', '-c', 'ls {x}'] });

  test.each(['ext', 'mcp'] as const)('in profile %s', (profile) => {
    expect(found({ argv: ['{x}'] }, settingsOf({ profiles: { specs: profile } }))).toEqual(['tool/program-fixed']);
  });

  test('whatever severity the settings say', () => {
    const settings = settingsOf({ rules: Object.fromEntries(LOCKED.map((id) => [id, 'off' as const])) });
    const { diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }], { settings });
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'tool/code-fixed', severity: 'error' }));
  });

  test('against a suppression and a baseline', () => {
    const suppressed = text.replace(
      '  - name: search_books',
      '  # haft-ignore tool/code-fixed: trusted\n  - name: search_books',
    );
    const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text: suppressed }], { onlyNew: () => [] });
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['tool/code-fixed', 'suppression/locked']),
    );
  });
});
