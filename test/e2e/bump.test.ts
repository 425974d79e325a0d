/** `haft bump`: the edit becomes a successor, and the released form comes back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { haft } from '../support/haft.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { SPEC, TEXT, edited } from '../support/released.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { everyNth } from '../support/runs.ts';

describe('bump', () => {
  test('keeps comments and layout, brings the released form back, and passes check', () => {
    const folder = edited((text) =>
      text.replace('maxLength: 40', 'maxLength: 4').replace('    effects: read', '    effects: read   # as ever'),
    );
    const { code, stdout } = haft(folder, 'bump', 'get_time', '--reason', 'Names are short.', '--today', '2026-11-21');
    expect([code, stdout]).toEqual([
      0,
      `get_time_v2 has the edit; get_time is restored as released, and deprecated until 2027-02-19.
  specs/clock.yaml:6 Tool "get_time_v2" is the successor.
  specs/clock.yaml:19 Tool "get_time" is as it was released.
  "get_time" is a copy, and does not call "get_time_v2". The call {"zone":"aaaaa"} of "get_time" becomes {"zone":"aaaaa"}, and "get_time_v2" rejects it: /zone must be a string of at most 4 characters, got the string "aaaaa".
`,
    ]);
    const text = readFileSync(join(folder, SPEC), 'utf8');
    expect(text).toContain('    effects: read   # as ever\n');
    expect(text).toContain('replaces: get_time\n');
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    const { changes } = JSON.parse(haft(folder, 'diff', '--format', 'json', '--today', '2026-11-21').stdout);
    expect(changes.filter(({ level }: { level: string }) => level === 'breaking')).toEqual([]);
    expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-22')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"get_time_v2" is its successor already[^]*Change "get_time_v2" freely/),
    });
  });

  test('leaves no copy where old calls become new ones; --restore makes one', () => {
    const folder = edited((text) => text.replace('{ zone: {', '{ region: {').replace('"{zone}"', '"{region}"'));
    const spec = (): string => readFileSync(join(folder, SPEC), 'utf8');
    const { code, stdout } = haft(folder, 'bump', 'get_time', '--today', '2026-11-21');
    expect([code, stdout]).toEqual([0, expect.stringContaining('get_time calls it with `deprecated.via`')]);
    const bumped = spec();
    expect(bumped).toContain('via: { region: "{zone}" }');
    expect(bumped.match(/command:/g)).toHaveLength(2);
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    const { changes } = JSON.parse(haft(folder, 'diff', '--format', 'json', '--today', '2026-11-21').stdout);
    const kinds = changes.map(({ kind, level }: { kind: string; level: string }) => `${kind} ${level}`);
    expect(kinds).toContain('tool/adapted safe');
    expect(kinds.filter((kind: string) => kind.endsWith(' breaking') || kind.startsWith('tool/removed'))).toEqual([]);
    expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-22').code).toBe(2);
    expect(spec()).toBe(bumped);
    expect(haft(folder, 'bump', '--restore', 'get_time', '--today', '2026-11-22')).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(spec()).not.toContain('via:');
    expect(spec().match(/command:/g)).toHaveLength(3);
    expect(haft(folder, 'check', '--today', '2026-11-22')).toMatchObject({ code: 0, stderr: '' });
  });

  test('goes on: the second version has a successor as well', () => {
    const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
    expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-21').code).toBe(0);
    const write = (change: (text: string) => string): void =>
      writeFileSync(join(folder, SPEC), change(readFileSync(join(folder, SPEC), 'utf8')));
    write((text) => text.replace('version: 1.0.0', 'version: 1.1.0'));
    expect(haft(folder, 'release', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    write((text) => text.replace('maxLength: 4,', 'maxLength: 3,'));
    expect(haft(folder, 'check', '--today', '2026-11-22').code).toBe(1);
    const second = haft(folder, 'bump', 'get_time_v2', '--today', '2026-11-22');
    expect([second.code, second.stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, SPEC), 'utf8').match(/replaces: \w+/g)).toEqual([
      'replaces: get_time_v2',
      'replaces: get_time',
    ]);
    expect(haft(folder, 'check', '--today', '2026-11-22')).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    [['bump'], /needs a tool name[^]*haft bump <tool>/],
    [['bump', 'get_tme'], /Unknown tool "get_tme"\.\n {2}hint: Did you mean "get_time"\?/],
    [['bump', 'list_trains'], /"list_trains" has not changed since the release/],
  ])('%j is rejected with a next step', (args, words) => {
    const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
    expect(haft(folder, ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
  });

  test('of one tool is not stopped by another one whose name begins with the same letters', () => {
    const bounded = 'parameters: { zone: { type: string, maxLength: 40, default: UTC, description: Name of a zone. } }';
    const behavior = `${bounded}\n    ${COMMAND.replace('[date]', '[date, "{zone}"]')}`;
    const tools = [toolItem('search', behavior, 'get_time'), toolItem('search_shelves', behavior, 'list_trains')];
    const text = serverSpec('library', 'Finds books.', tools);
    const folder = temporaryFolder({ [SPEC]: text, 'haft.yaml': 'rules: { tool/generic-name: off }\n' });
    expect(haft(folder, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0, stderr: '' });
    writeFiles(folder, { [SPEC]: text.replaceAll('maxLength: 40', 'maxLength: 4') });
    expect(haft(folder, 'bump', 'search', '--today', '2026-11-21')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('search_v2 has the edit'),
      stderr: '',
    });
    const left = JSON.parse(haft(folder, 'check', '--format', 'json', '--today', '2026-11-21').stdout);
    expect(left.diagnostics).toMatchObject([{ code: 'version/breaking-in-place', tool: 'search_shelves' }]);
    expect(haft(folder, 'bump', 'search_shelves', '--today', '2026-11-21').code).toBe(0);
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
  });
});

test('a deprecated tool gets no other successor: renamed on one branch, edited on the other', () => {
  const day = ['--today', '2026-11-21'];
  const renaming = edited((text) => text.replace('name: get_time', 'name: read_time'));
  expect(haft(renaming, 'bump', '--renamed', 'get_time=read_time', ...day)).toMatchObject({ code: 0, stderr: '' });
  const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 50').replace('1.0.0', '1.1.0'));
  expect(haft(folder, 'release', ...day)).toMatchObject({ code: 0, stderr: '' });
  const spec = (): string => readFileSync(join(folder, SPEC), 'utf8');
  const merged = readFileSync(join(renaming, SPEC), 'utf8').replace('1.0.0', '1.1.0');
  writeFiles(folder, { [SPEC]: merged });
  const step = /change "read_time" instead\. `haft bump --restore get_time` puts the released version/i;
  const { diagnostics } = JSON.parse(haft(folder, 'check', '--format', 'json', ...day).stdout);
  expect(diagnostics).toMatchObject([{ code: 'version/breaking-in-place', hint: expect.stringMatching(step) }]);
  const compared = haft(folder, 'diff', '--format', 'json', ...day).stdout;
  expect(compared).not.toMatch(/haft bump get_time/);
  expect(haft(folder, 'bump', 'get_time', ...day)).toMatchObject({ code: 2, stderr: expect.stringMatching(step) });
  expect(spec()).toBe(merged);

  const restore = (): ReturnType<typeof haft> => haft(folder, 'bump', '--restore', 'get_time', ...day);
  expect(restore()).toMatchObject({ code: 0, stderr: '' });
  const restored = spec();
  expect(restored).toMatch(/maxLength: 50[^]*use: read_time/);
  expect(haft(folder, 'check', ...day)).toMatchObject({ code: 0, stderr: '' });
  writeFiles(folder, { [SPEC]: restored.replace('maxLength: 50', 'maxLength: 5') });
  expect(haft(folder, 'bump', 'get_time', ...day).code).toBe(2);
  expect(restore()).toMatchObject({ code: 0, stderr: '' });
  expect(spec()).toBe(restored);
  expect(restore()).toMatchObject({ code: 2, stderr: expect.stringContaining('only its deprecation is new') });
  expect(spec()).toBe(restored);
});

const FIND = [toolItem('find_rows', COMMAND, 'get_time'), toolItem('list_roads', COMMAND, 'list_trains')];
const SEARCH = toolItem('search_rows', COMMAND, 'count_sheep');

/** Two released tools. */
function rows(): string {
  const folder = temporaryFolder({ [SPEC]: serverSpec('rows', 'Finds rows.', FIND) });
  expect(haft(folder, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0, stderr: '' });
  return folder;
}

describe('several tools', () => {
  test('that are still there are deprecated in favor of the tool that replaces them', () => {
    const folder = rows();
    writeFiles(folder, { [SPEC]: serverSpec('rows', 'Finds rows.', [...FIND, SEARCH]) });
    const run = (): ReturnType<typeof haft> =>
      haft(folder, 'bump', '--renamed', 'find_rows,list_roads=search_rows', '--today', '2026-11-21');
    expect(run()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^search_rows replaces find_rows and list_roads, which are deprecated until 2027-02-19\.\n/,
      ),
    });
    const text = readFileSync(join(folder, SPEC), 'utf8');
    expect(text).toContain('replaces: [find_rows, list_roads]\n');
    expect(text.match(/use: search_rows/g)).toHaveLength(2);
    expect(text.match(/- name: /g)).toHaveLength(3);
    expect(haft(folder, 'check', '--today', '2026-11-21').code).toBe(0);
    expect(run()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"find_rows" is deprecated in favor of "search_rows" already/),
    });
  });

  test('that were removed come back one after the other, though other specs name both', () => {
    const folder = rows();
    const named = SEARCH.replace(
      'description: { ',
      'description: { instead: [{ case: one row is meant, use: find_rows }, { case: a road is meant, use: list_roads }], ',
    );
    writeFiles(folder, { [SPEC]: serverSpec('rows', 'Finds rows.', [named]) });
    const restore = (tool: string): ReturnType<typeof haft> =>
      haft(folder, 'bump', '--restore', tool, '--use', 'search_rows', '--today', '2026-11-21');
    expect(restore('find_rows')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/1 error remains that was there before; run `haft check`\.\n$/),
    });
    expect(restore('list_roads')).toMatchObject({ code: 0, stdout: expect.not.stringMatching(/remain/) });
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0 });
  });
});

test.each([
  [['get_time', '--use', 'list_trains'], /--use has no meaning without --restore/],
  [['get_time', '--renamed', 'a=b'], /--renamed cannot be used with the tool name "get_time"/],
  [['--restore', '--renamed', 'a=b'], /--restore has no meaning with --renamed/],
  [['--renamed', 'get_time=get_time'], /"get_time" cannot replace itself/],
  [['--renamed', 'get_time=list_trains'], /"get_time" still exists and has changed[^]*haft bump --restore get_time/],
])('%j is rejected', (args, words) => {
  const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
  expect(haft(folder, 'bump', ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
});

describe('what else uses the tool', () => {
  const OFFERS = `resources:
  - { uri: "time://{zone}", name: time, tool: get_time }
prompts:
  - name: report
    description: Reports the time.
    messages: "Call \`get_time\`; see /get_time/x and get_time_of."
`;
  const ONE = 'zone: { type: string, maxLength: 40, default: UTC,';
  const DAY = '2026-11-21';

  function released(): string {
    const folder = temporaryFolder({ [SPEC]: TEXT + OFFERS, 'haft.yaml': 'rules: { version/evals-stale: off }\n' });
    expect(haft(folder, 'release', '--today', DAY)).toMatchObject({ code: 0, stderr: '' });
    return folder;
  }

  function bumpedTo(edit: (text: string) => string): {
    readonly folder: string;
    readonly text: string;
    stdout: string;
  } {
    const folder = released();
    writeFiles(folder, { [SPEC]: edit(TEXT + OFFERS) });
    const { code, stdout, stderr } = haft(folder, 'bump', 'get_time', '--today', DAY);
    expect([code, stderr]).toEqual([0, '']);
    expect(haft(folder, 'check', '--today', DAY)).toMatchObject({ code: 0, stderr: '' });
    return { folder, text: readFileSync(join(folder, SPEC), 'utf8'), stdout };
  }

  const rename = (text: string): string =>
    text.replace(ONE, ONE.replace('zone', 'region')).replace('"{zone}"]', '"{region}"]');

  test.each<[string, (text: string) => string, string]>(
    everyNth(3, [
      [
        'a parameter and its variable of the URI',
        (text) => rename(text).replace('time://{zone}', 'time://{region}'),
        'region',
      ],
      ['a wider schema', (text) => text.replace('maxLength: 40', 'maxLength: 400'), 'zone'],
    ]),
  )('resources and prompts name the successor: %s', (_case, edit, variable) => {
    const { text } = bumpedTo(edit);
    expect(text).toContain(`{ uri: "time://{${variable}}", name: time, tool: get_time_v2 }`);
    expect(text).toContain('"Call `get_time_v2`; see /get_time/x and get_time_of."');
  });

  test.each([
    ['renamed', rename],
    ['narrower', (text: string) => text.replace('maxLength: 40', 'maxLength: 4')],
  ])(
    'a resource that only the released version can read stays with it, and its removal names it: %s',
    (_case, edit) => {
      const { text, stdout, folder } = bumpedTo(edit);
      expect(text).toContain('tool: get_time }');
      expect(stdout).toContain(
        'Resource "time://{zone}" still uses "get_time", because it is not valid with "get_time_v2".\n',
      );
      const { stderr, stdout: report } = haft(folder, 'check', '--today', '2027-03-01');
      expect(report + stderr).toContain(
        'First change what still uses it: resource "time://{zone}". Then remove it, or set `remove_after` to a later date.',
      );
    },
  );

  test('a removal that is due names the prompts, too', () => {
    const folder = bumpedTo((text) => text.replace('maxLength: 40', 'maxLength: 400')).folder;
    const text = readFileSync(join(folder, SPEC), 'utf8').replace('`get_time_v2`', 'get_time');
    writeFiles(folder, { [SPEC]: text });
    const { stderr, stdout } = haft(folder, 'check', '--today', '2027-03-01');
    expect(stdout + stderr).toContain('First change what still uses it: prompt "report". Then remove it');
  });
});
