/** What holds for every input: values survive printing and loading, and no text makes the compiler fall over. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Scalar } from 'yaml';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { SourceFile } from '../compiler/base/diagnostic.ts';
import { compactLiteral, doc, literal } from '../compiler/emit/code.ts';
import { frontMatter } from '../compiler/emit/skill/front-matter.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import type { NodePath } from '../compiler/spec/yaml/spec.ts';
import type { Plan, SkillPlan } from '../compiler/plan/model.ts';
import type { Json } from '../runtime/language/json.ts';
import { anyJson, anyJsonObject, anyLine, anyText, nearlyYaml } from './support/arbitraries.ts';
import { frontMatterOf } from './support/front-matter.ts';
import { runProgram } from './support/run-program.ts';
import { onlyBroken } from './support/settings.ts';
import { runs } from './support/runs.ts';
import { anyUnicode } from './support/random-text.ts';

describe('TypeScript', () => {
  test.each([
    ['literal', literal],
    ['compactLiteral', compactLiteral],
  ])('%s of a JSON value evaluates to that value', (_name, print) => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        const evaluated: unknown = new Function(`"use strict"; return (${String(print(value))});`)();
        // Not `toEqual`: the order of keys and `__proto__` count too.
        expect(JSON.stringify(evaluated)).toBe(JSON.stringify(value));
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          expect(Object.getPrototypeOf(evaluated)).toBe(Object.prototype);
      }),
      { numRuns: runs(500) },
    );
  });

  test('compactLiteral is one line', () => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        expect(String(compactLiteral(value))).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
  });

  test('doc of a text is one comment', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const printed = String(doc(text));
        expect(printed.startsWith('/**')).toBe(true);
        expect(printed.indexOf('*/', 3)).toBe(printed.length - 2);
        expect(new Function(`${printed} return 7`)()).toBe(7);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('front matter', () => {
  test('reads back as it was written, with visible characters only', () => {
    fc.assert(
      fc.property(anySkill(), (skill) => {
        const text = frontMatter(skill);
        expect(parse(text.split('---')[1] ?? '')).toEqual(frontMatterOf(skill));
        expect(text.split('---'), 'no "---" inside').toHaveLength(3);
        for (const line of text.split('\n')) expect(line).toMatch(VISIBLE_LINE);
      }),
      { numRuns: runs(500) },
    );
  });

  test('escapes whole characters: half of a surrogate pair is no character to other readers of YAML', () => {
    fc.assert(
      fc.property(anySkill(), (skill) => {
        expect(frontMatter(skill).replaceAll('\\\\', '')).not.toMatch(/\\u[dD][89a-fA-F]/);
      }),
      { numRuns: runs(500) },
    );
  });

  test('PyYAML reads the same, where there is one', () => {
    if (runProgram('python3', ['-c', 'import yaml'], '.').status !== 0) return;
    const skills = fc.sample(anySkill(), { numRuns: 200, seed: 20_261_120 });
    const blocks = JSON.stringify(skills.map((skill) => frontMatter(skill).split('---')[1]));
    const { stderr, stdout } = runProgram('python3', ['-c', READ_BLOCKS], '.', blocks);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(skills.map(frontMatterOf));
  });
});

describe('load', () => {
  test('gives back every JSON object that was written as YAML', () => {
    fc.assert(
      fc.property(anyJsonObject(withoutMark(anyText())), (value) => {
        const { value: spec, diagnostics } = load([file(stringify(value))]);
        expect(diagnostics).toEqual([]);
        expect(JSON.stringify(spec?.documents[0]?.value)).toBe(JSON.stringify(value));
      }),
      { numRuns: runs(500) },
    );
  });

  test('never throws, and points into the file', () => {
    const anything = fc.oneof(nearlyYaml(), anyUnicode({ maxLength: 200 }), anyText());
    fc.assert(
      fc.property(anything, (text) => {
        for (const { span, message, hint } of planSpecs([file(text)]).diagnostics) {
          expect(span.file).toBe(PATH);
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(message).toMatch(/\.$/);
          expect(hint).toMatch(/[.?]$/);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test('knows the place of every scalar and every key', () => {
    const style = fc.record({
      indent: fc.integer({ min: 1, max: 6 }),
      collectionStyle: fc.constantFrom<('any' | 'flow')[]>('any', 'flow'),
      defaultStringType: fc.constantFrom<Scalar.Type[]>('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
      indentSeq: fc.boolean(),
    });
    fc.assert(
      fc.property(anyJsonObject(withoutMark(anyLine())), style, (value, options) => {
        const text = stringify(value, { ...options, lineWidth: 0 });
        const document = load([file(text)]).value?.documents[0];
        for (const { path, scalar, isKey } of scalarsOf(value)) {
          const { start, end } = document?.at(path, isKey ? 'key' : 'value') ?? { start: 0, end: 0 };
          // As an item of a list: alone, a plain "---" would begin a document.
          expect(parse(`- ${text.slice(start, end)}`), `${path.join('.')} in\n${text}`).toEqual([scalar]);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('compile', () => {
  test('the plan does not depend on the order of files and documents', () => {
    const expected = planOf(FILES.map(([path, documents]) => [path, documents]));
    fc.assert(
      fc.property(
        shuffled(FILES).chain((files) =>
          fc.tuple(...files.map(([path, documents]) => shuffled(documents).map((order): Group => [path, order]))),
        ),
        (files) => {
          expect(planOf(files)).toEqual(expected);
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

const PATH = 'specs/library.yaml';

function file(text: string): SourceFile {
  return { path: PATH, text };
}

/** `stringify` does not quote a text that begins with a byte order mark, and every reader loses it then. */
function withoutMark(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return text.map((any) => any.replaceAll('\ufeff', ''));
}

/** Printable in the sense of YAML 1.2, and nothing that hides or turns the text around it. */
const VISIBLE_LINE =
  /^(?![^]*[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}])[\t\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const READ_BLOCKS = [
  'import json, sys, yaml',
  'blocks = json.load(sys.stdin.buffer)',
  'values = [yaml.safe_load(block) for block in blocks]',
  'sys.stdout.buffer.write(json.dumps(values, ensure_ascii=False).encode("utf-8"))',
].join('\n');

function anySkill(): fc.Arbitrary<SkillPlan> {
  const fields = fc.record({
    text: anyText(),
    license: anyText(),
    compatibility: anyText(),
    metadata: fc.dictionary(anyText(), anyText(), { maxKeys: 3, noNullPrototype: true }),
    allowed_tools: fc.array(anyText(), { maxLength: 2 }),
  });
  return fields.map(({ text, ...rest }) => ({
    name: 'find-a-book',
    version: '1.0.0',
    title: 'Find a book',
    description: { text, parts: [] },
    context: '',
    steps: [],
    never: [],
    not_for: [],
    references: [],
    servers: [],
    files: [],
    evals: [],
    source: PATH,
    ...rest,
  }));
}

interface Place {
  readonly path: NodePath;
  readonly scalar: Json;
  readonly isKey: boolean;
}

function scalarsOf(value: Json, path: NodePath = []): Place[] {
  if (typeof value !== 'object' || value === null) return [{ path, scalar: value, isKey: false }];
  const steps = Array.isArray(value) ? value.map((item: Json, index) => [index, item] as const) : Object.entries(value);
  return steps.flatMap(([step, inner]) => {
    const here = [...path, step];
    const key = typeof step === 'string' ? [{ path: here, scalar: step, isKey: true }] : [];
    return [...key, ...scalarsOf(inner, here)];
  });
}

type Group = readonly [path: string, documents: readonly string[]];

function shuffled<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

function planOf(groups: readonly Group[]): Plan {
  const { value, diagnostics } = planSpecs(
    groups.map(([path, documents]) => ({ path, text: documents.join('---\n') })),
    { settings: onlyBroken() },
  );
  expect(diagnostics).toEqual([]);
  if (!value) throw new Error('The project of this test does not compile.');
  return value.plan;
}

const TOOL = (name: string, server = ''): string =>
  `kind: tool\nname: ${name}\n${server}description: { does: Finds., when: needed }\neffects: read\nhandler: h.ts\n`;
const SERVER = (name: string, tools: string): string =>
  `kind: server\nname: ${name}\nversion: 1.0.0\nsummary: Finds books.\ntools: [${tools}]\n`;
const INLINE = (name: string): string =>
  `{ name: ${name}, description: { does: Finds., when: needed }, effects: read, handler: h.ts }`;
const SKILL = (name: string): string =>
  `kind: skill\nname: ${name}\nversion: 1.0.0\ncontext: x\nsteps: [Search with \`find_book\`.]\nnever: [Buy]\n` +
  `description: { does: Finds., when: needed, triggers: [a, b], not_for: [{ case: buying }] }\n`;

const FILES: readonly Group[] = [
  ['specs/a/server.yaml', [SERVER('library', `${INLINE('find_book')}, ${INLINE('add_book')}`), TOOL('list_shelves')]],
  ['specs/a/more.yaml', [TOOL('get_shelf'), SKILL('find-a-book'), TOOL('count_books', 'server: archive\n')]],
  ['specs/b/server.yaml', [SERVER('archive', INLINE('find_page')), SKILL('find-a-page'), TOOL('get_page')]],
  ['specs/b/deep/tools.yaml', [TOOL('list_pages'), TOOL('add_page', 'server: library\n')]],
];
