/** Parameters and values that change places in a released tool: what its calls send is the oracle. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { callOver, descriptorsOf } from '../compiler/edge/calls/call-over.ts';
import { allTools } from '../compiler/plan/named-tools.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { diff } from '../compiler/versions/diff.ts';
import { planOf } from './support/change-examples.ts';
import { runs } from './support/runs.ts';

const TOOL = 'search_books';
const VALUES = ['newest', 'oldest', 'largest'] as const;
type Order = readonly string[];

/** How the three values are written below `translate`, `choose` or `via`: as texts, in this order. */
const table = (texts: Order): string =>
  `{ order: { ${VALUES.map((value, at) => `${value}: ${texts[at]}`).join(', ')} } }`;
const PARAMETERS = (names: readonly string[]): string =>
  `parameters: { ${names.map((name) => `${name}: { type: string, description: Words of one kind. }`).join(', ')}, order: { type: string, enum: [${VALUES.join(', ')}], description: Order of the books. } }\nrequired: [${[...names, 'order'].join(', ')}]`;
const OWN = PARAMETERS(['a', 'b']);

type Write = (texts: Order, places: Order) => string;
const DEPRECATED = 'since: 2026-11-20, use: search_books_v2, remove_after: 2027-11-20, reason: It was too coarse.';
const ADAPTER: Write = (texts, [x, y]) =>
  `${OWN}
deprecated: { ${DEPRECATED}, via: { x: "{${x}}", y: "{${y}}" }, translate: ${table(texts)} }
---
kind: tool
name: search_books_v2
server: library
description: { does: Searches the shelves by words and author., when: the user looks for a book }
effects: read
${PARAMETERS(['x', 'y']).replace(VALUES.join(', '), 'one, two, three')}
command: { argv: [books, find, "{x}", "{y}", "{order}"] }`;

const WAYS: Readonly<Record<string, Write>> = {
  command: (texts, [x, y]) =>
    `${OWN}\ncommand: { argv: [books, "{${x}}", --by, "{${y}}", "{order}"], translate: ${table(texts)} }`,
  check: (texts, [x, y]) =>
    `${OWN}\ncommand: { argv: [books, list], before: [{ argv: [books, "{${x}}", "{${y}}", "{order}"], translate: ${table(texts)} }] }`,
  request: (texts, [x, y]) =>
    `${OWN}\nhttp: { connection: catalogue, request: GET /books, query: { q: "{${x}}", by: "{${y}}", sort: "{order}" }, translate: ${table(texts)} }`,
  adapter: ADAPTER,
};

const CALLS = VALUES.map((order) => ({ a: 'words', b: 'author', order }));

/** The requests and programs of all calls. */
async function sentBy(plan: Plan): Promise<string[]> {
  const called = allTools(plan).find(({ tool }) => tool.name === TOOL) ?? expect.fail(TOOL);
  const all: string[] = [];
  for (const args of CALLS) {
    const sent: unknown[] = [];
    const wire = {
      waits: false,
      fetch: (input: string | URL | Request) => {
        sent.push(input instanceof Request ? input.url : String(input));
        return Promise.resolve(Response.json({}));
      },
      runProgram: (program: { readonly argv: readonly string[] }) => {
        sent.push(program.argv);
        const [stdout, stderr] = [Buffer.from('{}'), Buffer.from('')];
        return Promise.resolve({ kind: 'ended' as const, exit: '0', stdout, stderr });
      },
      upstreams: <T>(one: T) => one,
      databases: <T>(one: T) => one,
    };
    await callOver(wire, { ...descriptorsOf(called), args, variables: {} });
    all.push(JSON.stringify(sent));
  }
  return all;
}

const orders = fc.shuffledSubarray(['one', 'two', 'three'], { minLength: 3 });
const places = fc.constantFrom<Order>(['a', 'b'], ['b', 'a']);

test.each(Object.keys(WAYS))(
  'a %s that sends for a call what it sent for another one breaks callers, and any other does not',
  async (way) => {
    const write = WAYS[way] ?? ADAPTER;
    await fc.assert(
      fc.asyncProperty(orders, places, orders, places, async (texts, from, other, to) => {
        const [before, after] = [
          planOf({ scope: 'tool' }, write(texts, from)),
          planOf({ scope: 'tool' }, write(other, to)),
        ];
        const [was, is] = [await sentBy(before), await sentBy(after)];
        expect(
          was.every((one) => one.includes('words')),
          was.join(),
        ).toBe(true);
        const breaking = diff(before, after).filter(({ level, axis }) => level === 'breaking' && axis === 'wire');
        const isSame = JSON.stringify(was) === JSON.stringify(is);
        expect(breaking.length > 0, JSON.stringify([was, is])).toBe(!isSame);
      }),
      { numRuns: runs(400, 6) },
    );
  },
);

const levels = (before: string, after: string): string[] => {
  const changes = diff(planOf({ scope: 'tool' }, before), planOf({ scope: 'tool' }, after));
  return changes
    .filter(({ axis, kind }) => axis === 'wire' && kind !== 'tool/deprecated')
    .map(({ kind, level }) => `${kind} ${level}`);
};
const TEXTS = ['one', 'two', 'three'];
const CHOICE = (texts: Order, more = ''): string =>
  `${OWN}\nsql: { database: shop, statement: "select id from books where words = {a} and author = {b} order by {order}${more}", choose: ${table(texts)} }`;

test('texts of a statement that change places break callers, and other texts may', () => {
  expect(levels(CHOICE(TEXTS), CHOICE(['two', 'one', 'three']))).toEqual(['tool/statement breaking']);
  expect(levels(CHOICE(TEXTS), CHOICE(['four', 'two', 'three']))).toEqual(['tool/statement risky']);
});

test('where more of the call changed, the author is asked', () => {
  expect(levels(CHOICE(TEXTS), CHOICE(['two', 'one', 'three'], ', id'))).toEqual(['tool/statement unknown']);
  expect(levels(CHOICE(TEXTS), CHOICE(TEXTS, ', id'))).toEqual(['tool/statement risky']);
});

test('a released tool that becomes an adapter with the parameters of another call breaks callers', () => {
  const [, successor = ''] = ADAPTER(TEXTS, ['a', 'b']).split(/^---\n/m);
  const work = WAYS['command']?.(TEXTS, ['a', 'b']).replace('"{a}", --by', 'find, "{a}"') ?? '';
  const released = `${work}\n---\n${successor}`;
  expect(levels(released, ADAPTER(TEXTS, ['a', 'b']))).toEqual(['tool/adapted safe']);
  expect(levels(released, ADAPTER(TEXTS, ['b', 'a']))).toEqual(['tool/adapted breaking']);
});
