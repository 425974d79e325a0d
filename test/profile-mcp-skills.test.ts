/** Skills of profile `mcp`: SKILL.md byte for byte, every file of the folder with its mode, and what changes are reported. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { skillShape } from '../compiler/check/documents/skill.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { skillMd } from '../compiler/emit/skill/skill-md.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { runs } from './support/runs.ts';
import { ON_WINDOWS } from './support/posix.ts';

const settings = settingsOf({ profiles: { specs: 'mcp' } });

const SOURCE = `---
description: >-
  Fills in a form. Use when
  the user has one.
name: "fill-form"   # the folder has the same name
allowed-tools: [Read, "Bash(python *)"]
metadata: { author: someone, version: "2.1" }
argument-hint: <file>
---
`;
const BODY = '\r\n# Fill\r\n\r\n1. Look at $ARGUMENTS\n\n```py\nunclosed';

const SPEC = {
  kind: 'skill',
  name: 'fill-form',
  from: 'fill-form',
  description: 'Fills in a form. Use when the user has one.',
  front_matter: {
    'allowed-tools': ['Read', 'Bash(python *)'],
    metadata: { author: 'someone', version: '2.1' },
    'argument-hint': '<file>',
  },
  front_matter_source: SOURCE,
};

function planOf(spec: object, more: object = { text: BODY }): Plan {
  const text = JSON.stringify({ ...spec, ...more });
  const { diagnostics, value } = planSpecs([{ path: 'specs/fill-form/skill.yaml', text }], { settings });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!value) throw new Error('The skill does not compile.');
  return value.plan;
}

const written = ({ skills: [skill] }: Plan): string => (skill ? skillMd(skill) : '');

describe('SKILL.md', () => {
  test('is the original byte for byte while nothing changed', () => {
    expect(written(planOf(SPEC))).toBe(SOURCE + BODY);
  });

  test('keeps the text around a key that says something else', () => {
    const { metadata: _metadata, ...others } = SPEC.front_matter;
    const front_matter = { ...others, effort: 'high' };
    expect(written(planOf({ ...SPEC, description: 'Fills: forms.', front_matter }))).toBe(`---
description: "Fills: forms."
name: "fill-form"   # the folder has the same name
allowed-tools: [Read, "Bash(python *)"]
argument-hint: <file>
effort: high
---
${BODY}`);
    const source = '---\r\n# ours\r\nlicense: MIT\r\n---\r\n';
    const spec = { kind: 'skill', name: 'fill-form', description: 'Fills.', front_matter_source: source };
    expect(written(planOf({ ...spec, front_matter: { license: 'MIT' } }))).toBe(
      `---\r\n# ours\r\nlicense: MIT\r\nname: fill-form\r\ndescription: Fills.\r\n---\r\n${BODY}`,
    );
  });

  test('has new front matter in the same order where the original cannot say a key', () => {
    const front_matter = { ...SPEC.front_matter, metadata: { author: ['someone'] } };
    const text = written(planOf({ ...SPEC, description: 'Fills in forms.', front_matter }));
    expect(text).toBe(`---
description: "Fills in forms."
name: "fill-form"
allowed-tools:
  - "Read"
  - "Bash(python *)"
metadata:
  author:
    - "someone"
argument-hint: "<file>"
---
${BODY}`);
  });

  test('of any texts and values reads as they were given', () => {
    const words = fc.constantFrom(
      '',
      ' ',
      'a: b',
      '- x',
      '---',
      'ünï',
      '# c',
      '1',
      'line\nbreak',
      'true',
      '{x}',
      '"q"',
    );
    const value = fc.oneof(
      words,
      fc.boolean(),
      fc.integer(),
      fc.constant(null),
      fc.array(words),
      fc.dictionary(words, words),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b-c', 'x y', '1', 'é'), value, { noNullPrototype: true }),
        words,
        words,
        (front, description, body) => {
          const given = JSON.parse(JSON.stringify(front));
          const spec = { kind: 'skill', name: 'fill-form', description, front_matter: given };
          const printed = written(planOf(spec, { text: body }));
          expect(printed.endsWith(`\n---\n${body}`)).toBe(true);
          // The planned values read back: the printed block is kept as the original of a second round.
          const source = printed.slice(0, printed.length - body.length);
          const again = planOf({ ...spec, front_matter_source: source }, { text: body });
          expect(again.skills[0]?.frontMatterSource).toBe(source);
          expect(again.skills[0]?.frontMatter).toEqual({ name: 'fill-form', description, ...given });
          const contract = readContract(contractText(again));
          expect('plan' in contract && diff(contract.plan, again)).toEqual([]);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('a skill', () => {
  const codes = (spec: object): string[] => {
    const text = JSON.stringify({ kind: 'skill', name: 'fill-form', ...spec });
    return planSpecs([{ path: 'specs/skill.yaml', text }], { settings }).diagnostics.map(({ code }) => code);
  };

  test('needs a body: one text, or all of its parts', () => {
    expect(codes({ description: 'Fills.' })).toContain('spec/missing-key');
    expect(codes({ description: 'Fills.', text: '', text_file: 'a.md' })).toContain('spec/one-of');
    expect(codes({ description: 'Fills.', context: 'Forms.', steps: ['Look.'], never: ['Guess'] })).toEqual([]);
    expect(codes({ description: { does: 'Fills.', when: 'a form is asked for' }, text: 'Look.' })).toEqual([]);
  });

  const BODY_KEYS = ['context', 'steps', 'never', 'example', 'references'];
  const VALUES: Readonly<Record<string, unknown>> = {
    kind: 'skill',
    name: 'fill-form',
    version: '1.0.0',
    description: 'Fills.',
    context: 'Forms.',
    steps: ['Look.'],
    never: ['Guess'],
    example: 'Such.',
    title: 'Fill',
    references: [],
    servers: [],
    license: 'MIT',
    compatibility: 'Python 3',
    metadata: { author: 'someone' },
    allowed_tools: ['Read'],
    evals: [{ input: 'fill', expected_behavior: ['fills'] }],
  };

  test.each(Object.keys(Object(skillShape.schema['properties'])))('of one text, with `%s`', (key) => {
    const isBody = BODY_KEYS.includes(key);
    for (const body of [{ text: 'Look.' }, { text_file: 'a.md' }]) {
      const found = codes({ description: 'Fills.', ...body, [key]: VALUES[key] });
      expect(found.includes('spec/one-of'), JSON.stringify(body)).toBe(isBody);
    }
  });

  test('says no key of SKILL.md twice', () => {
    // What SKILL.md of a skill with every key has is what no other key may say again.
    const { skills } = planOf({ ...VALUES, ...Object.fromEntries(BODY_KEYS.map((key) => [key, undefined])) });
    const keys = Object.keys(skills[0]?.frontMatter ?? {});
    expect(keys).toEqual(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']);
    for (const key of keys) {
      const own = key.replace('-', '_');
      const spec = { description: 'Fills.', [own]: VALUES[own], text: '', front_matter: { [key]: 'x' } };
      expect(codes(spec), key).toEqual(['spec/one-of']);
      // As an import writes it.
      if (!['name', 'description'].includes(key)) expect(codes({ ...spec, [own]: undefined }), key).toEqual([]);
    }
  });

  test('whose text file is not there is reported so', () => {
    expect(codes({ description: 'Fills.', text_file: 'nowhere.md' })).toContain('skill/reference-files');
  });
});

test.skipIf(ON_WINDOWS)('every file of the folder travels with its mode, and nothing else', () => {
  const binary = Buffer.from([0, 255, 254, 10]);
  const skill = stringify({
    ...SPEC,
    text_file: 'SKILL.body.md',
    evals: [{ input: 'fill', expected_behavior: ['fills'] }],
  });
  const folder = temporaryFolder({
    'package.json': '{}',
    'haft.yaml': 'profiles: { specs: mcp }\n',
    'specs/fill-form/skill.yaml': skill,
    'specs/fill-form/SKILL.body.md': BODY,
    'specs/fill-form/agents/openai.yaml': 'interface:\n  display_name: Form\n',
    'specs/fill-form/agents/broken.yaml': '{{ not: yaml\n',
    'specs/fill-form/examples/deploy.yml': 'kind: Service\n',
    'specs/fill-form/rules/deep/er/rule.md': 'Rule.',
    'specs/fill-form/run.sh': '#!/bin/sh\n',
    'specs/fill-form/.hidden': 'no',
    'specs/fill-form/evals/triggers.json': '[]',
    'specs/fill-form/inner/skill.yaml': stringify({
      kind: 'skill',
      name: 'inner',
      description: 'Inner.',
      text: 'In.\n',
    }),
    'specs/fill-form/inner/note.txt': 'inner',
  });
  const own = join(folder, 'specs/fill-form');
  mkdirSync(join(own, 'assets'));
  writeFileSync(join(own, 'assets/form.bin'), binary);
  chmodSync(join(own, 'run.sh'), 0o755);
  const { code, stdout, stderr } = haft(folder, 'compile');
  expect(stdout + stderr).toContain('0 errors');
  expect(stdout + stderr).toContain('Haft writes its `evals` there: "evals/triggers.json".');
  expect(code).toBe(0);
  const out = join(folder, 'generated/skills/fill-form');
  const read = (path: string): string => readFileSync(join(out, path), 'utf8');
  expect(read('SKILL.md')).toBe(SOURCE + BODY);
  expect(read('agents/openai.yaml')).toContain('display_name');
  expect(read('agents/broken.yaml')).toBe('{{ not: yaml\n');
  expect(read('examples/deploy.yml')).toBe('kind: Service\n');
  expect(read('rules/deep/er/rule.md')).toBe('Rule.');
  expect(readFileSync(join(out, 'assets/form.bin'))).toEqual(binary);
  expect(statSync(join(out, 'run.sh')).mode & 0o111).not.toBe(0);
  for (const path of ['.hidden', 'SKILL.body.md', 'skill.yaml', 'inner/note.txt', 'inner/skill.yaml'])
    expect(existsSync(join(out, path)), path).toBe(false);
  expect(read('evals/triggers.json')).not.toBe('[]');
  expect(readFileSync(join(folder, 'generated/skills/inner/note.txt'), 'utf8')).toBe('inner');

  symlinkSync('rules/deep/er/rule.md', join(own, 'link.md'));
  const linked = haft(folder, 'compile');
  expect(linked.code).toBe(1);
  expect(linked.stdout + linked.stderr).toContain('symbolic link');
});

test('in profile ext, files that are not copied are a warning', () => {
  const folder = temporaryFolder({
    'package.json': '{}',
    'specs/fill-form/skill.yaml': stringify({
      kind: 'skill',
      name: 'fill-form',
      version: '1.0.0',
      description: {
        does: 'Fills in a form.',
        when: 'the user has a form to fill in',
        triggers: ['fill in this form', 'complete the form'],
        not_for: [{ case: 'designing forms' }],
      },
      context: 'Forms have fields.',
      steps: ['Read the form.'],
      never: ['Guess a value'],
    }),
    'specs/fill-form/rules/one.md': 'One.',
    'specs/fill-form/two.md': 'Two.',
    'specs/fill-form/references/three.md': 'Three.',
  });
  const { stdout, stderr } = haft(folder, 'check');
  expect(stdout + stderr).toContain('"rules/one.md" and 1 more in the folder of this skill will not be copied.');
});
