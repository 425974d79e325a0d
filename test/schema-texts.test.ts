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

const members = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

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
  [
    'two branches exchange their texts',
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
            { const: 'km', description: 'Near.' },
            { const: 'm', description: 'Far.' },
          ],
        },
      },
    ],
    [/Far\.","Near/, /Near\.","Far/],
  ],
  [
    'two places of a list exchange their texts',
    'output',
    [
      { at: { type: 'array', prefixItems: [prices('rows'), prices('columns')] } },
      { at: { type: 'array', prefixItems: [prices('columns'), prices('rows')] } },
    ],
    [/rows.*columns/, /columns.*rows/],
  ],
  [
    'branches of two members exchange their texts',
    'input',
    [
      { order: members({ a: { anyOf: [prices('euros')] }, b: { anyOf: [prices('cents')] } }) },
      { order: members({ a: { anyOf: [prices('cents')] }, b: { anyOf: [prices('euros')] } }) },
    ],
    [/euros.*cents/, /cents.*euros/],
  ],
  [
    'both branches get the same text',
    'input',
    [
      {
        unit: {
          oneOf: [
            { const: 'km', ...prices('km') },
            { const: 'm', ...prices('m') },
          ],
        },
      },
      {
        unit: {
          oneOf: [
            { const: 'km', ...prices('m') },
            { const: 'm', ...prices('m') },
          ],
        },
      },
    ],
    [/In km\.","In m\./],
  ],
  [
    'two branches of one text are both reworded',
    'input',
    [
      {
        unit: {
          oneOf: [
            { const: 'km', ...prices('km') },
            { const: 'kms', ...prices('km') },
          ],
        },
      },
      {
        unit: {
          oneOf: [
            { const: 'km', ...prices('miles') },
            { const: 'kms', ...prices('miles') },
          ],
        },
      },
    ],
    [/In km\.","In miles\./, /In km\.","In miles\./],
  ],
  [
    'title and description become the same',
    'output',
    [{ a: { anyOf: [{ title: 'A', description: 'B' }] } }, { a: { anyOf: [{ title: 'X', description: 'X' }] } }],
    [/"A","X"/, /"B","X"/],
  ],
  [
    'a branch accepts more, with the text that it had',
    'input',
    [{ id: { anyOf: [STRING, { type: 'null' }] } }, { id: { anyOf: [{ ...STRING, minLength: 1 }, { type: 'null' }] } }],
    [],
  ],
])('%s', (_name, side, sides, expected) => {
  const [before, after] = sides;
  const texts = textsOf(side, sides);
  expect(texts).toHaveLength(expected.length);
  const times = (form: RegExp): number => expected.filter((other) => other.source === form.source).length;
  for (const form of expected) expect(texts.filter((text) => form.test(text))).toHaveLength(times(form));
  expect(textsOf(side, [after, before])).toHaveLength(expected.length);
});

test('the text of a branch in a parameter that the whole declares among its branches', () => {
  const listOf = (unit: string) => {
    const inputSchema = { type: 'object', allOf: [members({ price: { anyOf: [prices(unit), { type: 'null' }] } })] };
    return {
      name: 'books',
      version: '1.0.0',
      about: {},
      tools: [{ name: 'find_book', description: 'Finds.', inputSchema }],
    };
  };
  const [before, after] = plansOfLists(listOf('euros'), listOf('cents'), 'books');
  expect(diff(before.plan, after.plan).map(({ kind }) => kind)).toEqual(['param/description']);
});
