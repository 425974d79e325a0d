/** Tools that have the form of the language and say odd things, so that rules get to read them. */
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { anyJson, anyText } from './arbitraries.ts';
import { mapOf, onPart, tool } from './spec-overlay.ts';
import type { Change } from './spec-overlay.ts';

/** Sound in its shape and odd in what it says, so that rules get to read it: one parameter, and everything that speaks of it. */
export function anyOddTool(): fc.Arbitrary<Change> {
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

export function anyHostile(): fc.Arbitrary<string> {
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
