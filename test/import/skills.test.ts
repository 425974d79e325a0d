/** The importer of skills: any SKILL.md comes out as it came in, every file has a place, and what is left out is said. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../compiler/check/settings.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { skillMd } from '../../compiler/emit/skill/skill-md.ts';
import type { ImportResult, ImportedFile } from '../../compiler/features/import/imported.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { importSkills } from '../../compiler/features/import/skills/import-skills.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { runs } from '../support/runs.ts';

const settings = settingsOf({ profiles: { specs: 'mcp' } });

function imported(files: Readonly<Record<string, string | Uint8Array>>): ImportResult {
  const list = Object.entries(files).map(([path, content]): ImportedFile => {
    return { path, bytes: Buffer.from(content), executable: path.endsWith('.sh') };
  });
  return importSkills({ files: list, left: [], outside: { count: 0, paths: [] }, name: 'top' });
}

function planOf({ documents, files }: ImportResult): Plan {
  const specs = printDocuments(documents).map(({ path, text }) => ({ path: `specs/${path}`, text }));
  const own = files.map((file) => ({ ...file, path: `specs/${file.path}` }));
  const { diagnostics, value } = planSpecs(specs, { settings, files: own });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!value) throw new Error('The import does not compile.');
  return value.plan;
}

const head = (name: string, more = ''): string => `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n`;
const said = ({ losses }: ImportResult): string[] => losses.map(({ kind, message }) => `${kind}: ${message}`);

test('a skill becomes a spec, the file of its body, and its other files', () => {
  const made = imported({
    'skills/pdf/SKILL.md': `${head('pdf', 'license: MIT\nallowed-tools: [Read]\n')}\n# PDF\n`,
    'skills/pdf/run.sh': 'exit\n',
    'skills/pdf/forms/SKILL.md': `${head('forms')}Fill.`,
    'skills/pdf/forms/a.bin': new Uint8Array([0, 255]),
  });
  expect(printDocuments(made.documents)).toEqual([
    {
      path: 'skills/pdf/skill.yaml',
      text: `kind: skill
from: skills/pdf
name: pdf
description: Does pdf.
text_file: SKILL.body.md
front_matter: { license: MIT, allowed-tools: [Read] }
front_matter_source: |
  ---
  name: pdf
  description: Does pdf.
  license: MIT
  allowed-tools: [Read]
  ---
`,
    },
    expect.objectContaining({ path: 'skills/pdf/forms/skill.yaml' }),
  ]);
  expect(made.files.map(({ path, executable }) => [path, executable])).toEqual([
    ['skills/pdf/run.sh', true],
    ['skills/pdf/SKILL.body.md', false],
    ['skills/pdf/forms/a.bin', false],
    ['skills/pdf/forms/SKILL.body.md', false],
  ]);
  expect(made.losses).toEqual([]);
});

describe('what cannot be carried is said', () => {
  test.each<[string, Record<string, string | Uint8Array>, readonly string[]]>([
    [
      'no front matter',
      { 'a/SKILL.md': '# Hello', 'a/b.md': 'b' },
      [
        'todo: "a/SKILL.md" is not imported: it does not start with front matter.',
        'skipped: "a/b.md" is not in the folder of a skill, and not imported.',
      ],
    ],
    [
      'front matter without an end',
      { 'SKILL.md': '---\nname: a\n' },
      ['todo: "SKILL.md" is not imported: it does not start with front matter.'],
    ],
    [
      'a file that is not UTF-8',
      { 'SKILL.md': new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]) },
      ['todo: "SKILL.md" is not imported: it is not UTF-8.'],
    ],
    [
      'no name and no description',
      { 'My Skill/SKILL.md': '---\nlicense: MIT\n---\n' },
      [
        'lossy: "My Skill/SKILL.md" has no name; the skill and its SKILL.md are named "my-skill".',
        'todo: "My Skill/SKILL.md" has nothing as its description.',
      ],
    ],
    [
      'a name of another form',
      { 'a/SKILL.md': head('Über Skill') },
      [
        'lossy: "a/SKILL.md" has the name "Über Skill", which is not valid; the skill and its SKILL.md are named "uber-skill".',
      ],
    ],
    [
      'the same name twice',
      { 'one/x/SKILL.md': head('x'), 'two/skills/x/SKILL.md': head('x') },
      [
        'lossy: "two/skills/x/SKILL.md" has the name "x", as "one/x/SKILL.md" has; the skill and its SKILL.md are named "two-x".',
      ],
    ],
    [
      'files with the names that Haft uses',
      { 'a/SKILL.md': head('a'), 'a/Skill.yaml': 'x: 1', 'a/SKILL.body.md': 'y' },
      [
        `lossy: "a/skill.yaml" is a file of the skill, so Haft's own file is named "skill-2.yaml".`,
        `lossy: "a/SKILL.body.md" is a file of the skill, so Haft's own file is named "SKILL.body-2.md".`,
      ],
    ],
    ['nothing', { 'a/SKILL.md': head('a') }, []],
  ])('%s', (_name, files, losses) => {
    expect(said(imported(files))).toEqual(losses);
  });

  test('broken YAML, also of 10,000 levels', () => {
    for (const yaml of ['a: [', 'a: 1\na: 2', `a: ${'['.repeat(10_000)}`, '- a', 'x', '']) {
      const made = imported({ 'a/SKILL.md': head('a'), 'a/b/SKILL.md': `---\n${yaml}\n---\nbody` });
      expect(said(made), yaml.slice(0, 20)).toEqual([
        expect.stringMatching(/^todo: "a\/b\/SKILL.md" is not imported: its front matter cannot be read\. /),
      ]);
      // Then it is a file of the skill around it.
      expect(made.files.map(({ path }) => path)).toEqual(['a/b/SKILL.md', 'a/SKILL.body.md']);
    }
  });
});

test('a template below assets/ is a file; skills in hidden folders and in scripts/ get a folder that Haft reads', () => {
  const made = imported({
    'a/SKILL.md': head('a'),
    'a/assets/SKILL.md': head('template'),
    '.claude/skills/b/SKILL.md': head('b'),
    'claude/skills/b/SKILL.md': head('c'),
    'scripts/d/SKILL.md': head('d'),
    '__proto__/SKILL.md': head('e', '__proto__: { x: 1 }\n'),
  });
  expect(made.documents.map(({ file, value }) => [value.from, file])).toEqual([
    ['.claude/skills/b', 'dot-claude/skills/b/skill.yaml'],
    ['__proto__', '__proto__/skill.yaml'],
    ['a', 'a/skill.yaml'],
    ['claude/skills/b', 'claude/skills/b/skill.yaml'],
    ['scripts/d', 'in-scripts/d/skill.yaml'],
  ]);
  expect(made.losses).toEqual([]);
  expect(
    planOf(made)
      .skills.find(({ name }) => name === 'a')
      ?.files.map(({ path }) => path),
  ).toEqual(['assets/SKILL.md']);
  const own = planOf(made).skills.find(({ name }) => name === 'e');
  expect(own && skillMd(own)).toBe(head('e', '__proto__: { x: 1 }\n'));
});

test('the folder of a skill depends on its own path, not on what is beside it', () => {
  const paths = [
    '.claude/b',
    'claude/b',
    'dot-claude/b',
    'in-dot-claude/b',
    '..a',
    '.a',
    'a',
    'dot-.a',
    'scripts/b',
    'in-scripts/b',
  ];
  const fileOf = (folders: readonly string[], from: string) =>
    imported(Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, head('x')]))).documents.find(
      ({ value }) => value.from === from,
    )?.file;
  const together = paths.map((path) => fileOf(paths, path));
  expect(together).toEqual(paths.map((path) => fileOf([path], path)));
  expect(new Set(together).size).toBe(paths.length);
});

const lineEnd = fc.constantFrom('\n', '\r\n');
const scalar = fc.constantFrom(
  'x',
  '"a: b"',
  "'it''s'",
  '# c',
  '1.10',
  'null',
  '2024-01-01',
  '"\\u2028\\t"',
  '~',
  'yes',
  '.inf',
);
const extra = fc.oneof(
  fc.tuple(fc.constantFrom('license', 'x y', '1', 'é', '__proto__'), scalar).map(([key, value]) => `${key}: ${value}`),
  fc.constantFrom(
    '# a comment',
    'metadata: { a: [1, {}], version: "2" } # behind',
    'tools:\n  - a\n\n  - b: |\n      --- x\n      text',
    'folded: >-\n  two\n  lines',
    'base: &b { x: 1 }\nother: *b',
  ),
);
const bodyPart = fc.constantFrom('# H', '---', '```py', '', 'ünï', '\u2028', '$ARGUMENTS', '\uFEFF', '\0', '\r', '<x>');

test('any front matter and any body come out byte for byte; without the original, with the same values and body', () => {
  const text = fc.record({
    bom: fc.constantFrom('', '\uFEFF'),
    description: fc.constantFrom('Does.', '"Does: x"', '>-\n  Does\n  this.', '|\n  Does\n   that.', "'it''s'", '""'),
    extras: fc.uniqueArray(extra, { maxLength: 4, selector: (one) => one.split(/[:{]/)[0] }),
    dashes: fc.constantFrom('---', '---  '),
    end: lineEnd,
    body: fc.array(bodyPart, { maxLength: 6 }),
    final: fc.boolean(),
  });
  fc.assert(
    fc.property(text, ({ bom, description, extras, dashes, end, body, final }) => {
      const front = [dashes, 'name: some-skill', `description: ${description}`, ...extras, '---'].join('\n');
      const written = `${bom}${front}\n${body.join('\n')}${final ? '\n' : ''}`.replaceAll('\n', end);
      const made = imported({ 'x/SKILL.md': written });
      if (made.documents.length === 0) {
        expect(extras.join()).toContain('.inf');
        return;
      }
      const [skill] = planOf(made).skills;
      expect(skill && skillMd(skill)).toBe(written);
      const { front_matter_source: _source, ...value } = made.documents[0]?.value ?? { from: '' };
      const plain = { ...made, documents: [{ file: 'x/skill.yaml', value, notes: [] }] };
      const [anew] = planOf(plain).skills;
      const again = imported({ 'x/SKILL.md': anew ? skillMd(anew) : '' });
      const { front_matter_source: _anew, ...same } = again.documents[0]?.value ?? { from: '' };
      expect(JSON.stringify(same)).toBe(JSON.stringify(value));
      expect(again.files).toEqual(made.files);
    }),
    { numRuns: runs(300) },
  );
});

test('every file of any tree has one place, and none is lost', () => {
  const part = fc.constantFrom('a', 'A', 'skills', 'references', 'b.sh', '__proto__', 'skill.yaml', 'SKILL.body.md');
  const first = fc.constantFrom('a', 'A', '.a', '..a', 'scripts', 'claude', '.claude');
  const last = fc.constantFrom('SKILL.md', 'SKILL.md', 'x.md', 'skill.yaml', 'SKILL.body.md');
  const path = fc
    .tuple(first, fc.array(part, { maxLength: 2 }), last)
    .map(([top, parts, name]) => [top, ...parts, name].join('/'));
  const tree = fc
    .uniqueArray(path, { maxLength: 25 })
    .map((paths) => paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`))));
  fc.assert(
    fc.property(tree, (paths) => {
      const made = imported(Object.fromEntries(paths.map((one) => [one, one.endsWith('/SKILL.md') ? head('a') : one])));
      const specs = made.documents.map(({ file }) => file);
      const places = [...specs, ...made.files.map((file) => file.path)];
      expect(new Set(places).size).toBe(places.length);
      const folders = specs.map((file) => file.slice(0, file.lastIndexOf('/')).toLowerCase());
      expect(new Set(folders).size).toBe(folders.length);
      expect(new Set(made.documents.map(({ value }) => value['name'])).size).toBe(made.documents.length);
      // Each SKILL.md that is a skill becomes a spec and a body; every other file keeps its bytes.
      const outside = paths.filter((one) => !paths.some((skill) => isAround(skill, one)));
      expect(made.files.length).toBe(paths.length - outside.length);
      expect(made.losses.filter(({ subject }) => subject === 'files outside of skills').length).toBe(
        outside.length > 0 ? 1 : 0,
      );
      expect(specs.filter((file) => /(?:^|\/)(?:\.|references\/|scripts\/|assets\/)/.test(file))).toEqual([]);
    }),
    { numRuns: runs(1000) },
  );
});

function isAround(skill: string, path: string): boolean {
  return skill.endsWith('/SKILL.md') && path.startsWith(skill.slice(0, -'SKILL.md'.length));
}
