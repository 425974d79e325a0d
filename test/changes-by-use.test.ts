/** Kinds of change that follow from what a call needs, asks or reads, each against what the runtime does. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonUris } from '../compiler/versions/compare/common-uris.ts';
import { neededBy } from '../compiler/versions/compare/needed-variables.ts';
import type { Change } from '../compiler/versions/change.ts';
import { diff } from '../compiler/versions/diff.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';
import { matchUri } from '../runtime/language/index.ts';
import * as modules from '../runtime/modules.ts';
import type { Behavior, ServerDescriptor } from '../runtime/descriptor/descriptor.ts';
import { planOf } from './support/change-examples.ts';
import { runs } from './support/runs.ts';

const between = (scope: 'server' | 'tool', before: string, after: string): readonly Change[] =>
  diff(planOf({ scope }, before), planOf({ scope }, after));

const kindsBetween = (...edit: Parameters<typeof between>): string[] =>
  between(...edit).map(({ kind, level }) => `${kind} ${level}`);

const CONFIRM = {
  absent: '',
  text: 'confirm: Go on?',
  map: 'confirm: { message: Go on? }',
  refuse: 'confirm: { message: Go on?, otherwise: refuse }',
  proceed: 'confirm: { message: Go on?, otherwise: proceed }',
} as const;
type Form = keyof typeof CONFIRM;

/** What a call of a client that cannot ask does. */
const unasked = (form: Form): string => (form === 'absent' || form === 'proceed' ? form : 'refuse');
const MOVES: Readonly<Record<string, string>> = {
  'absent refuse': 'tool/confirm-added risky',
  'absent proceed': 'tool/confirm-added risky',
  'refuse absent': 'tool/confirm-removed risky',
  'proceed absent': 'tool/confirm-removed risky',
  'refuse proceed': 'tool/confirm-loosened risky',
  'proceed refuse': 'tool/confirm-tightened risky',
};
const FORMS = Object.keys(CONFIRM) as Form[];
const TRANSITIONS = FORMS.flatMap((from) =>
  FORMS.flatMap((to) => [false, true].map((isReworded) => [from, to, isReworded] as const)),
);

test.each(TRANSITIONS)('a confirmation from %s to %s, reworded: %s', (from, to, isReworded) => {
  const after = isReworded ? CONFIRM[to].replace('Go on?', 'Delete it?') : CONFIRM[to];
  const isAsked = from !== 'absent' && to !== 'absent';
  const changes = between('tool', CONFIRM[from] || 'tags: [a]', after || 'tags: [a]').filter(({ kind }) =>
    kind.startsWith('tool/confirm'),
  );
  const move = MOVES[`${unasked(from)} ${unasked(to)}`];
  expect(changes.map(({ kind, level }) => `${kind} ${level}`).toSorted()).toEqual(
    [
      ...(move === undefined ? [] : [move]),
      ...(isAsked && isReworded ? ['tool/confirm-question safe'] : []),
    ].toSorted(),
  );
  const isRejected = changes.some(({ why }) => why.includes('clients that cannot ask are rejected'));
  expect(isRejected, 'calls are rejected only where they were not').toBe(from === 'absent' && unasked(to) === 'refuse');
});

const GUARDED = `---
kind: server
name: shop
version: 1.0.0
summary: Orders books.
transports: [http]
auth: { issuer: "https://login.shop.example", scopes: { a: A., b: B. } }`;
/** Without any the tool works without a token. */
const SCOPES = [[], ['a'], ['b'], ['a', 'b']];

test.each(SCOPES.flatMap((old) => SCOPES.map((now) => [old, now] as const)))('scopes from %j to %j', (old, now) => {
  const keys = (scopes: readonly string[]): string =>
    `server: shop
${scopes.length === 0 ? 'public: true' : `scopes: [${scopes.join(', ')}]`}
${GUARDED}`;
  const isEnough = now.every((one) => old.includes(one));
  const isSame = isEnough && old.length === now.length;
  expect(kindsBetween('tool', keys(old), keys(now))).toEqual(
    isSame ? [] : [isEnough ? 'tool/scopes-narrowed safe' : 'tool/scopes-widened breaking'],
  );
});

const PROMPT = (keys: string, text = 'About {day}.'): string =>
  `prompts: [{ name: list_loans, description: Lists loans., arguments: { day: { description: Which day.${keys} } }, messages: "${text}" }]`;
const RESOURCE = (keys: string): string => `resources: [{ uri: "books://all", tool: search_books, ${keys} }]`;

test.each([
  ['suggestions', PROMPT(', complete: [today]'), PROMPT(''), 'safe', 'the same'],
  ['an argument that is optional now', PROMPT(', required: true'), PROMPT(''), 'safe', 'the same'],
  ['a description', PROMPT(''), PROMPT('').replace('Lists loans', 'Shows loans'), 'risky', 'the same'],
  ['a text', PROMPT(''), PROMPT('', 'Of {day}.'), 'risky', 'other instructions'],
  ['the name of a resource', RESOURCE('name: all'), RESOURCE('name: books'), 'safe', 'the same'],
  [
    'the description of a resource',
    RESOURCE('name: all'),
    RESOURCE('name: all, description: All.'),
    'risky',
    'the same',
  ],
  [
    'the media type of a resource',
    RESOURCE('name: all'),
    RESOURCE('name: all, mime_type: text/csv'),
    'risky',
    'something else',
  ],
] as const)('%s: the reason is of what changed', (_case, before, after, level, why) => {
  const found = between('server', before, after).filter(({ kind }) => kind.endsWith('-changed'));
  expect(found.map((one) => [one.level, one.why])).toEqual([[level, expect.stringContaining(why)]]);
});

test('an argument that is gone cannot be made optional', () => {
  const after = PROMPT('').replace('day:', 'date:').replace('{day}', '{date}');
  const change = between('server', PROMPT(''), after).find(({ kind }) => kind === 'server/prompt-required');
  expect(change?.next).toBe('Keep the argument, or add a prompt with another name.');
});

describe('variables that calls need', () => {
  const ENV = 'env: { KEY: { description: Key., optional: true } }';
  const CONNECTION = (key: string): string =>
    `connections: { catalogue: { base_url: "https://books.example.org", headers: { X-Key: "${key}" } } }`;
  const CALLED =
    'tools: [{ name: get_book, description: { does: Reads a book., when: the user names one }, effects: read, http: { connection: catalogue, request: GET /book } }]';
  const env = (before: string, after: string): string[] =>
    kindsBetween('server', before, after).filter((kind) => kind.startsWith('server/env-'));

  test('a fallback that is gone makes a variable required, and a new variable that calls need is', () => {
    const [guarded, bare] = ['{env.KEY|none}', '{env.KEY}'].map((key) => `${ENV}\n${CONNECTION(key)}\n${CALLED}`);
    const without = `${CONNECTION('none')}\n${CALLED}`;
    expect(env(guarded ?? '', bare ?? '')).toEqual(['server/env-became-required breaking']);
    expect(env(bare ?? '', guarded ?? '')).toEqual([]);
    expect(env(without, bare ?? '')).toEqual(['server/env-added-required breaking']);
    expect(env(without, guarded ?? '')).toEqual(['server/env-added-optional safe']);
  });

  const text = fc.constantFrom('a', '{env.A}', '{env.B}', '{env.A|x}', '{env.B|}-{env.C}');
  const names = fc.subarray(['A', 'B', 'C']);
  const step = fc.record({ argv: fc.array(text, { minLength: 1, maxLength: 3 }), env: names });
  const behavior: fc.Arbitrary<object> = fc.oneof(
    fc.record({
      kind: fc.constant('http'),
      connection: fc.constantFrom('a', 'b'),
      method: fc.constant('GET'),
      path: text,
      before: fc.array(fc.record({ connection: fc.constantFrom('a', 'b'), path: text }), { maxLength: 1 }),
    }),
    fc.record({
      kind: fc.constant('command'),
      argv: fc.array(text, { minLength: 1 }),
      env: names,
      before: fc.array(step, { maxLength: 1 }),
      verify: fc.array(step, { maxLength: 1 }),
    }),
    fc.record({ kind: fc.constant('file'), folder: text, path: text }),
    fc.record({
      kind: fc.constant('mcp'),
      upstream: fc.constantFrom('a', 'b'),
      tool: fc.constant('x'),
      arguments: fc.record({ key: text }),
    }),
    fc.record({ kind: fc.constant('sql'), database: fc.constantFrom('a', 'b'), statement: fc.constant([]) }),
    fc.constant({ kind: 'handler', export: 'run' }),
  );
  const server = fc.record({
    env: fc.record(Object.fromEntries(['A', 'B', 'C'].map((name) => [name, fc.record({ optional: fc.boolean() })]))),
    connections: fc.record({
      a: fc.record({ base_url: text, headers: fc.record({ X: text }) }),
      b: fc.record({ base_url: text }),
    }),
    upstreams: fc.record({
      a: fc.record({ command: fc.array(text), env: names }),
      b: fc.record({ url: text, headers: fc.record({ X: text }) }),
    }),
    databases: fc.record({ a: fc.record({ url: text, role: text }), b: fc.record({ folder: text, path: text }) }),
    tools: fc.constant([]),
  });
  const RUNNERS = [
    modules.httpTools,
    modules.commandTools,
    modules.fileTools,
    modules.mcpTools,
    modules.sqlTools,
    modules.handlerTools,
  ];
  type Needs = (behavior: Behavior, server: ServerDescriptor) => readonly string[];
  const needs: Readonly<Record<string, { readonly needs: Needs }>> = Object.assign(
    {},
    ...RUNNERS.map(({ behaviors }) => behaviors),
  );

  test('are those without which the runtime starts no call', () => {
    fc.assert(
      fc.property(behavior, server, (one, plan) => {
        const tool = { behavior: one } as ToolPlan;
        const expected = needs[tool.behavior.kind]?.needs(tool.behavior, plan as never) ?? [];
        expect([...neededBy(tool, plan as never).always].toSorted()).toEqual([...new Set(expected)].toSorted());
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('resources that take URIs of others', () => {
  const piece = fc.constantFrom('a', 'b', '.', '{x}', '{y}', '/');
  const template = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => `s://${pieces.join('')}`);
  const uris = (): readonly string[] => {
    let texts = [''];
    const all: string[] = [];
    for (let length = 1; length <= 4; length++) {
      texts = texts.flatMap((one) => ['a', 'b', '.', '/'].map((next) => one + next));
      all.push(...texts.map((one) => `s://${one}`));
    }
    return all;
  };
  const SHORT = uris();

  test('a sample is found wherever a short URI is matched by both', () => {
    fc.assert(
      fc.property(template, template, (one, other) => {
        const isOf = (uri: string, of: string): boolean => of === uri || matchUri(of, uri) !== undefined;
        const samples = commonUris(one, other);
        for (const uri of samples) expect([isOf(uri, one), isOf(uri, other)]).toEqual([true, true]);
        const isSimple = [one, other].every(
          (text) =>
            new Set(text.match(/\{\w+\}/g)).size === (text.match(/\{\w+\}/g) ?? []).length && !/\}\{/.test(text),
        );
        const common = isSimple && SHORT.find((uri) => isOf(uri, one) && isOf(uri, other));
        if (common !== undefined && common !== false) expect(samples, `${one} ${other}: ${common}`).not.toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  const GET =
    'tools: [{ name: get_book, description: { does: Reads a book., when: the user names one }, parameters: { x: { type: string, description: X. } }, effects: read, handler: handlers.ts }]';
  const listed = (...all: readonly string[]): string =>
    `${GET}\nresources: [${all.map((uri) => `{ uri: "${uri}", name: a, tool: get_book }`).join(', ')}]`;

  test.each([
    ['a fixed one before the template', ['s://{x}'], ['s://terms', 's://{x}'], true],
    ['a fixed one behind it', ['s://{x}'], ['s://{x}', 's://terms'], false],
    ['a template with some of its URIs', ['s://{x}'], ['s://{x}.md', 's://{x}'], true],
    ['a template with other URIs', ['s://{x}'], ['s://a/{x}', 's://{x}'], false],
  ] as const)('%s', (_case, before, after, isTaken) => {
    const kinds = kindsBetween('server', listed(...before), listed(...after));
    expect(kinds.includes('server/resource-taken risky')).toBe(isTaken);
  });

  test('a file is read before any tool, wherever it is listed', () => {
    const file = '{ uri: "s://terms", name: terms, file: references/terms.md }';
    const after = `${listed('s://{x}').replace(/\]$/, `, ${file}]`)}\n# references/terms.md: Terms.`;
    expect(kindsBetween('server', listed('s://{x}'), after)).toContain('server/resource-taken risky');
  });
});
