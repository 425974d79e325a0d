/** Real editors with the built command: Neovim, alone and beside yaml-language-server. HAFT_TEST_EDITORS=1, and YAML_SERVER with its path. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOOKS } from '../support/books.ts';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, environment, freshHaft } from '../support/haft.ts';

const EDITORS = join(import.meta.dirname, '../editors');
const isAsked = process.env['HAFT_TEST_EDITORS'] === '1';
const yamlServer = process.env['YAML_SERVER'];

function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  modeline = '',
): Map<string, unknown> {
  const root = temporaryFolder({ ...BOOKS, 'specs/books.yaml': modeline + BOOKS['specs/books.yaml'] });
  const { stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...environment(), HAFT_ROOT: root, HAFT_NODE: process.execPath, HAFT_BIN: BIN, ...env },
    timeout: 240_000,
  });
  const lines = `${stdout}\n${stderr}`.split(/\r?\n/).flatMap((line) => /^(\w+)=(.*)$/.exec(line) ?? []);
  const found = new Map<string, unknown>();
  for (let at = 0; at < lines.length; at += 3) found.set(lines[at + 1] ?? '', JSON.parse(lines[at + 2] ?? 'null'));
  if (found.size === 0) throw new Error(stderr);
  if (freshHaft(root, 'check').code !== 0) throw new Error(readFileSync(join(root, 'specs/books.yaml'), 'utf8'));
  return found;
}

/** The schema of the language as a file, and what one of two servers completes at each place. */
const SCHEMA = join(import.meta.dirname, '../../compiler/spec.schema.json');
const COMPLETED: Readonly<Record<string, string>> = {
  key: 'idempotent',
  blank: 'idempotent',
  value: 'destroy',
  tool: 'search_books',
  connection: 'library',
};

interface Said {
  readonly hover: string;
  readonly labels: readonly string[];
}

const NVIM = ['--headless', '-u', 'NONE', '--noplugin', '-c', `luafile ${join(EDITORS, 'nvim.lua')}`];

describe.skipIf(!isAsked)('HAFT_TEST_EDITORS=1: a real editor shows something else', () => {
  test('Neovim', () => {
    const shown = run('nvim', NVIM);
    expect(shown.get('codes')).toEqual(['haft spec/not-allowed']);
    expect(shown.get('actions')).toContain('Write "read"');
    expect(shown.get('left')).toBe(0);
    expect(shown.get('line')).toBe('    effects: read');
    expect(shown.get('values')).toEqual(['read', 'write', 'destroy']);
    expect(shown.get('hover')).toContain('The model reads');
    expect(shown.get('symbols')).toBe(1);
    expect(shown.get('afterRename')).toBe(0);
  });

  test('Emacs with eglot', () => {
    const shown = run('emacs', ['--batch', '-Q', '-l', join(EDITORS, 'eglot.el')]);
    expect(shown.get('codes')).toEqual(['haft spec/not-allowed']);
    expect(shown.get('hover')).toContain('The model reads');
  });

  test.skipIf(yamlServer === undefined).each([
    ['without a schema', '', {}],
    ['with the schema that the file names', `# yaml-language-server: $schema=${SCHEMA}\n`, {}],
    ['with the schema of its settings', '', { WITH_SCHEMA: '1', HAFT_SCHEMA_OF: 'theirs' }],
  ])('Neovim beside yaml-language-server, %s', (_mode, modeline, env) => {
    const shown = run('nvim', NVIM, { YAML_SERVER: yamlServer ?? '', HAFT_SCHEMA: SCHEMA, ...env }, modeline);
    expect(shown.get('codes')).toHaveLength(1);
    expect(shown.get('actions')).toEqual(['Write "read"']);
    for (const place of ['key', 'value', 'blank', 'tool', 'connection']) {
      const { haft, yaml } = shown.get(`at_${place}`) as Record<'haft' | 'yaml', Said>;
      expect([place, haft.labels.filter((label) => yaml.labels.includes(label))]).toEqual([place, []]);
      expect([...haft.labels, ...yaml.labels]).toContain(COMPLETED[place]);
      const about = place === 'tool' ? 'The model reads' : 'Side effects';
      const hovers = [haft.hover, yaml.hover].filter((text) => text.includes(about));
      if (place === 'tool' || place === 'key') expect([place, hovers]).toEqual([place, [expect.any(String)]]);
    }
    for (const mistake of ['value', 'key', 'name', 'type', 'syntax'])
      expect([mistake, shown.get(`mistake_${mistake}`)]).toEqual([mistake, [expect.any(String)]]);
  });
});
