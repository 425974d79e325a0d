/** The program of a server, run as users and scripts run it: each sentence of docs/server-programs.md about its lines has a row. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedPipe } from '../support/closed-pipe.ts';
import { MANY_TOOLS, deskFolder, deskProgram, runDesk } from '../support/desk-program.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth, IS_WHOLE } from '../support/runs.ts';
import { haft } from '../support/haft.ts';
import { temporaryFolder } from '../support/folder.ts';
import { serverSpec, toolItem } from '../support/specs.ts';

const ends: (() => void)[] = [];
let folder: string;
let skill: string;

beforeAll(() => {
  const printed = deskProgram();
  skill = printed.skill;
  folder = deskFolder(printed.program, (end) => void ends.push(end));
  writeFileSync(join(folder, 'words.txt'), 'words of a file');
  writeFileSync(join(folder, 'list.json'), '["a","b"]');
});

afterAll(() => ends.forEach((end) => end()));

const DEFAULTS = {
  kind: 'note',
  limit: 5,
  weight: 1,
  open: false,
  tags: [],
  sizes: [],
  help: '',
  filter: {},
  labels: {},
};

/** What a rehearsal of `search_notes x` shows with these words behind it. */
const ARGUMENTS: readonly [sentence: string, words: readonly string[], expected: object, input?: string][] = [
  ['a string is as it is', ['--query', 'null'], { query: 'null' }],
  ['flags with underscores are those with dashes', ['--query', 'x', '--limit=3'], { query: 'x', limit: 3 }],
  ['the one required scalar may stand without its flag', ['two words'], { query: 'two words' }],
  ['true and false', ['x', '--open'], { query: 'x', open: true }],
  ['no- is false', ['x', '--open', '--no-open'], { query: 'x', open: false }],
  ['a boolean takes a value behind =', ['x', '--open=false'], { query: 'x', open: false }],
  ['a list repeats its flag', ['x', '--tags', 'a,b', '--tags', 'c'], { query: 'x', tags: ['a,b', 'c'] }],
  ['or is one JSON list', ['x', '--sizes', '[1,2]', '--sizes', '3'], { query: 'x', sizes: [1, 2, 3] }],
  [
    'members of an object have dots',
    ['x', '--filter.owner', 'ada', '--filter.pinned'],
    { query: 'x', filter: { owner: 'ada', pinned: true } },
  ],
  [
    'deeper is JSON, and both mix',
    ['x', '--filter', '{"owner":"ada"}', '--filter.range', '{"first":-1}'],
    { query: 'x', filter: { owner: 'ada', range: { first: -1 } } },
  ],
  ['a map takes any member', ['x', '--labels.place_of', 'home'], { query: 'x', labels: { place_of: 'home' } }],
  ['@file is the text of a file', ['@words.txt'], { query: 'words of a file' }],
  ['also for JSON', ['x', '--tags', '@list.json'], { query: 'x', tags: ['a', 'b'] }],
  ['@- is standard input', ['--query', '@-'], { query: 'from a pipe' }, 'from a pipe'],
  ['\\@ begins a text with @', ['--query', '\\@ada'], { query: '@ada' }],
  [
    'a flag takes the next word whatever it is',
    ['--query', '--dashes', '--limit', '-5'],
    { query: '--dashes', limit: -5 },
  ],
  ['-- ends nothing', ['--query', '--'], { query: '--' }],
  ['--help is a parameter where the tool has it', ['x', '--help', 'me'], { query: 'x', help: 'me' }],
  ['numbers may be fractions', ['x', '--weight', '1.5e1'], { query: 'x', weight: 15 }],
];

describe('a rehearsal shows what would be sent', () => {
  test.each(everyNth(4, ARGUMENTS))('%s', (_sentence, words, expected, input) => {
    const { code, stdout, stderr } = runDesk(folder, ['--dry-run', 'search-notes', ...words], input);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ tool: 'search_notes', arguments: { ...DEFAULTS, ...expected } });
    expect(code).toBe(0);
  });

  test('--args takes all, and later flags win', () => {
    const words = ['--dry-run', '--args', '@-', 'search_notes', '--limit', '2'];
    const { stdout } = runDesk(folder, words, '{"query":"x","limit":1,"tags":["a"]}');
    expect(JSON.parse(stdout).arguments).toEqual({ ...DEFAULTS, query: 'x', limit: 2, tags: ['a'] });
  });

  test('options before the tool and parameters after it do not collide', () => {
    expect(runDesk(folder, ['count_notes', '--year', '1e30']).code, 'exact as it is written').toBe(0);
    const { stdout } = runDesk(folder, ['--dry-run', 'count_notes', '--dry-run', '--year', 'null']);
    expect(JSON.parse(stdout)).toEqual({ tool: 'count_notes', arguments: { dry_run: true, year: null } });
  });
});

const REFUSED: readonly [line: readonly string[], says: string][] = [
  [['search_note', 'x'], 'There is no tool search_note.\nDid you mean search_notes?'],
  [['search_notes', 'x', '--limt', '3'], 'search_notes has no flag --limt.\nDid you mean --limit?'],
  [['search_notes', 'x', '--limit', 'three'], '--limit must be an integer, not three.\nWrite --limit with an integer.'],
  [['search_notes', 'x', '--limit', '1.5'], '--limit must be an integer, not 1.5.\nWrite --limit with an integer.'],
  [['search_notes', 'x', '--limit', 'null'], '--limit must be an integer, not null.\nWrite --limit with an integer.'],
  [
    ['search_notes', 'x', '--kind', 'page'],
    '--kind must be one of note, list, not page.\nWrite --kind with one of note, list.',
  ],
  [['search_notes', 'x', '--open', 'false'], '--open does not take the next word as its value.\nWrite --open=false.'],
  [['search_notes', 'x', '--limit'], '--limit needs a value.\nWrite --limit VALUE.'],
  [
    ['search_notes', 'x', '--weight', '12345678901234567890'],
    '--weight has the number 12345678901234567890, which cannot be represented exactly.\nWrite it as a string if the parameter accepts one; otherwise use a smaller number.',
  ],
  [
    ['search_notes', '@none.txt'],
    'The file none.txt cannot be read (ENOENT).\nWrite @ and the path of a file; a text that starts with @ starts with \\@.',
  ],
  [
    ['search_notes', 'x', '--json'],
    'search_notes has no flag --json.\n--json is an option of the program: write it before search_notes.',
  ],
  [
    ['count_notes', 'x'],
    'count_notes has no parameter that can be given without its flag, such as x.\nWrite --FLAG VALUE; "count_notes --help" lists the flags.',
  ],
  [
    ['--yes', 'delete_note', 'Old', 'plans'],
    'delete_note takes one word without a flag, for note_id; Old and plans are two.\nQuote a text of several words. "delete_note --help" lists the flags.',
  ],
  [
    ['search_notes', '-k', 'x'],
    'search_notes has no flag -k: every flag starts with two dashes.\n"search_notes --help" lists the flags; --query=-k gives the text itself.',
  ],
  [['--jsn', 'count_notes'], 'Unknown option --jsn.\nDid you mean --json?'],
  [['--args', '[]', 'count_notes'], '--args must be an object as JSON.\nWrite the parameters by their names.'],
  [
    ['--out', 'no/such/file', 'count_notes'],
    'The file no/such/file cannot be written (ENOENT).\nWrite --out and a file in a folder that you can write to.',
  ],
  [['completion', 'csh'], 'The shell of completion is not known.\nWrite "cli.mjs completion" and bash, zsh or fish.'],
  [
    ['delete_note', 'n1'],
    'delete_note may destroy something, and there is no terminal to ask on.\nWrite --yes before delete_note if the user agrees.',
  ],
];

test.each(everyNth(4, REFUSED))('%j is a wrong call, with the next step', (words, says) => {
  expect(runDesk(folder, words)).toEqual({ code: 2, stdout: '', stderr: `${says}\n` });
});

test.skipIf(!IS_WHOLE)('what the call itself finds wrong is found by a rehearsal, too (HAFT_RUNS=1)', () => {
  for (const words of [['search_notes', 'x', '--limit', '99'], ['search_notes']]) {
    const [tried, called] = [runDesk(folder, ['--dry-run', ...words]), runDesk(folder, words)];
    expect(tried).toEqual(called);
    expect(tried.code).toBe(2);
  }
});

test('exit codes are those of the failures, and --json shows the envelope', () => {
  const codes = ['3', '4', '5', '9'].map((code) => runDesk(folder, ['fail_note', code]).code);
  expect(codes).toEqual([5, 4, 6, 1]);
  const { stdout, stderr } = runDesk(folder, ['--json', 'fail_note', '4']);
  expect([stdout, JSON.parse(stderr)]).toEqual([
    '',
    { success: false, error: 'The note is gone.', code: 'not_found', retry_hint: 'Look for it.' },
  ]);
  expect(runDesk(folder, ['fail_note', '4']).stderr).toBe('The note is gone.\nLook for it.\n');
});

test('a pipe gets the data as JSON in which nothing moves the cursor or turns the text', () => {
  const { code, stdout, stderr } = runDesk(folder, ['list_notes']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u);
  expect(JSON.parse(stdout).notes[0].title).toContain('\u202Egnp.exe');
});

test('bytes go into the file of --out, and are named where there is none', () => {
  const { stdout, stderr } = runDesk(folder, ['get_image']);
  expect(stdout + stderr).toContain('Not shown: image (image/png, 8 bytes). Save it with --out FILE.');
  expect(runDesk(folder, ['--out', 'image.png', 'get_image'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Written: image.png (8 bytes).\n',
  });
  expect(readFileSync(join(folder, 'image.png')).toString('hex')).toBe('89504e470d0a1a0a');
});

test('a handler that ends the process is a failure with a line that names its tool; the data of its result is printed beside the file of --out', () => {
  const spec = serverSpec('desk', 'Keeps notes.', [toolItem('get_time', 'handler: handlers.ts')]);
  const handlers = `export const getTime = (_args: object, call: any) => {
  if (process.env.PICTURE === undefined) process.exit(3);
  return call.content([{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }], { text: 'noon' });
};
`;
  const files = { 'haft.yaml': 'outputs: [cli]\n', 'specs/desk.yaml': spec, 'specs/handlers.ts': handlers };
  const own = temporaryFolder(files, (end) => void ends.push(end));
  expect(haft(own, 'compile').code).toBe(0);
  const { code, stdout, stderr } = runDesk(join(own, 'generated/servers/desk'), ['get_time']);
  expect([code, stdout]).toEqual([1, '']);
  expect(JSON.parse(stderr.split('\n')[0] ?? '')).toMatchObject({
    level: 'error',
    tool: 'get_time',
    message: expect.stringMatching(/^process\.exit\(3\) was called while get_time was running without a result: /),
  });
  const drawn = runDesk(join(own, 'generated/servers/desk'), ['--out', 'a.png', 'get_time'], '', { PICTURE: '1' });
  expect([drawn.code, JSON.parse(drawn.stdout)], 'the data is beside the file').toEqual([0, { text: 'noon' }]);
});

test('a destructive tool is called with --yes', () => {
  expect(runDesk(folder, ['--yes', 'delete_note', 'n1']).stdout).toBe('{\n  "deleted": true\n}\n');
});

test('help lists tools, variables and exit codes, and a tool its flags', async () => {
  const help = runDesk(folder, ['--help']);
  const tool = runDesk(folder, ['--help', 'search_notes']);
  expect([help.code, tool.code, runDesk(folder, []).code]).toEqual([0, 0, 2]);
  expect(runDesk(folder, ['count_notes', '-h']).stdout).toContain('--dry-run, --no-dry-run');
  expect(runDesk(folder, ['--version']).stdout).toBe('desk 1.2.3\n');
  await expect(`${help.stdout}\n${tool.stdout}`).toMatchFileSnapshot('../golden/server-program-help.txt');
  await expect(skill).toMatchFileSnapshot('../golden/server-program-skill.md');
});

test.skipIf(!IS_WHOLE)('above forty tools help lists groups, and a search finds five (HAFT_RUNS=1)', () => {
  const large = deskFolder(deskProgram(MANY_TOOLS).program);
  const { stdout } = runDesk(large, ['--help']);
  expect(stdout).toContain('47 tools about: shelf (40)');
  expect(stdout).not.toContain('get_shelf_7');
  expect(runDesk(large, ['--help', 'image']).stdout).toContain('get_image');
  expect(runDesk(large, ['find', 'which', 'image', 'is', 'there']).stdout.split('\n')[0]).toContain('get_image');
  expect(runDesk(large, ['find', 'zebra']).stderr).toBe('No tool has one of these words.\n');
  expect(runDesk(large, ['--help', 'zebra']).stderr).toContain('"cli.mjs find zebra" searches the tools.');
  expect(runDesk(folder, ['find', 'image']).code).toBe(2);
});

test.skipIf(ON_WINDOWS)('a reader that has gone ends the program with 141, and an interrupt with 130', async () => {
  const { status, stderr } = spawnSync(process.execPath, ['cli.mjs', 'list_notes'], {
    cwd: folder,
    stdio: ['ignore', closedPipe(), 'pipe'],
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([141, '']);
  const child = spawn(process.execPath, ['cli.mjs', 'wait_note'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HAFT_LOG: 'calls' },
  });
  // The line of the log says that the call has begun.
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

const HAS_TERMINAL = process.platform === 'linux' && spawnSync('script', ['--version']).error === undefined;

/** In a terminal of 60 columns, on which this is typed. */
function onTerminal(line: string, typed = ''): { readonly code: number | null; readonly text: string } {
  const command = `stty cols 60 -echo; exec ${process.execPath} cli.mjs ${line}`;
  const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
    input: typed,
  });
  return { code: status, text: stdout.replaceAll('\r', '') };
}

test.skipIf(!HAS_TERMINAL)('a terminal gets facts and a table, and is asked before what destroys', () => {
  const { text } = onTerminal('list_notes');
  expect(text).toContain('total  2\n\nnotes\nid  title');
  expect(text).toContain('2   海の本');
  expect(text).not.toMatch(/[\u001B\u0007\u202E]/);
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60);
  const [yes, no] = [onTerminal('delete_note n1', 'y\n'), onTerminal('delete_note n1', 'n\n')];
  expect(yes).toMatchObject({ code: 0, text: expect.stringContaining('Delete note? [y/N] deleted  true') as string });
  expect(no).toMatchObject({ code: 1, text: expect.stringContaining('Not called.') as string });
});
