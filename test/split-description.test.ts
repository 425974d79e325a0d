/** The description of an imported skill as parts: proposed where sentences are certain, and applied where they say the same text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitDescription } from '../compiler/check/analysis/assemble/shapes.ts';
import { temporaryFolder, treeOf } from './support/folder.ts';
import { haft } from './support/haft.ts';

test.each<[string, ReturnType<typeof splitDescription>]>([
  ['Fills in forms. Use when the user has a form.', { does: 'Fills in forms.', when: 'the user has a form' }],
  [
    'Fills in forms (e.g. PDF). Reads v1.2 too. Use this skill whenever the user says "fill this in", "complete it".',
    {
      does: 'Fills in forms (e.g. PDF). Reads v1.2 too.',
      when: 'the user says "fill this in", "complete it"',
    },
  ],
  ['Fills in forms. Use when the user has a form. Do NOT use for designing forms.', undefined],
  [
    `Fills in forms. Use when it doesn't fit, even if they never say "form" or "sheet".`,
    { does: 'Fills in forms.', when: `it doesn't fit, even if they never say "form" or "sheet"` },
  ],
  ['Use when the user has a form.', undefined],
  ['MANDATORY before any form. Use when the user has a form.', undefined],
  ['Fills in forms. Use for forms.', undefined],
  ['Fills in forms. Use when the user has a form. Reads scans too.', undefined],
  ['Fills in forms, not for contracts. Use when the user has a form.', undefined],
  ['Fills in forms. Use when the user has a form; otherwise only read it.', undefined],
  ['Fills in forms. Use when the.', undefined],
  ['Fills in forms. Use when the user says.', undefined],
  ['Fills in forms. Use when Use this skill when it fits.', undefined],
  ['', undefined],
])('%s', (text, parts) => {
  expect(splitDescription(text)).toEqual(parts);
});

const spec = (name: string, description: string): string =>
  `kind: skill\nfrom: ${name}\nname: ${name}\n# ours\ndescription: ${description}\ntext: Body.\n`;

test('haft check --profile ext proposes the parts; --fix writes those that say the same text, and no output changes', () => {
  const long =
    'the user has a form, a questionnaire, a declaration or a claim that has empty fields, and wants them filled in';
  const root = temporaryFolder({
    'package.json': '{}',
    'haft.yaml': 'profiles: { specs/team: mcp }\n',
    'specs/team/a/skill.yaml': spec('a', `>-\n  Fills in forms.\n  Use when ${long}.`),
    'specs/team/b/skill.yaml': spec('b', '"Reads forms. Use when the user has one."'),
    'specs/team/c/skill.yaml': spec('c', 'Draws forms. Use whenever the user wants one.'),
    'specs/team/d/skill.yaml': spec('d', 'Use when the user has a form.'),
  });
  expect(haft(root, 'compile').code).toBe(0);
  const output = treeOf(join(root, 'generated'));
  expect(haft(root, 'check').code).toBe(0);
  const before = treeOf(root);
  const { code, stdout } = haft(root, 'check', '--profile', 'ext', 'specs/team');
  expect(code).toBe(1);
  expect(stdout).toContain(
    'hint: Its sentences are these parts: {"does":"Draws forms.","when":"the user wants one"}. Then add `triggers` and `not_for`.',
  );
  expect(treeOf(root)).toEqual(before);
  const dry = haft(root, 'check', '--profile', 'ext', 'specs/team', '--fix', '--dry-run');
  expect(dry.stdout).toContain('+ description: { does: Reads forms., when: the user has one }');
  expect(treeOf(root)).toEqual(before);
  expect(haft(root, 'check', '--profile', 'ext', 'specs/team', '--fix').stdout).toContain(
    'specs/team/b/skill.yaml: Split the description of "b" into its parts.\n2 edits applied.',
  );
  const read = (name: string): string => readFileSync(join(root, `specs/team/${name}/skill.yaml`), 'utf8');
  expect(read('a')).toBe(
    spec('a', `\n  does: Fills in forms.\n  when: ${long}`).replace('description: \n', 'description:\n'),
  );
  expect(read('b')).toBe(spec('b', '{ does: Reads forms., when: the user has one }'));
  expect([read('c'), read('d')]).toEqual([before['specs/team/c/skill.yaml'], before['specs/team/d/skill.yaml']]);
  expect(haft(root, 'compile').stdout).toContain('0 files written');
  expect(treeOf(join(root, 'generated'))).toEqual(output);
  expect(haft(root, 'check', 'specs').stderr).toContain('Name a folder together with --profile.');
});
