/** Every code that a finding can have is known to `haft explain`, and every code of a rule to `rules:` in haft.yaml. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LATER_RULES } from '../compiler/check/check.ts';
import { checkRuleSettings } from '../compiler/check/rule-settings.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { NOTES } from '../compiler/check/notes.ts';
import { pageOf } from '../compiler/cli/commands/explain.ts';
import { Failure } from '../compiler/edge/command-line/failure.ts';
import { load } from '../compiler/spec/yaml/load.ts';

const ROOT = join(import.meta.dirname, '../compiler');
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/^(?:dist|node_modules)|generated/.test(path),
);

/** Families of findings, by the codes that are known; each string of such a form in the sources is one. */
const FAMILIES = [
  'eval',
  'file',
  'import',
  'param',
  'schema',
  'server',
  'skill',
  'spec',
  'suppression',
  'tool',
  'version',
  'yaml',
  'package',
  'program',
];
const BEFORE = String.raw`(?:(?:code|id|_[A-Z]+|[A-Z]{4,})(?::| =) |\(\s*(?:\w+,\s*)?)`;
const CODE = new RegExp(`${BEFORE}'((?:${FAMILIES.join('|')})/[a-z][a-z-]+)'`, 'g');

const CODES = [
  ...new Set(
    SOURCES.flatMap((path) => [...readFileSync(join(ROOT, path), 'utf8').matchAll(CODE)].map(([, code = '']) => code)),
  ),
].sort();

describe('a code in the sources', () => {
  test('is found', () => {
    expect(CODES.length).toBeGreaterThan(200);
    for (const known of ['eval/lost', 'eval/arguments', 'eval/failed', 'version/meaning-undecided', 'import/conflict'])
      expect(CODES).toContain(known);
  });

  test.each(CODES)('%s has a page, or a message that says all', (code) => {
    try {
      expect(pageOf(code)).toContain(`# ${code}\n`);
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      expect(String(error)).toContain('its message is complete');
    }
  });
});

test('every rule and note can be set in haft.yaml, or the message says why not', () => {
  const ids = [...RULES.map(({ id }) => id), ...LATER_RULES, ...NOTES.map(({ id }) => id)];
  const text = `rules:\n${ids.map((id) => `  ${id}: warning\n`).join('')}`;
  const [document] = load([{ path: 'haft.yaml', text }]).value.documents;
  const settings = { rules: Object.fromEntries(ids.map((id) => [id, 'warning' as const])) };
  expect(document && checkRuleSettings(settings, document).filter(({ code }) => code !== 'spec/locked-rule')).toEqual(
    [],
  );
});
