/** Prompts and resources that a server lists and could never serve as written, and arguments that a prompt loses. */
import { expect, test } from 'vitest';
import { takesAll } from '../compiler/check/analysis/resource-calls.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { diff } from '../compiler/versions/diff.ts';
import { EXAMPLE_SETTINGS, exampleFindings, layOver } from './support/example.ts';

function found(example: string): string[] {
  const offers = exampleFindings(layOver('server', example).source).filter(({ code }) =>
    /^server\/(?:offer-content|resource-tool|prompt-arguments)$/.test(code),
  );
  return offers.map(({ severity, message }) => `${severity}: ${message}`);
}

const HOURS = 'name: hours, file: references/hours.md';
const BY_TOOL = 'name: hours, tool: get_book';
const PARAMETERS = 'shelf: { type: string, description: Shelf. }, room: { type: string, description: Room. }';

function book(resources: string, keys = ''): string {
  return `tools:
  - { name: get_book, description: { does: Reads a book., when: the user names one }, parameters: { ${PARAMETERS} }, ${keys} effects: read, handler: handlers.ts }
resources: [${resources}]`;
}

const SPELLED = (later: string, first: string): string =>
  `error: Resource "${later}" has the URI of "${first}", with other characters escaped.`;

test.each([
  ['%2F', 'x://a%2Fb', HOURS, 'x://a/b', HOURS, [SPELLED('x://a/b', 'x://a%2Fb')]],
  ['%41', 'x://A', HOURS, 'x://%41', HOURS, [SPELLED('x://%41', 'x://A')]],
  ['a file before a tool', 'x://a/b', HOURS, 'x://a%2Fb', BY_TOOL, [SPELLED('x://a%2Fb', 'x://a/b')]],
  ['two of tools, which are two places', 'x://a/b', BY_TOOL, 'x://a%2Fb', BY_TOOL, []],
  ['the very same', 'x://a', HOURS, 'x://a', HOURS, ['error: Duplicate resource "x://a".']],
  ['what cannot be decoded', 'x://100%', HOURS, 'x://100%25', HOURS, [SPELLED('x://100%25', 'x://100%')]],
  ['what cannot be decoded, and another', 'x://100%', HOURS, 'x://100%2525', HOURS, []],
  ['braces of a template', 'x://{shelf}', BY_TOOL, 'x://%7Bshelf%7D', HOURS, []],
])('URIs of two resources: %s', (_case, first, firstKeys, later, laterKeys, expected) => {
  expect(found(book(`{ uri: "${first}", ${firstKeys} }, { uri: "${later}", ${laterKeys} }`))).toEqual(expected);
});

test.each([
  ['[day]', []],
  ['[{ day: Which day? }, room]', []],
  ['[focus]', ['`ask` is for required arguments, and "focus" is optional.']],
  ['[days]', ['Unknown argument "days".']],
  ['[toString]', ['Unknown argument "toString".']],
  ['[day, { day: Which day?, room: Which room? }]', ['`ask` names argument "day" twice.']],
])('`ask: %s` of a prompt', (ask, expected) => {
  const args =
    'day: { description: Which., required: true }, room: { description: Where., required: true }, focus: { description: What. }';
  const prompt = `name: plan_day, description: Plans a day., arguments: { ${args} }, messages: "{day} {room} {focus}"`;
  expect(found(`prompts: [{ ${prompt}, ask: ${ask} }]`)).toEqual(expected.map((one) => `error: ${one}`));
});

test('`ask` of a prompt that is a skill is not used', () => {
  expect(found('prompts: [{ skill: find-a-book, ask: [request] }]')).toEqual([
    'error: `ask` is not used with `skill`.',
  ]);
});

const PAGES =
  'type: array, items: { type: object, properties: { text: { type: string } }, additionalProperties: false }';
const RETURNS = (open: string): string =>
  `returns: { type: object, properties: { pages: { ${PAGES} }, map: { type: object } }${open} },`;
const CLOSED = RETURNS(', additionalProperties: false');
const NOTHING = (pointer: string, name: string): string =>
  `error: Pointer "${pointer}" finds nothing: \`returns\` of tool "get_book" allows no "${name}" there.`;

test.each([
  ['/pages/0/text', CLOSED, []],
  ['/pages/-1/text', CLOSED, []],
  ['/map/anything', CLOSED, []],
  ['/title', RETURNS(''), []],
  ['/title', '', []],
  ['/title', CLOSED, [NOTHING('/title', 'title')]],
  ['/constructor', CLOSED, [NOTHING('/constructor', 'constructor')]],
  ['/pages/0/title', RETURNS(''), [NOTHING('/pages/0/title', 'title')]],
])('pointer %s into `%s`', (pointer, keys, expected) => {
  expect(found(book(`{ uri: "x://{shelf}", ${BY_TOOL}, pointer: ${pointer} }`, keys))).toEqual(expected);
});

test.each([
  ['x://{shelf}', []],
  ['x://{room}/{shelf}', []],
  ['x://all', ['error: Tool "get_book" requires one of "shelf", "room".']],
])('a group of `at_least_one` and the URI %s', (uri, expected) => {
  expect(found(book(`{ uri: "${uri}", ${BY_TOOL} }`, 'at_least_one: [[shelf, room]],'))).toEqual(expected);
});

test.each([
  ['string', '[low, high]', '[low]', []],
  ['string', '[low, high]', '[lower]', ['lower']],
  ['integer', '[1, 2]', '["2", "2.0"]', []],
  ['integer', '[1, 2]', '["1", "3", two]', ['3', 'two']],
])('suggestions for a %s of %s: %s', (type, choices, values, unknown) => {
  const example = book(`{ uri: "x://{shelf}", ${BY_TOOL}, complete: { shelf: ${values} } }`);
  const limited = example.replace('shelf: { type: string,', `shelf: { type: ${type}, enum: ${choices},`);
  expect(found(limited)).toEqual(
    unknown.map((one) => `error: Value "${one}" is not in the \`enum\` of parameter "shelf" of tool "get_book".`),
  );
});

test.each([
  ['x://{shelf}', 'x://{room}', true],
  ['x://{shelf}', 'x://all', true],
  ['x://{shelf}', 'x://{room}.json', true],
  ['x://{shelf}.{room}', 'x://{shelf}.{room}.json', true],
  ['x://{shelf}/{room}', 'x://{room}/{shelf}', true],
  ['x://{shelf}.json', 'x://{room}', false],
  ['x://n{shelf}', 'x://{room}', false],
  ['x://{shelf}', 'x://{shelf}/{room}', false],
  ['x://{shelf}', 'y://{room}', false],
  // Where a value has "bc-" itself, that of the template ends there.
  ['x://{shelf}bc-{room}', 'x://{shelf}=bc-{room}', false],
  ['x://{shelf}/{room}', 'x://{shelf}/{shelf}', true],
  ['x://all', 'x://all', false],
])('%s has all URIs of %s: %j', (template, uri, expected) => {
  expect(takesAll(template, uri)).toBe(expected);
});

test('a resource that an earlier one of a tool hides is a suspicion, with what to do', () => {
  const hidden = 'warning: Resource "x://{room}" is never read: "x://{shelf}" is before it and has all its URIs.';
  const [first, later] = [`{ uri: "x://{shelf}", ${BY_TOOL} }`, `{ uri: "x://{room}", ${BY_TOOL} }`];
  expect(found(book(`${first}, ${later}`))).toEqual([hidden]);
  const file = `{ uri: "x://all", ${HOURS} }`;
  expect(found(book(`${first}, ${file}`)), 'files are found before tools').toEqual([]);
  const { source } = layOver('server', book(`{ uri: "x://{room}.json", ${BY_TOOL} }, ${first}`));
  expect(exampleFindings(source).filter(({ code }) => code === 'server/resource-tool')).toEqual([]);
  const alike = exampleFindings(layOver('server', book(`${first}, ${later}`)).source);
  expect(alike.find(({ code }) => code === 'server/resource-tool')?.hint).toBe('Change one of the URIs.');
});

const ADDED_REMOVED = ['server/resource-added', 'server/resource-removed'];

const PROMPTS = {
  skill: 'skill: find-a-book',
  bare: 'messages: Find a book.',
  asking: 'arguments: { request: { description: What. } }, messages: "Find {request}."',
  both: 'arguments: { request: { description: What., required: true }, day: { description: When. } }, messages: "{request} {day}"',
};

function planWith(prompt: keyof typeof PROMPTS): Plan {
  const example = `prompts: [{ name: find_book, description: Finds one., ${PROMPTS[prompt]} }]`;
  const { value } = planSpecs([layOver('server', example).source], { settings: EXAMPLE_SETTINGS });
  return value?.plan ?? expect.fail(`The prompt does not compile: ${PROMPTS[prompt]}`);
}

test.each([
  ['skill', 'bare', ['request: "request" → nothing']],
  ['bare', 'skill', []],
  ['skill', 'asking', []],
  ['asking', 'skill', []],
  ['skill', 'both', ['request: nothing → "required"']],
  ['both', 'skill', ['day: "day" → nothing']],
] as const)('a prompt %s that becomes one %s: a skill has the argument `request` alone', (before, after, expected) => {
  const changes = diff(planWith(before), planWith(after)).filter(({ kind }) => kind === 'server/prompt-required');
  expect(changes.map(({ level }) => level)).toEqual(expected.map(() => 'breaking'));
  const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
  expect(changes.map((one) => `${one.target.path.at(-1)}: ${shown(one.before)} → ${shown(one.after)}`)).toEqual(
    expected,
  );
});

test.each([
  ['another name of the variable', ['x://{shelf}'], ['x://{room}'], ['server/resource-variables']],
  ['two variables that change places', ['x://{shelf}/{room}'], ['x://{room}/{shelf}'], ['server/resource-variables']],
  ['a variable that is twice in it', ['x://{shelf}/{shelf}'], ['x://{room}/{shelf}'], ADDED_REMOVED],
  ['another URI', ['x://{shelf}'], ['y://{shelf}'], ADDED_REMOVED],
  [
    'a template before it',
    ['x://n{room}'],
    ['x://{shelf}', 'x://n{room}'],
    ['server/resource-added', 'server/resource-taken'],
  ],
  ['a template behind it', ['x://n{room}'], ['x://n{room}', 'x://{shelf}'], ['server/resource-added']],
])('changes of resources: %s', (_case, before, after, expected) => {
  const [old, now] = [before, after].map((uris) => {
    const example = book(uris.map((uri) => `{ uri: "${uri}", ${BY_TOOL} }`).join(', '));
    const { value } = planSpecs([layOver('server', example).source], { settings: EXAMPLE_SETTINGS });
    return value?.plan ?? expect.fail(example);
  });
  if (!old || !now) return;
  expect(
    diff(old, now)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(expected);
});
