/** Suppressions: what they cover, that they need a reason, that they end, and that none is left over. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../compiler/base/diagnostic.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { costlyRuns } from './support/runs.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { RETIRED_RULES } from '../compiler/check/suppress.ts';
import { checkRuleSettings } from '../compiler/check/rule-settings.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { settingsOf } from '../compiler/check/settings.ts';

const spec = (above: string, name = 'searchBooks', inside = ''): string => `kind: server
name: library
version: 1.0.0
summary: Finds books in a library.
tools:
${above}  - name: ${name}
${inside}    description: { does: Searches the shelves by words., when: the user looks for a book, examples: [Do we have Momo?] }
    effects: read
    handler: handlers.ts
`;

const RULE = 'tool/name-format';
const codes = (text: string, today = '2026-11-20'): string[] => {
  const { diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }], { today });
  return diagnostics.map(({ code }) => code).filter((code) => code === RULE || code.startsWith('suppression/'));
};

describe('a suppression', () => {
  test.each([
    ['covers the node below it', `  # haft-ignore ${RULE}: fixed by the partner\n`, []],
    ['may have more comments around it', `  # why\n  # haft-ignore ${RULE}: fixed by the partner\n  # more\n`, []],
    ['holds until its last day', `  # haft-ignore ${RULE} until 2026-11-20: fixed\n`, []],
    ['ends', `  # haft-ignore ${RULE} until 2026-11-19: fixed\n`, ['suppression/expired', RULE]],
    ['needs a reason', `  # haft-ignore ${RULE}\n`, ['suppression/reason', RULE]],
    ['needs a reason that says something', `  # haft-ignore ${RULE}:   \n`, ['suppression/reason', RULE]],
    ['needs a date that is one', `  # haft-ignore ${RULE} until 20: fixed\n`, ['suppression/date', RULE]],
    [
      'may name several rules',
      `  # haft-ignore ${RULE}, tool/examples: fixed by the partner\n`,
      ['suppression/unused'],
    ],
    [
      'names each rule with its own letters',
      `  # haft-ignore ${RULE} tool/examples: fixed\n`,
      ['suppression/unknown-rule', RULE],
    ],
    ['names a rule', '  # haft-ignore: everything\n', ['suppression/unknown-rule', RULE]],
    ['names a rule that exists', '  # haft-ignore tool/name-formt: fixed\n', ['suppression/unknown-rule', RULE]],
    [
      'cannot switch off what later steps rely on',
      '  # haft-ignore tool/behaviour: no\n',
      ['suppression/locked', RULE],
    ],
  ])('%s', (_name, above, expected) => {
    expect(codes(spec(above))).toEqual(expected);
  });

  test('is reported when nothing needs it', () => {
    expect(codes(spec(`  # haft-ignore ${RULE}: fixed\n`, 'search_books'))).toEqual(['suppression/unused']);
  });

  test.each([...RETIRED_RULES])(
    'of %s, which no longer exists, is left over, and a setting of it is no mistake',
    (id) => {
      expect(codes(spec(`  # haft-ignore ${id}: fixed by the partner\n`))).toEqual(['suppression/unused', RULE]);
      const { value } = load([{ path: 'haft.yaml', text: `rules: { ${id}: off }` }]);
      const [document] = value?.documents ?? [];
      expect(document && checkRuleSettings({ rules: { [id]: 'off' } }, document)).toEqual([]);
      expect(RULES.map((rule) => rule.id)).not.toContain(id);
    },
  );

  test('covers only its own node', () => {
    const two =
      spec(`  # haft-ignore ${RULE}: fixed\n`) + spec('', 'findBooks').slice(spec('', 'findBooks').indexOf('  - name'));
    expect(codes(two)).toEqual([RULE]);
  });

  test('ends before a line that only a tab indents', () => {
    const tool =
      '{ name: search_books, effects: read, handler: handlers.ts, description: { does: Searches., when: asked },';
    const text = `# haft-ignore param/secret: named by the partner
{ kind: server, name: library, version: 1.0.0, summary: Finds books.,
\ttools: [${tool} parameters: { api_key: { type: string, description: The key. } } }] }
`;
    const { diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['param/secret', 'suppression/unused']));
  });

  test('of a whole file is found in a stack of 20,000', () => {
    const stack = `  # haft-ignore ${RULE}: fixed by the partner\n`.repeat(20_000);
    expect(codes(spec(stack))).toEqual([]);
  });

  test('next to a key covers that key alone', () => {
    expect(codes(spec('', 'searchBooks', `    # haft-ignore ${RULE}: fixed\n`))).toEqual([RULE, 'suppression/unused']);
  });

  test('is a comment: the same words inside a text do nothing', () => {
    const text = spec('').replace('does: Searches the shelves by words.', `does: "# haft-ignore ${RULE}: no"`);
    expect(codes(text)).toEqual([RULE]);
    const block = spec('').replace(
      'summary: Finds books in a library.',
      `summary: |\n  Finds books.\n  # haft-ignore ${RULE}: no`,
    );
    expect(codes(block)).toEqual([RULE]);
  });

  test('behind a value on the same line is not read', () => {
    expect(codes(spec('').replace('name: searchBooks', `name: searchBooks # haft-ignore ${RULE}: no`))).toEqual([RULE]);
  });
});

describe('settings', () => {
  const run = (config: Parameters<typeof settingsOf>[0], text = spec('')) => {
    return planSpecs([{ path: 'specs/a.yaml', text }], { settings: settingsOf(config) }).diagnostics.filter(
      ({ code }) => code === RULE,
    );
  };

  test('change a severity, or switch a rule off', () => {
    expect(run({}).map(({ severity }) => severity)).toEqual(['error']);
    expect(run({ rules: { [RULE]: 'warning' } }).map(({ severity }) => severity)).toEqual(['warning']);
    expect(run({ rules: { [RULE]: 'off' } })).toEqual([]);
  });

  test('cannot disable what later steps rely on', () => {
    const text = spec('').replace('    handler: handlers.ts\n', '');
    const { diagnostics, value } = planSpecs([{ path: 'specs/a.yaml', text }], {
      settings: settingsOf({ rules: { 'tool/behaviour': 'off' } }),
    });
    expect(diagnostics.map(({ code }) => code)).toContain('tool/behaviour');
    expect(value).toBeUndefined();
  });

  test('give folders the profile of imported specs', () => {
    expect(run({ profiles: { specs: 'mcp' } })).toEqual([]);
    expect(run({ profiles: { spec: 'mcp' } })).toHaveLength(1);
    expect(run({ profiles: { specs: 'mcp', 'specs/': 'ext' } })).toHaveLength(1);
  });
});

/** Rules that the tool breaks, rules that it keeps, and one that is unknown. */
const BROKEN = ['tool/name-format', 'tool/evals-count'];
const KEPT = ['tool/examples', 'tool/effects-declared', 'tool/not-a-rule'];
const named = fc.uniqueArray(fc.constantFrom(...BROKEN, ...KEPT), { minLength: 1 });
const blanks = fc.constantFrom('', ' ', '  ');

test('a list suppresses what each of its rules would alone, and its fix leaves those that are needed', () => {
  const withoutShape = (text: string): Diagnostic[] =>
    [...planSpecs([{ path: 'specs/a.yaml', text }]).diagnostics].filter(({ code }) => !/^(?:yaml|spec)\//.test(code));
  const about = (found: readonly Diagnostic[]): string[] =>
    found.map(({ code }) => code).filter((code) => BROKEN.includes(code));
  fc.assert(
    fc.property(named, blanks, blanks, (rules, before, after) => {
      const text = spec(`  # haft-ignore ${rules.join(`${before},${after}`)}: fixed by the partner\n`);
      const found = withoutShape(text);
      expect(about(found)).toEqual(
        BROKEN.filter((rule) => !rules.includes(rule))
          .toSorted()
          .filter((rule) => about(withoutShape(spec(''))).includes(rule)),
      );
      const unknown = found.filter(({ code }) => code === 'suppression/unknown-rule');
      expect(unknown).toHaveLength(rules.includes('tool/not-a-rule') ? 1 : 0);
      const edits = found.flatMap(({ code, fix }) => (code === 'suppression/unused' ? (fix?.edits ?? []) : []));
      const fixed = withoutShape(applyEdits(text, edits));
      expect(fixed.map(({ code }) => code)).not.toContain('suppression/unused');
      expect(about(fixed)).toEqual(about(found));
    }),
    { numRuns: costlyRuns(10_000) },
  );
});
