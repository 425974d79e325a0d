/** What holds for the rules whatever the spec: valid ones pass, layout means nothing, nothing throws, fixing only improves. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { RULES } from '../compiler/check/rules/index.ts';
import { fixSpecs } from '../compiler/cli/fix.ts';
import { compile } from '../compiler/compile.ts';
import type { Diagnostic, SourceFile } from '../compiler/diagnostic.ts';
import type { Json, JsonObject } from '../runtime/language/json.ts';
import { anyJson, anyText } from './support/arbitraries.ts';
import { exampleProject, layOver } from './support/example.ts';
import { anyLayout, anyProject, print, printDocument } from './support/random-spec.ts';
import type { Layout, RandomProject } from './support/random-spec.ts';

describe('a valid project', () => {
  test('has no error', () => {
    fc.assert(
      fc.property(anyProject(), anyLayout(), (project, layout) => {
        const files = print(project, layout);
        expect(errorsOf(compile(files).diagnostics).map(telling), textOf(files)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('means the same in every layout', () => {
    fc.assert(
      fc.property(anyProject(), anyLayout(), anyLayout(), (project, one, other) => {
        const [a, b] = [compile(print(project, one)), compile(print(project, other))];
        expect(codesOf(b.diagnostics), textOf(print(project, other))).toEqual(codesOf(a.diagnostics));
        const [planA, planB] = [a.value?.plan, b.value?.plan].map(withoutPlaces);
        expect(planA).toBeDefined();
        expect(planB).toEqual(planA);
        // Keys of the author's own, such as the names of parameters, keep the author's order.
        if (!one.shuffled && !other.shuffled) expect(JSON.stringify(planB)).toBe(JSON.stringify(planA));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a broken project', () => {
  test('is told the same in every layout', () => {
    fc.assert(
      fc.property(anyBroken(), anyLayout(), anyLayout(), (project, one, other) => {
        // What stands in which file decides who owns a tool without a name, so that both share it.
        const same = { ...other, files: one.files, seed: one.seed, apart: one.apart };
        const [a, b] = [print(project, one), print(project, same)];
        expect(codesOf(findingsOf(b)), `${textOf(a)}\n=====\n${textOf(b)}`).toEqual(codesOf(findingsOf(a)));
      }),
      { numRuns: 100 },
    );
  });

  test('makes no rule throw, and every finding has its place, its sentence and its next step', () => {
    fc.assert(
      fc.property(anyBroken(), anyLayout(), fc.array(anyCut(), { maxLength: 2 }), (project, layout, cuts) => {
        const files = cuts.reduce(cutInto, print(project, layout));
        for (const { span, message, hint, related = [], fix } of findingsOf(files)) {
          for (const place of [span, ...related.map((one) => one.span), ...(fix?.edits ?? [])]) {
            const text = files.find(({ path }) => path === place.file)?.text;
            expect(text, `${place.file} is one of the files`).toBeDefined();
            expect(place.start).toBeGreaterThanOrEqual(0);
            expect(place.end).toBeGreaterThanOrEqual(place.start);
            expect(place.end).toBeLessThanOrEqual(text?.length ?? 0);
          }
          expect(message).toMatch(/\.$/);
          expect(hint).toMatch(/[.?]$/);
        }
      }),
      { numRuns: 250 },
    );
  });
});

describe('fixing', () => {
  test('adds no code, keeps every comment, and is done after one run', () => {
    let fixed = 0;
    fc.assert(
      fc.property(anyBroken(anyFixable()), anyLayout(), (project, layout) => {
        const files = print(project, layout);
        const before = findingsOf(files);
        const { specs, done } = fixSpecs(files, {});
        fixed += done.length;
        const after = compile(specs).diagnostics;
        const known = new Set(before.map(({ code }) => code));
        expect(
          after.filter(({ code }) => !known.has(code)).map(telling),
          `${textOf(files)}\n=====\n${textOf(specs)}`,
        ).toEqual([]);
        expect(remarksOf(specs), `${textOf(files)}\n=====\n${textOf(specs)}`).toEqual(remarksOf(files));
        expect(fixSpecs(specs, {})).toEqual({ specs, done: [] });
      }),
      { numRuns: 100 },
    );
    expect(fixed, 'the property is about projects that can be fixed').toBeGreaterThan(50);
  });
});

describe('the examples of a rule', () => {
  test.each(RULES.map((rule) => [rule.id, rule] as const))('%s: the bad one breaks it and nothing else', (id, rule) => {
    const base = compile([exampleProject()]).diagnostics;
    const good = rule.good.flatMap((example) => compile([layOver(rule.subject, example).source]).diagnostics);
    const expected = new Set([id, ...[...errorsOf(base), ...errorsOf(good)].map(({ code }) => code)]);
    const tooMuch = rule.bad.map((example) => {
      const { diagnostics } = compile([layOver(rule.subject, example).source]);
      expect(codesOf(diagnostics), example).toContain(id);
      return errorsOf(diagnostics).filter(({ code }) => !expected.has(code));
    });
    expect(tooMuch.flat().map(telling)).toEqual([]);
  });

  test('tell the same in every layout', () => {
    const examples = RULES.flatMap(({ id, subject, good, bad }) =>
      [...good, ...bad].map((text) => ({ id, subject, text })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...examples), anyLayout(), ({ id, subject, text }, layout) => {
        const { source } = layOver(subject, text);
        const laid = relaid(source, layout);
        expect(codesOf(compile([laid]).diagnostics), `${id}\n${laid.text}`).toEqual(
          codesOf(compile([source]).diagnostics),
        );
      }),
      { numRuns: 300 },
    );
  });
});

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** As often as they are found, in no order. */
function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code).sort();
}

function telling({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}

function textOf(files: readonly SourceFile[]): string {
  return files.map(({ path, text }) => `#### ${path}\n${text}`).join('\n');
}

function remarksOf(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ text }) => text.match(/# remark \d+;/g) ?? []).sort();
}

/** Nothing that is thrown is caught: a rule that throws fails the property. */
function findingsOf(files: readonly SourceFile[]): readonly Diagnostic[] {
  return compile(files).diagnostics;
}

/** A plan says which file everything comes from, and that is the layout's. */
function withoutPlaces(plan: unknown): unknown {
  return plan === undefined
    ? undefined
    : JSON.parse(JSON.stringify(plan), (key, value: unknown) =>
        key === 'source' || key === 'handlerFile' ? undefined : value,
      );
}

function relaid({ path, text }: SourceFile, layout: Layout): SourceFile {
  const values = parseAllDocuments(text).map((document): Json => document.toJS({ maxAliasCount: -1 }) as Json);
  const texts = values.map((value, at) => printDocument(value, { ...layout, seed: layout.seed + at }));
  return { path, text: texts.join(`---${layout.ending}`) };
}

/** A change of a project: what it does is the same for the same project. */
type Change = (project: RandomProject) => RandomProject;

function anyBroken(
  change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 3, arbitrary: anyChange() },
    { weight: 2, arbitrary: anyOddTool() },
  ),
): fc.Arbitrary<RandomProject> {
  return fc
    .tuple(anyProject(), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([project, changes]) => changes.reduce((broken, change) => change(broken), project));
}

type Path = readonly (string | number)[];

/** At one node below the documents, chosen by number, so that a change fits every project. */
function anyChange(): fc.Arbitrary<Change> {
  const value = fc.oneof(
    anyJson(),
    anyText(),
    anyHostile(),
    fc.constantFrom<Json[]>('', null, [], {}, 0, -1, 1e300, '1', true),
  );
  const key = fc.oneof(
    anyText(),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'name', 'type', 'default', '0'),
  );
  const kind = fc.oneof(
    fc.constant<Edit>({ kind: 'delete' }),
    fc.constant<Edit>({ kind: 'duplicate' }),
    value.map((value): Edit => ({ kind: 'replace', value })),
    value.map((value): Edit => ({ kind: 'wrap', value })),
    fc.tuple(key, value).map(([key, value]): Edit => ({ kind: 'insert', key, value })),
    key.map((key): Edit => ({ kind: 'rename', key })),
  );
  const among = fc.option(fc.constantFrom(...MEANING), { nil: undefined });
  return fc.tuple(fc.nat(), kind, among).map(([at, edit, key]) => (project) => {
    const all = placesOf(asJson(project)).filter((path) => isOfDocument(path));
    const named = all.filter((path) => path.at(-1) === key);
    const places = named.length > 0 ? named : all;
    const path = places[at % Math.max(places.length, 1)];
    return path ? asProject(edited(asJson(project), path, edit)) : project;
  });
}

/** Keys that rules read closely: half of the changes are made at one of them. */
const MEANING: readonly string[] = [
  'pattern default enum type minimum maximum items properties required arguments evals request query json result',
  'fields argv env base_url headers connection exit_codes errors description does when triggers not_for use steps',
  'context servers name effects title',
].flatMap((line) => line.split(' '));

/** The parts that a layout takes apart keep their form: servers, their tools and skills are lists of maps. */
function isOfDocument(path: Path): boolean {
  return path[0] === 'skills' ? path.length > 2 : path[2] === 'server' ? path.length > 3 : path.length > 4;
}

/** Sound in its shape and odd in what it says, so that rules get to read it: one parameter, and everything that speaks of it. */
function anyOddTool(): fc.Arbitrary<Change> {
  const value = fc.oneof(anyHostile(), anyJson(), fc.constantFrom<Json[]>('a', 1, true, ['a'], {}, null));
  const count = fc.integer({ min: 0, max: 9 });
  const name = fc.constantFrom(
    'title',
    'constructor',
    'toString',
    'limit',
    'is_old',
    'order',
    'env',
    'item',
    '__proto__',
  );
  const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object');
  const leaf = fc.record(
    {
      type,
      description: fc.oneof(
        anyHostile(),
        fc.constantFrom('Comma-separated tags.', 'Either one or two. Defaults to one.'),
      ),
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      default: value,
      minimum: fc.oneof(count, fc.double({ noNaN: true, noDefaultInfinity: true })),
      maximum: count,
      minLength: count,
      maxLength: count,
      pattern: fc.oneof(anyHostile(), anyText()).filter((text) => /\S/.test(text)),
      required: fc.uniqueArray(name, { maxLength: 3 }),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  );
  const schema = fc
    .tuple(leaf, fc.option(leaf, { nil: undefined }), fc.option(fc.tuple(name, leaf), { nil: undefined }))
    .map(([own, items, inner]): JsonObject => ({
      ...(own as JsonObject),
      ...(items && { items: items as JsonObject }),
      ...(inner && { properties: Object.fromEntries([inner]) as JsonObject }),
    }));
  return fc
    .record({
      at: fc.nat(),
      name,
      schema,
      given: value,
      required: fc.boolean(),
      way: fc.nat({ max: 4 }),
      word: anyHostile(),
    })
    .map(({ at, name, schema, given, required, way, word }) => (project) => {
      const odd = tool((spec) => ({
        ...spec,
        parameters: Object.fromEntries([...Object.entries(mapOf(spec['parameters'])), [name, schema]]),
        ...(required && { required: [name] }),
        evals: [
          { query: word, arguments: Object.fromEntries([[name, given]]) },
          { query: 'sing', expect: 'none' },
        ],
        ...(way === 0 && {
          description: { does: word, when: word, examples: [word], instead: [{ case: word, use: word }] },
        }),
        ...(way === 1 && { title: word, returns: schema }),
        ...(way === 2 && {
          http: {
            connection: 'house',
            request: `POST /{${name}}`,
            json: { each: `{${name}}`, as: [given, `{item.${word}}`] },
          },
        }),
        ...(way === 3 && {
          command: { argv: [`{${name}.a}`, word], stdin: word, result: { [name]: { each: '', fields: { a: word } } } },
        }),
      }));
      return onPart(project, at, odd);
    });
}

function anyHostile(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '(',
    '[a-',
    '^(a+)+$',
    '{',
    '{env.',
    '{title',
    '{{',
    '{env.HOUSE_KEY|',
    '{item}',
    '{constructor}',
    'Use when the user asks',
    'If if the key is known',
    'Do NOT use for Do NOT use for',
    'GET /{title}/{tags}',
    '/~2',
    '`',
    '```',
    '<!--',
    '$ARGUMENTS',
    '!`ls`',
    '\u202e\u200b',
    '2026-02-30',
    'http://',
    'http://[',
    'https://user:password@host/',
    'Bearer abcdef0123456789',
    'One of "a", "b" or "c".',
    'One of a, a or a.',
    'true or false',
    'comma-separated values',
    'Defaults to 5.',
    'number',
    'integer',
    'array',
    'none',
    'a'.repeat(3000),
    ' ',
  );
}

/** Breaks what a rule can repair for certain. */
function anyFixable(): fc.Arbitrary<Change> {
  const fixable = fc.constantFrom<
    ((random: number) => { readonly on: 'tool' | 'skill'; readonly lay: (spec: JsonObject) => JsonObject })[]
  >(
    () =>
      parameter('lent', {
        type: 'string',
        enum: ['true', 'false'],
        default: 'false',
        description: 'Whether lent ones are listed.',
      }),
    () =>
      parameter('is_old', {
        type: 'string',
        enum: ['true', 'false'],
        description: 'Whether it is old. Defaults to true.',
      }),
    () => parameter('page_count', { type: 'string', default: '25', description: 'How many pages there are at most.' }),
    () => parameter('limit', { type: 'number', minimum: 9, maximum: 2, description: 'How many there are at most.' }),
    () => parameter('rows', { type: 'integer', minimum: 9, maximum: 2, description: 'Rows of seats. Default: 5.' }),
    () => parameter('sort_by', { type: 'string', description: 'Sort field (title|author|year)' }),
    () => parameter('sort', { type: 'string', description: 'Order: asc or desc.', default: 'asc' }),
    () => parameter('maxPages', { type: 'string', description: 'How many pages there are.' }),
    () => parameter('Guest-Name', { type: 'string', description: 'Who comes to the party.' }),
    () =>
      parameter('marks', {
        type: 'array',
        items: { type: 'string' },
        minItems: 7,
        maxItems: 1,
        description: 'Marks on\u200b it.',
      }),
    () => tool((spec) => ({ ...spec, required: Object.keys(mapOf(spec['parameters'])) })),
    () => tool((spec) => ({ ...spec, required: Object.keys(mapOf(spec['parameters'])).slice(0, 1) })),
    () =>
      tool((spec) => ({ ...spec, description: { ...mapOf(spec['description']), when: 'Use when the user is lost' } })),
    () =>
      tool((spec) => ({
        ...spec,
        description: { ...mapOf(spec['description']), does: 'Finds the way\u200b home by\u00ad night.' },
      })),
    () =>
      tool((spec) => ({
        ...spec,
        description: {
          ...mapOf(spec['description']),
          instead: [{ case: 'If the way is known', use: spec['name'] ?? '' }],
        },
      })),
    () =>
      skill((spec) => ({
        ...spec,
        description: { ...mapOf(spec['description']), when: 'Use when the user is lost.' },
      })),
    () =>
      skill((spec) => ({
        ...spec,
        description: {
          ...mapOf(spec['description']),
          not_for: [{ case: 'Do NOT use for the law' }, { case: 'Not for fun' }],
        },
      })),
    () => skill((spec) => ({ ...spec, context: 'The office\u200b is small.', steps: ['Ask\u202e for the day.'] })),
  );
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.nat(), fixable).map(
        ([at, make]): Change =>
          (project) =>
            onPart(project, at, make(at)),
      ),
    },
    { weight: 1, arbitrary: anyChange() },
  );
}

interface Overlay {
  readonly on: 'tool' | 'skill';
  readonly lay: (spec: JsonObject) => JsonObject;
}

function tool(lay: Overlay['lay']): Overlay {
  return { on: 'tool', lay };
}

function skill(lay: Overlay['lay']): Overlay {
  return { on: 'skill', lay };
}

function parameter(name: string, schema: JsonObject): Overlay {
  return tool((spec) => ({ ...spec, parameters: { ...mapOf(spec['parameters']), [name]: schema } }));
}

function mapOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function onPart({ servers, skills }: RandomProject, at: number, { on, lay }: Overlay): RandomProject {
  if (on === 'skill')
    return { servers, skills: skills.map((one, index) => (index === at % skills.length ? lay(one) : one)) };
  const count = servers.reduce((sum, { tools }) => sum + tools.length, 0);
  let index = -1;
  return {
    servers: servers.map((one) => ({
      ...one,
      tools: one.tools.map((spec) => {
        index++;
        return index === at % count ? lay(spec) : spec;
      }),
    })),
    skills,
  };
}

type Edit =
  | { readonly kind: 'delete' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'replace'; readonly value: Json }
  | { readonly kind: 'wrap'; readonly value: Json }
  | { readonly kind: 'insert'; readonly key: string; readonly value: Json }
  | { readonly kind: 'rename'; readonly key: string };

function asJson({ servers, skills }: RandomProject): Json {
  return { servers, skills } as unknown as Json;
}

function asProject(json: Json): RandomProject {
  return json as unknown as RandomProject;
}

function placesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((item: Json, at) => [at, item] as const) : Object.entries(value);
  return [path, ...steps.flatMap(([step, inner]) => placesOf(inner, [...path, step]))];
}

function edited(value: Json, [step, ...rest]: Path, edit: Edit): Json {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, at): Json[] => {
      if (at !== step) return [item];
      if (rest.length > 0) return [edited(item, rest, edit)];
      return changed('', item, edit).map(([, inner]) => inner);
    });
  }
  const entries = Object.entries(value).flatMap(([key, inner]): (readonly [string, Json])[] => {
    if (key !== step) return [[key, inner]];
    return rest.length > 0 ? [[key, edited(inner, rest, edit)]] : changed(key, inner, edit);
  });
  return Object.fromEntries(entries);
}

function changed(key: string, value: Json, edit: Edit): (readonly [string, Json])[] {
  if (edit.kind === 'delete') return [];
  if (edit.kind === 'duplicate')
    return [
      [key, value],
      [`${key}_2`, value],
    ];
  if (edit.kind === 'replace') return [[key, edit.value]];
  if (edit.kind === 'wrap') return [[key, [value, edit.value]]];
  if (edit.kind === 'rename') return [[edit.key, value]];
  return Object.keys(mapOf(value)).length > 0
    ? [[key, { ...mapOf(value), [edit.key]: edit.value }]]
    : [
        [key, value],
        [edit.key, edit.value],
      ];
}

/** A wound of the text itself: lines twice or gone, or a piece put in anywhere. */
interface Cut {
  readonly at: number;
  readonly kind: 'repeat' | 'drop' | 'insert';
  readonly text: string;
}

function anyCut(): fc.Arbitrary<Cut> {
  return fc.record({ at: fc.nat(), kind: fc.constantFrom<Cut['kind'][]>('repeat', 'drop', 'insert'), text: anyText() });
}

function cutInto(files: SourceFile[], { at, kind, text }: Cut): SourceFile[] {
  return files.map((file, index) => {
    if (index !== at % files.length) return file;
    if (kind === 'insert') {
      const place = at % (file.text.length + 1);
      return { ...file, text: `${file.text.slice(0, place)}${text}${file.text.slice(place)}` };
    }
    const lines = file.text.split('\n');
    const line = at % lines.length;
    lines.splice(line, 1, ...(kind === 'repeat' ? [lines[line] ?? '', lines[line] ?? ''] : []));
    return { ...file, text: lines.join('\n') };
  });
}
