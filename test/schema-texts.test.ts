/** Texts anywhere in a schema are compared where they stand: in branches that come and go, in members that are renamed, in several places. */
import { expect, test } from 'vitest';
import type { JsonObject } from '@haft/runtime/language';
import { plansOfLists } from '../compiler/features/import/mcp/list-plan.ts';
import { diff } from '../compiler/versions/diff.ts';

const STRING = { type: 'string', description: 'An ISBN.' };
const prices = (unit: string): JsonObject => ({ type: 'number', description: `In ${unit}.` });

function listWith(input: JsonObject, output: JsonObject = {}) {
  const schema = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
  const schemas = { inputSchema: schema(input), outputSchema: schema(output) };
  return {
    name: 'books',
    version: '1.0.0',
    about: {},
    tools: [{ name: 'find_book', description: 'Finds.', ...schemas }],
  };
}

type Sides = readonly [before: JsonObject, after: JsonObject];

function textsOf(side: 'input' | 'output', sides: Sides): string[] {
  const [before, after] = sides;
  const listOf = (one: JsonObject) => (side === 'input' ? listWith(one) : listWith({}, one));
  const [first, second] = plansOfLists(listOf(before), listOf(after), 'books');
  const texts = diff(first.plan, second.plan).filter(({ kind }) =>
    /^(?:param|result)\/(?:description|title)$/.test(kind),
  );
  return texts.map(({ subject, ...change }) => `${subject}: ${JSON.stringify([change.before, change.after])}`);
}

test.each<[string, 'input' | 'output', Sides, readonly RegExp[]]>([
  [
    'a branch with a text is added',
    'input',
    [{ id: { anyOf: [STRING] } }, { id: { anyOf: [STRING, { type: 'integer', description: 'A number.' }] } }],
    [/"id".*A number\./],
  ],
  [
    'a branch that is a text alone goes',
    'output',
    [
      { price: { allOf: [{ type: 'string' }, { description: 'In euros.' }] } },
      { price: { allOf: [{ type: 'string' }] } },
    ],
    [/"price".*In euros\./],
  ],
  [
    'several members are reworded',
    'output',
    [
      { a: prices('kilometers'), b: prices('kilometers') },
      { a: prices('miles'), b: prices('miles') },
    ],
    [/"a".*kilometers.*miles/, /"b".*kilometers.*miles/],
  ],
  [
    'the text of a renamed member changes',
    'input',
    [
      {
        order: {
          type: 'object',
          properties: { amount: prices('all for the whole order of books, with tax, and euros'), note: STRING },
          required: ['amount'],
        },
      },
      {
        order: {
          type: 'object',
          properties: { total: prices('all for the whole order of books, with tax, and cents'), note: STRING },
          required: ['total'],
        },
      },
    ],
    [/euros.*cents/],
  ],
  [
    'two branches change places',
    'input',
    [
      {
        unit: {
          oneOf: [
            { const: 'km', description: 'Far.' },
            { const: 'm', description: 'Near.' },
          ],
        },
      },
      {
        unit: {
          oneOf: [
            { const: 'm', description: 'Near.' },
            { const: 'km', description: 'Far.' },
          ],
        },
      },
    ],
    [],
  ],
])('%s', (_name, side, sides, expected) => {
  const [before, after] = sides;
  const texts = textsOf(side, sides);
  expect(texts).toHaveLength(expected.length);
  for (const form of expected) expect(texts.filter((text) => form.test(text))).toHaveLength(1);
  expect(textsOf(side, [after, before])).toHaveLength(expected.length);
});
