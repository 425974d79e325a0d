/** The arguments of `haft call`, and the tool that it names. */
import { array, assert, bigInt, constantFrom, integer, jsonValue, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { inexactArgument } from '../runtime/server/call-failures.ts';
import { readMessage } from '../runtime/protocol/message.ts';
import { runs } from './support/runs.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { namedTool } from '../compiler/edge/command-line/named-tool.ts';
import { argumentsOfCall, readCallArguments } from '../compiler/cli/commands/call.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';

const SPEC = `kind: server
name: shop
version: 1.0.0
summary: Sells books.
tools:
  - name: order_book
    description: { does: Orders a book., when: the user wants a book }
    effects: write
    command: { argv: [shop] }
    parameters:
      title: { type: string, description: Title. }
      count: { type: integer, default: 1, description: How many. }
      gift: { type: boolean, default: false, description: Whether it is a gift. }
      words: { type: array, items: { type: string }, default: [], description: Words. }
      years: { type: array, items: { type: integer }, default: [], description: Years. }
      due: { type: [string, "null"], description: Day; null removes it. }
      tags: { type: [array, "null"], items: { type: string }, description: Tags; null removes them. }
      weight: { type: [number, "null"], minimum: 0, maximum: 9, description: Kilograms; null removes them. }
      place: { type: object, properties: { town: { type: string } }, default: {}, description: Place. }
`;

const plan = planSpecs([{ path: 'specs/a.yaml', text: SPEC }], { onlyNew: () => [] }).value?.plan;

function tool(name = 'order_book'): ToolPlan {
  return namedTool(plan ?? { planVersion: 1, servers: [], skills: [] }, name).tool;
}

test.each<[string[], object]>([
  [[], {}],
  [['title=5'], { title: '5' }],
  [['title=a=b "c"\n-x'], { title: 'a=b "c"\n-x' }],
  [['title='], { title: '' }],
  [['count=5'], { count: 5 }],
  [['count=five'], { count: 'five' }],
  [['count="5"'], { count: '"5"' }],
  [['gift=true'], { gift: true }],
  [['words=a,b'], { words: ['a,b'] }],
  [['words=5', 'words=-x'], { words: ['5', '-x'] }],
  [['words=["a","b"]', 'words=c'], { words: ['a', 'b', 'c'] }],
  [['years=1999', 'years=2001'], { years: [1999, 2001] }],
  [['place={"town":"Bern"}'], { place: { town: 'Bern' } }],
  [['place=Bern'], { place: 'Bern' }],
  [['due=null'], { due: null }],
  [['due=2026-01-31'], { due: '2026-01-31' }],
  [['tags=null'], { tags: null }],
  [['tags=a', 'tags=b'], { tags: ['a', 'b'] }],
  [['weight=1.5'], { weight: 1.5 }],
  [['weight=null'], { weight: null }],
  [['title=null'], { title: 'null' }],
  [['nope=1'], { nope: '1' }],
  [['constructor=1'], { constructor: '1' }],
])('%j are %j', (pairs, expected) => {
  expect(readCallArguments(tool(), undefined, pairs)).toEqual({ value: expected });
});

test.each<[string | undefined, string[], RegExp]>([
  ['{title}', [], /not valid JSON/],
  ['{}', ['title=x'], /given twice/],
  [undefined, ['title'], /not a pair/],
  [undefined, ['=x'], /not a pair/],
  [undefined, ['title=a', 'title=b'], /"title" is given twice/],
])('%j and %j are rejected', (json, pairs, words) => {
  expect(() => readCallArguments(tool(), json, pairs)).toThrow(words);
});

const BIG = '9007199254740993';

test.each([
  [undefined, [`count=${BIG}`]],
  [undefined, [`years=${BIG}`]],
  [undefined, ['words=["a",12345678901234567890]']],
  [undefined, [`place={"town":${BIG}}`]],
  [`{"title":${BIG}}`, []],
])('%s %j: a number that the server rejects is its failure', (json, pairs) => {
  const number = /\d{16,}/.exec(json ?? pairs.join())?.[0] ?? '';
  expect(argumentsOfCall(tool(), json, pairs)).toEqual(inexactArgument(number));
});

test('a number of many digits is a text where a text is declared, as on the command line of a server', () => {
  expect(argumentsOfCall(tool(), undefined, [`title=${BIG}`, `words=${BIG}`])).toEqual({ title: BIG, words: [BIG] });
});

test('arguments in JSON are what a server reads of a request', () => {
  const number = oneof(bigInt(), integer(), constantFrom('1e400', '9007199254740992', '0.1234567890123456789'));
  const member = tuple(
    string(),
    oneof(
      number.map(String),
      jsonValue().map((one) => JSON.stringify(one)),
    ),
  );
  assert(
    property(array(member, { maxLength: 3 }), (members) => {
      const json = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
      const request = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":${json}}}`;
      const message = readMessage(request);
      if (message.kind !== 'request') throw new Error('no request');
      const { inexact, params } = message;
      const expected = inexact === undefined ? params['arguments'] : inexactArgument(inexact);
      expect(argumentsOfCall(tool(), json, [])).toEqual(expected);
    }),
    { numRuns: runs(2000) },
  );
});

test('a tool is found by its name, and as server/tool', () => {
  expect(tool('shop/order_book')).toBe(tool());
  expect(() => tool('shop/order_books')).toThrow('Unknown tool "shop/order_books".');
  expect(() => tool('till/order_book')).toThrow('Unknown tool "till/order_book".');
});
