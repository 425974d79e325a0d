/** What bump makes of specs in every style: the released version is back word for word, and its lines are the author's. */
import { toolsNamed } from '../compiler/plan/named-tools.ts';
import { describe, expect, test } from 'vitest';
import { bump, toolInPlaceOf } from '../compiler/versions/bump/bump.ts';
import { restore } from '../compiler/versions/bump/released-text.ts';
import { toolWords } from '../compiler/versions/compare/tool-words.ts';
import { DATES, applied, bumped, compiled, contractOf, toolOf, idsIn } from './support/bumped.ts';
import { TEXT, TOOL } from './support/released.ts';
import { COMMAND, serverSpec, toolItem } from './support/specs.ts';

const lines = (text: string): number => text.trimEnd().split('\n').length;

const HTTP = `http:
      connection: api
      request: GET /rows
      query:
        q: "{query}"   # as the service calls it
        in: "{place}"
      result: { text: /text }`;
const SEARCH = toolItem(
  'search_rows',
  `parameters:
      # what the user said
      query: { type: string, maxLength: 80, description: 'Words to look for, such as rain.' }
      place:
        type: string
        enum: [town, country]
        default: town
        description: >-
          Where to look,
          as the user says it.
    required: [query]
    ${HTTP}`,
  'get_time',
);
const API = serverSpec('rows', 'Finds rows.', [SEARCH, toolItem('list_trains', COMMAND)]).replace(
  'tools:',
  `connections:
  api:
    base_url: https://api.example.com
    on_unreachable: { error: The rows cannot be reached., retry_hint: Tell the user to connect to the network. }
    errors: { 404: { error: The rows were not found., retry_hint: Ask the user for other words. } }
tools:`,
);

describe('bump', () => {
  const edit = (text: string): string => text.replace('maxLength: 80', 'maxLength: 8');

  test('keeps the layout, the comments and the quotes of what did not change in the released version', () => {
    const text = bumped(API, edit(API), 'search_rows');
    const evals = 6;
    // The released version without its evals, with a line `deprecated`, and a line `replaces` in its successor.
    expect(lines(text) - lines(API)).toBe(lines(SEARCH) - evals + 2);
    expect(text.match(/as the service calls it/g)).toHaveLength(2);
    expect(text.match(/description: >-\n {10}Where to look,/g)).toHaveLength(2);
  });

  test('names the successor in everything that a failed call says to do next', () => {
    const failure = '{ error: The list was changed meanwhile., retry_hint: Call search_rows with other words. }';
    const asks = API.replace('Tell the user to connect', 'Call search_rows later or tell the user to connect')
      .replace('stdout: text', `stdout: text, exit_codes: { 3: ${failure} }`)
      .replace('result: { text: /text }', `errors: { 409: ${failure} }\n      result: { text: /text }`);
    const text = bumped(asks, edit(asks), 'search_rows');
    expect(text.match(/Call search_rows_v2/g)).toHaveLength(3);
    // The released version is as it was.
    expect(text.match(/Call search_rows\b/g)).toHaveLength(1);
  });

  test.each<[string, (text: string) => string]>([
    ['a value in flow style', edit],
    [
      'a key that was removed',
      (text) => text.replace(/ {6}place:[^]*?as the user says it\.\n/, '').replace(/ *in: "\{place\}"\n/, ''),
    ],
    ['an enum', (text) => text.replace('[town, country]', '[town]')],
    ['a text over several lines', (text) => edit(text).replace('Where to look,', 'Where in the land to look,')],
    [
      'the request',
      (text) => edit(text).replace('GET /rows', 'GET /v2/rows').replace('q: "{query}"', 'words: "{query}"'),
    ],
    ['the result', (text) => edit(text).replace('{ text: /text }', '{ text: /answer/text }')],
    ['effects that were added', (text) => edit(text).replace('effects: read', 'effects: read\n    open_world: false')],
    [
      'the order of parameters',
      (text) =>
        edit(text)
          .replace(/( {6}place:[^]*?as the user says it\.\n)/, '')
          .replace(
            '      # what',
            '      place: { type: string, enum: [town], default: town, description: Where to look. }\n      # what',
          ),
    ],
  ])('brings back %s', (_name, change) => {
    bumped(API, change(API), 'search_rows');
  });

  test('keeps the line ends of a file', () => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    const text = bumped(crlf(API), crlf(edit(API)), 'search_rows');
    expect(text.match(/(?<!\r)\n/g)).toBeNull();
  });

  test('works on tools in documents of their own, again and again', () => {
    const server = serverSpec('clock', 'Tells the time.', [toolItem('list_trains', COMMAND)]);
    const own = TOOL.replace('  - name', '    kind: tool\n    name').replace(/^ {4}/gm, '');
    const first = `${server}---\n# The clock.\n${own}`;
    const second = bumped(first, first.replace('maxLength: 40', 'maxLength: 4'), 'get_time');
    const third = bumped(second, second.replace('maxLength: 4,', 'maxLength: 3,'), 'get_time_v2');
    expect(third.match(/^name: \w+|^replaces: \w+/gm)).toEqual([
      'name: clock',
      'name: get_time_v3',
      'replaces: get_time_v2',
      'name: get_time_v2',
      'replaces: get_time',
      'name: get_time',
    ]);
  });

  test('works in a list in flow style', () => {
    const flow = (text: string): string =>
      text
        .slice(0, text.indexOf('tools:'))
        .concat(`tools: ${JSON.stringify(compiled(text).spec.tools.map(({ spec }) => spec))}\n`);
    const text = bumped(flow(TEXT), flow(TEXT.replace('maxLength: 40', 'maxLength: 4')), 'get_time');
    expect(lines(text)).toBe(lines(flow(TEXT)));
  });

  test('leaves anchors with the edit, and writes out what the released version had', () => {
    const anchored = TEXT.replace('parameters: {', 'parameters: &zone {').replace(
      `    ${COMMAND}`,
      `    parameters: *zone\n    ${COMMAND.replace('[date]', '[date, "{zone}"]')}`,
    );
    const change = (text: string): string => text.replace('maxLength: 40', 'maxLength: 4');
    const contract = contractOf(compiled(anchored));
    const once = bumped(anchored, change(anchored), 'get_time');
    expect(once.match(/&zone/g)).toHaveLength(1);
    const [old] = toolsNamed(contract, 'list_trains');
    if (!old) return expect.fail('it was never released');
    const { tool: released } = old;
    const made = bump(old, compiled(once).spec, DATES, 'It changed.');
    if (typeof made === 'string') return expect.fail(made);
    const twice = applied(once, contract, {
      ...made,
      restored: [old],
      tools: idsIn('clock', 'list_trains', made.successor),
    });
    expect(toolOf(compiled(twice).plan, 'list_trains').inputSchema).toEqual(released.inputSchema);
    expect(toolOf(compiled(twice).plan, 'list_trains_v2').inputSchema).not.toEqual(released.inputSchema);
  });

  test('keeps a suppression with each tool that needs it', () => {
    const generic = (text: string): string =>
      text.replace(
        '  - name: get_time',
        '  # About time.\n  # haft-ignore tool/generic-name: as the team calls it\n  - name: search',
      );
    const [before, after] = [generic(TEXT), generic(TEXT.replace('maxLength: 40', 'maxLength: 4'))];
    const text = bumped(before, after, 'search');
    expect(text.match(/# About time\./g)).toHaveLength(1);
    expect(text).toMatch(/# haft-ignore tool\/generic-name: as the team calls it\n {2}- name: search\n/);
  });

  test('removes the copy of a suppression that nothing needs, also where another one was unused before', () => {
    const ignore = (text: string, name: string): string =>
      text.replace(`  - name: ${name}`, `  # haft-ignore param/optional-has-default: of ${name}\n  - name: ${name}`);
    const before = ignore(TEXT, 'list_trains');
    const text = bumped(before, ignore(before.replace('default: UTC, ', ''), 'get_time'), 'get_time');
    expect(text.match(/# haft-ignore .*\n.*/g)).toEqual([
      '# haft-ignore param/optional-has-default: of get_time\n  - name: get_time_v2',
      '# haft-ignore param/optional-has-default: of list_trains\n  - name: list_trains',
    ]);
  });
});

describe('renamed', () => {
  test('brings several tools back that one tool replaces', () => {
    const contract = contractOf(compiled(TEXT));
    const text = serverSpec('clock', 'Tells the time.', [toolItem('show_times', COMMAND, 'get_time')]);
    const olds = ['get_time', 'list_trains'].flatMap((name) => toolsNamed(contract, name));
    const made = toolInPlaceOf(
      olds,
      { server: 'clock', tool: 'show_times' },
      compiled(text).spec,
      DATES,
      'One tool for both.',
    );
    if (typeof made === 'string') return expect.fail(made);
    const after = applied(text, contract, {
      ...made,
      restored: olds,
      tools: idsIn('clock', 'show_times', 'get_time', 'list_trains'),
    });
    const { plan } = compiled(after);
    expect(toolOf(plan, 'show_times').replaces).toEqual(['get_time', 'list_trains']);
    expect(toolOf(plan, 'list_trains').deprecated?.use).toBe('show_times');
  });
});

describe('restore', () => {
  test('puts an edited tool back in its place, with its evals and its comments', () => {
    const contract = contractOf(compiled(API));
    const edited = API.replace('maxLength: 80', 'maxLength: 8').replace('[town, country]', '[town]');
    const text = { released: toolOf(contract, 'search_rows'), authored: undefined };
    const edits = restore(text, compiled(edited).spec, {
      server: 'rows',
      deprecated: undefined,
      handler: undefined,
    });
    if (typeof edits === 'string') return expect.fail(edits);
    expect(
      applied(edited, contract, { alternatives: [edits], restored: [], tools: idsIn('rows', 'search_rows') }),
    ).toBe(API);
  });
});

describe('a definition that changes', () => {
  const spec = (maximum: number): string => {
    const page = (name: string): string =>
      toolItem(
        name,
        `parameters: { page: { use: page, description: The page of ${name}. } } # paged\n    ${COMMAND.replace('[date]', '[date, "{page}"]')}`,
      );
    const text = serverSpec('clock', 'Tells the time.', ['get_time', 'list_trains'].map(page));
    return text.replace(
      'tools:',
      `definitions:\n  page: { type: integer, minimum: 1, maximum: ${maximum}, default: 1 }\ntools:`,
    );
  };

  test('is written out in the released version of a tool, and used by its successor', () => {
    const text = bumped(spec(100), spec(10), 'get_time');
    expect(text.match(/use: page/g)).toHaveLength(2);
    expect(text).toContain('maximum: 100');
  });
});

test.each([
  ['Call get_time, or clock.get_time.', ['get_time', 'clock.get_time']],
  ['See /get_time/x, a/get_time and get_time/x.', []],
  ['Then search the shelf.', []],
  ['Then `search` the shelf.', ['search']],
  ["'search'", ['search']],
])('words of %s that can name a tool', (text, expected) => {
  const words = toolWords(text);
  expect(words.map(({ word }) => word)).toEqual(expected);
  for (const { word, index } of words) expect(text.startsWith(word, index)).toBe(true);
});
