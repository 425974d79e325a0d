/** The words of a program's command line: arguments → flags → arguments, for any schema, and no flag with two owners unseen. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareParameter, readArguments, readProgramLine } from '../runtime/command-line/grammar.ts';
import { type FlagValue, flagTable, flagValue, foldName } from '../runtime/language/flags.ts';
import type { Json, JsonObject } from '../runtime/language/json.ts';
import type { Schema } from '../runtime/language/schema.ts';
import { runs } from './support/runs.ts';
import { anyUnicode } from './support/random-text.ts';

const NAME = fc.constantFrom(
  'query',
  'item_key',
  'open',
  'no_open',
  'x',
  'x-y',
  'x_y',
  'help',
  'json',
  '__proto__',
  'straße',
  'a.b',
  'a',
);

const TEXT = fc.oneof(
  anyUnicode(),
  fc.constantFrom(
    '@file',
    '\\@',
    '-',
    '--',
    '-5',
    '--query',
    'null',
    'true',
    '[1]',
    '["a"]',
    '{}',
    '12',
    '',
    ' ',
    '1e999',
    '@-',
  ),
);

const SCALAR: fc.Arbitrary<Schema> = fc.constantFrom<Schema>(
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: ['integer', 'null'] },
  { type: ['string', 'null'] },
  { type: 'string', enum: ['a', 'null', '1'] },
  { enum: [1, '1', null, true] },
  { $ref: '#/$defs/text' },
  { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  {},
);

const SCHEMA: fc.Arbitrary<Schema> = fc.oneof(
  SCALAR,
  SCALAR.map((items): Schema => ({ type: 'array', items })),
  fc.constant<Schema>({ type: 'array', items: { type: 'array', items: { type: 'string' } } }),
  fc.constant<Schema>({ type: 'object', additionalProperties: { type: 'string' } }),
  fc
    .dictionary(NAME, SCALAR, { maxKeys: 3, noNullPrototype: true })
    .map((properties): Schema => ({ type: 'object', properties, additionalProperties: false })),
);

const INPUT = fc
  .dictionary(NAME, SCHEMA, { maxKeys: 4, noNullPrototype: true })
  .map((properties): Schema => ({ type: 'object', properties, $defs: { text: { type: 'string' } } }));

/** Integers of more digits than a double has are refused, as over MCP. */
function exact<T>(value: T): T | number {
  return typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? Object.is(value, -0)
      ? 0
      : value
    : (value % 1000) + 0;
}

/** A value that the schema allows. */
function valueFor({ form, choices, items, schema, free, isNullable }: FlagValue, root: Schema): fc.Arbitrary<Json> {
  if (choices) return fc.constantFrom(...choices);
  const some = {
    string: TEXT,
    integer: fc.maxSafeInteger(),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }).map(exact),
    boolean: fc.boolean(),
    array: items ? fc.array(valueFor(items, root), { maxLength: 3 }) : fc.constant([]),
    object: free
      ? fc.dictionary(fc.oneof(NAME, TEXT), valueFor(free, root), { maxKeys: 3, noNullPrototype: true })
      : fc.record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, inner]) => [
              name,
              valueFor(flagValue(inner, root), root),
            ]),
          ),
          { requiredKeys: [], noNullPrototype: true },
        ),
    json: fc
      .jsonValue({ maxDepth: 2 })
      .map((json): Json => JSON.parse(JSON.stringify(json), (_key, one) => exact(one)) as Json),
  };
  const own = some[form] as fc.Arbitrary<Json>;
  return isNullable ? fc.oneof(own, fc.constant(null)) : own;
}

/** One of the ways to write arguments; undefined if only JSON for all of them can say a value. */
function wordsFor(args: JsonObject, input: Schema, style: number): string[] | undefined {
  const { flags } = flagTable(input);
  const words: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    const spelling = style % 2 === 0 ? foldName(name) : name;
    const flag = flags.get(foldName(name));
    if (flag?.path[0] !== name || flag.path.length > 1 || /[=]/.test(name)) return undefined;
    const own = written(value, flag.value, style);
    if (own === undefined || (spelling === 'help' && own.length === 0)) return undefined;
    if (flag.value.form === 'boolean')
      words.push(
        value === null
          ? `--${spelling}=null`
          : value === true
            ? `--${spelling}`
            : style % 3 === 0
              ? `--${spelling}=false`
              : `--no-${spelling}`,
      );
    else for (const text of own) words.push(...(style % 5 === 0 ? [`--${spelling}=${text}`] : [`--${spelling}`, text]));
  }
  return words;
}

function written(value: Json, { form, choices, items, takesText }: FlagValue, style: number): string[] | undefined {
  if (typeof value === 'string') {
    const isOther = choices ? false : form === 'json' && isJson(value);
    if (isOther || (choices === undefined && !takesText)) return [JSON.stringify(value)];
    return [/^\\*@/.test(value) ? `\\${value}` : value];
  }
  if (form === 'string' || (choices?.includes(JSON.stringify(value)) ?? false)) return undefined;
  if (
    Array.isArray(value) &&
    items &&
    style % 2 === 1 &&
    value.length > 0 &&
    items.form !== 'array' &&
    items.form !== 'json'
  ) {
    const each = value.map((one: Json) => written(one, items, style)?.[0]);
    if (each.every((one) => one !== undefined && !one.trim().startsWith('[') && one !== 'null'))
      return each as string[];
  }
  return [JSON.stringify(value)];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const CASE = INPUT.chain((input) => {
  const args = fc.record(
    Object.fromEntries(
      Object.entries(input.properties ?? {}).map(([name, schema]) => [name, valueFor(flagValue(schema, input), input)]),
    ),
    { requiredKeys: [], noNullPrototype: true },
  );
  return fc.tuple(fc.constant(input), args, fc.nat(29));
});

const NOTHING = (): string => {
  throw new Error('no file is read');
};

function parsed(input: Schema, words: readonly string[], args?: string): unknown {
  const table = flagTable(input);
  const command = { name: 'tool', table, bare: bareParameter(table, input.required ?? []) };
  return readArguments(command, words, args === undefined ? {} : { args }, NOTHING);
}

test('arguments written as flags are read as the same arguments', () => {
  let tried = 0;
  fc.assert(
    fc.property(CASE, ([input, args, style]) => {
      const words = flagTable(input).collisions.length > 0 ? undefined : wordsFor(args as JsonObject, input, style);
      fc.pre(words !== undefined);
      tried += 1;
      expect(parsed(input, words ?? [])).toEqual(args);
    }),
    { numRuns: runs(20_000, 300) },
  );
  expect(tried).toBeGreaterThan(100);
});

test('arguments in --args are the same, and later flags win', () => {
  fc.assert(
    fc.property(CASE, ([input, args]) => {
      expect(parsed(input, [], JSON.stringify(args).replace(/^@/, '\\@'))).toEqual(args);
    }),
    { numRuns: runs(5000, 100) },
  );
  const input: Schema = {
    type: 'object',
    properties: { a: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
  };
  expect(parsed(input, ['--a', '2', '--tags', 'x', '--tags', 'y'], '{"a":1,"tags":["old"]}')).toEqual({
    a: 2,
    tags: ['x', 'y'],
  });
});

test('two parameters that one flag could mean are always listed as a collision', () => {
  fc.assert(
    fc.property(INPUT, (input) => {
      const { flags, collisions } = flagTable(input);
      const names = Object.keys(input.properties ?? {});
      const shared = names.some((name, at) =>
        names.some((other, later) => later > at && foldName(other) === foldName(name)),
      );
      if (shared) expect(collisions.length).toBeGreaterThan(0);
      if (collisions.length > 0) return;
      for (const name of names) expect(flags.get(foldName(name))?.path).toEqual([name]);
    }),
    { numRuns: runs(20_000, 300) },
  );
});

test('whatever the words are, they are a line or an error with a next step', () => {
  const word = fc.oneof(TEXT, fc.constantFrom('--json', '--args', '--out', '--dry-run', '-h', '--out=', '--jsn'));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), INPUT, (words, input) => {
      try {
        const line = readProgramLine(words);
        parsed(input, line.rest, line.options.args);
      } catch (thrown) {
        const { message, cause } = thrown as Error;
        if (message === 'no file is read') return;
        expect(message).toMatch(/^\S[^]*\.$/);
        expect(cause).toMatch(/^\S[^]*[.?@]$/);
      }
    }),
    { numRuns: runs(20_000, 300) },
  );
});

test('of all words of a line none is lost: two for the one parameter that needs no flag are too many, wherever they stand', () => {
  const input: Schema = {
    type: 'object',
    properties: { title: { type: 'string' }, reason: { type: 'string' }, is_open: { type: 'boolean' } },
    required: ['title'],
  };
  const part = fc.oneof(
    TEXT.filter((word) => !word.startsWith('-') && !/^@|^\\/.test(word)).map((word) => [word]),
    fc.constantFrom(['--reason', 'r'], ['--reason=r'], ['--is-open'], ['--is-open=true']),
  );
  const line = fc.array(part, { maxLength: 6 });
  fc.assert(
    fc.property(line, (parts) => {
      const bare = parts.flatMap(([word = '', ...more]) => (word.startsWith('-') || more.length > 0 ? [] : [word]));
      const isOdd = parts.some(
        ([word], at) => /^(?:true|false)$/.test(word ?? '') && parts[at - 1]?.[0] === '--is-open',
      );
      fc.pre(!isOdd);
      if (bare.length > 1)
        expect(() => parsed(input, parts.flat())).toThrow(/takes one word without a flag, for title/);
      else
        expect(parsed(input, parts.flat())).toEqual(
          expect.objectContaining(bare.length === 0 ? {} : { title: bare[0] }),
        );
    }),
    { numRuns: runs(5000, 100) },
  );
});

test.each([
  [['-k', 'x'], /has no flag -k: every flag starts with two dashes/],
  [['-k'], /has no flag -k/],
])('%j is no value: a short flag is refused', (words, says) => {
  const input: Schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
  expect(() => parsed(input, words)).toThrow(says);
  expect(parsed(input, ['-5'])).toEqual({ title: '-5' });
  expect(parsed(input, ['--title=-k'])).toEqual({ title: '-k' });
});
