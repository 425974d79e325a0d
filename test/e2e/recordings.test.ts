/** `haft call --record` and `--replay`, and what `haft check` finds with what was recorded: over a program, a service and another MCP server. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FEW_CASES } from '../support/eval-project.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft, startHaft } from '../support/haft.ts';

const SECRET = 'k3y-of-the-library';

const SPEC = `kind: server
name: library
version: 1.0.0
summary: Finds and deletes books.
env:
  LIBRARY_URL: { description: Address of the library. }
  LIBRARY_KEY: { description: Key of the library., secret: true }
  UNUSED: { description: Nothing uses it., optional: true }
connections:
  library:
    base_url: "{env.LIBRARY_URL}"
    headers: { Authorization: "Bearer {env.LIBRARY_KEY}" }
    on_unreachable: { error: The library does not answer., retry_hint: Try again in a minute. }
tools:
  - name: find_books
    description: { does: Finds books by a word in their titles., when: the user looks for a book }
    parameters: { query: { type: string, description: A word. } }
    required: [query]
    effects: read
    http:
      connection: library
      request: GET /books
      query: { q: "{query}", token: "{env.LIBRARY_KEY}" }
      fails_when: [{ pointer: /problem, error: No such shelf., retry_hint: Ask for the shelf. }]
      result: { titles: { each: /items, item: /title }, reader: /reader }
  - name: delete_book
    description: { does: Deletes a book., when: the user wants a book gone }
    parameters: { id: { type: string, description: Identifier of the book. } }
    required: [id]
    effects: destroy
    http: { connection: library, request: "DELETE /books/{id}", response: none }
  - name: list_numbers
    description: { does: Lists the numbers up to a last one., when: the user wants numbers }
    parameters: { last: { type: integer, minimum: 1, maximum: 9, description: The last number. } }
    required: [last]
    effects: read
    command: { argv: [seq, "{last}"], stdout: lines, result: { first: /0, count: { length: "" } } }
  - name: read_note
    description: { does: Reads a note., when: the user wants a note }
    effects: read
    file: { folder: "{env.LIBRARY_URL}", path: note.txt }
`;

interface Library {
  readonly cwd: string;
  readonly seen: string[];
  readonly call: (...args: readonly string[]) => ReturnType<typeof startHaft>;
  readonly close: () => Promise<void>;
}

/** A library that answers what it is told, and a project with tools over it. */
async function library(answer: (path: string) => unknown = answerOf): Promise<Library> {
  const seen: string[] = [];
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').setHeader('set-cookie', `session=${SECRET}`);
    response.end(JSON.stringify(answer(request.url ?? '')));
  });
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done));
  const close = (): Promise<void> => new Promise((done) => void service.close(() => done()).closeAllConnections());
  onTestFinished(close);
  const cwd = temporaryFolder({ 'specs/library.yaml': SPEC });
  const { port } = service.address() as AddressInfo;
  const env = { LIBRARY_URL: `http://127.0.0.1:${port}`, LIBRARY_KEY: SECRET, UNUSED: 'of another tool' };
  return { cwd, seen, close, call: (...args) => startHaft(cwd, ['call', ...args], env) };
}

function answerOf(path: string): unknown {
  if (path.includes('q=none')) return { problem: true };
  return { items: [{ title: 'Emma' }, { title: 'Sula' }], reader: 'ana@example.org', key: SECRET };
}

const FILE = 'specs/recordings/find_books.json';
const fileOf = (cwd: string): string => readFileSync(join(cwd, FILE), 'utf8');
const check = (cwd: string): string => {
  const { stderr, stdout } = haft(cwd, 'check');
  return (stderr + stdout)
    .split('\n\n')
    .filter((finding) => finding.includes('recording/'))
    .join('\n\n');
};
const change = (cwd: string, from: string, to: string): void => {
  const path = join(cwd, 'specs/library.yaml');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
};

test('a recorded call is answered again without the service, and holds no secret', async () => {
  const { cwd, seen, call, close } = await library();
  const live = await call('find_books', '{"query":"sea"}', '--record', '--yes');
  expect(live).toMatchObject({ code: 0, stderr: expect.stringContaining(`Recorded in ${FILE}.`) });
  const file = fileOf(cwd);
  expect(file).not.toContain(SECRET);
  expect(file).not.toContain('of another tool');
  expect(seen).toEqual([`GET /books?q=sea&token=${SECRET}`]);
  await close();
  const again = haft(cwd, 'call', 'find_books', '{"query":"sea"}', '--replay');
  expect(again).toMatchObject({ code: 0, stdout: live.stdout });
  expect(check(cwd)).toBe('');
  const other = haft(cwd, 'call', 'find_books', '{"query":"lake"}', '--replay');
  expect(other).toMatchObject({ code: 2, stdout: '' });
  expect(other.stderr).toMatch(
    /No call of "find_books" with the arguments {"query":"lake"} was recorded\.[^]*{"query":"sea"}/,
  );
});

test('recorded twice it is one call, and the order of recording does not matter', async () => {
  const { cwd, call } = await library();
  await call('find_books', '{"query":"sea"}', '--record', '--yes');
  const first = fileOf(cwd);
  await call('find_books', '{"query":"sea"}', '--record', '--yes');
  expect(fileOf(cwd)).toBe(first);
  await call('find_books', '{"query":"ant"}', '--record', '--yes');
  const both = fileOf(cwd);
  await call('find_books', '{"query":"sea"}', '--record', '--yes');
  expect(fileOf(cwd)).toBe(both);
});

test('what is struck out is in no part of the file, and the result is that of what is kept', async () => {
  const { cwd, call } = await library();
  const wrong = await call('find_books', '{"query":"sea"}', '--record', '--yes', '--strike', '/exchanges/0/nothing');
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing is at /exchanges/0/nothing') });
  expect(existsSync(join(cwd, FILE))).toBe(false);
  await call(
    'find_books',
    '{"query":"sea"}',
    '--record',
    '--yes',
    '--strike',
    '/exchanges/0/response/body/json/reader',
  );
  expect(fileOf(cwd)).not.toContain('ana@example.org');
  const again = haft(cwd, 'call', 'find_books', '{"query":"sea"}', '--replay');
  expect(JSON.parse(again.stdout)).toEqual({
    success: true,
    data: { titles: ['Emma', 'Sula'], reader: '[struck out]' },
  });
});

test('nothing is kept or called without agreement', async () => {
  const { cwd, seen, call } = await library();
  const asked = await call('find_books', '{"query":"sea"}', '--record');
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('The recording was not kept.') });
  expect(asked.stderr).toContain('"Emma"');
  const write = await call('delete_book', '{"id":"7"}', '--record');
  expect(write).toMatchObject({ code: 2, stderr: expect.stringContaining('"delete_book" writes or deletes') });
  expect(seen).toEqual([`GET /books?q=sea&token=${SECRET}`]);
  expect(readdirSync(join(cwd, 'specs'))).toEqual(['library.yaml']);
  const deleted = await call('delete_book', '{"id":"7"}', '--record', '--yes');
  expect(deleted.code).toBe(0);
  const file = await call('read_note', '--record', '--yes');
  expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('A call of "read_note" cannot be recorded.') });
});

test.each(['[]', 'null'])(
  'arguments that are %s are refused before the call, and what was recorded stays readable',
  async (json) => {
    const { cwd, seen, call } = await library();
    await call('find_books', '{"query":"sea"}', '--record', '--yes');
    const refused = await call('find_books', json, '--record', '--yes');
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('The arguments of a recorded call must be an object, got '),
    });
    expect(seen).toHaveLength(1);
    expect(check(cwd)).toBe('');
  },
);

test('a program that is missing is a matter of this machine: the call fails, and is not recorded', async () => {
  const { cwd, call } = await library();
  change(cwd, 'argv: [seq,', 'argv: [no-such-program,');
  const refused = await call('list_numbers', '{"last":3}', '--record', '--yes');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('The program did not start (ENOENT).') });
  expect(readdirSync(join(cwd, 'specs'))).toEqual(['library.yaml']);
});

test('check says which values a mapping changes, and which call fails now', async () => {
  const { cwd, call } = await library();
  await call('find_books', '{"query":"sea"}', '--record', '--yes');
  await call('find_books', '{"query":"none"}', '--record', '--yes');
  await call('list_numbers', '--arg', 'last=3', '--record', '--yes');
  expect(check(cwd)).toBe('');
  change(cwd, 'item: /title', 'item: ""');
  expect(check(cwd)).toMatch(
    /warning recording\/result\n[^]*\/data\/titles\/0: "Emma" → {"title":"Emma"}; \/data\/titles\/1: "Sula"/,
  );
  change(cwd, 'pointer: /problem', 'pointer: /items');
  expect(check(cwd)).toMatch(/error recording\/outcome[^]*was the failure [a-z_]+; now it is a success/);
  expect(check(cwd)).toMatch(/error recording\/outcome[^]*was a success; now it is the failure [a-z_]+\./);
  change(cwd, 'GET /books', 'GET /shelves');
  expect(check(cwd)).toMatch(/warning recording\/request[^]*now sends something else: GET http:[^]*\/shelves/);
  const accepted = await call('find_books', '--replay', '--record');
  expect(accepted).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"find_books" sends something that was not'),
  });
  expect(accepted.stderr).toContain('hint: Run `haft call library.find_books <arguments> --record`.');
  change(cwd, 'first: /0', 'first: /1');
  expect(check(cwd)).toMatch(/list_numbers\.json[^]*\/data\/first: "1" → "2"/);
  expect(haft(cwd, 'call', 'list_numbers', '--replay', '--record')).toMatchObject({ code: 0 });
  expect(check(cwd)).not.toContain('list_numbers.json');
});

test('a recording that is broken, foreign or newer is a finding at its place, and is left alone', async () => {
  const { cwd, call } = await library();
  await call('find_books', '{"query":"sea"}', '--record', '--yes');
  const whole = fileOf(cwd);
  const broken: readonly (readonly [text: string, message: RegExp])[] = [
    [whole.slice(0, whole.length / 2), /find_books\.json:\d+:\d+ error/],
    [`<<<<<<< ours\n${whole}`, /find_books\.json:1:1 error/],
    [whole.replace('"status": 200', '"status": "fine"'), /error recording\/readable[^]*"status|response/],
    [whole.replace('"recordingVersion": 1', '"recordingVersion": 99'), /written by a newer Haft/],
    [whole.replace('library/find_books', 'library/lend_books'), /find_books\.json:3:\d+ error recording\/tool-known/],
  ];
  for (const [text, message] of broken) {
    writeFiles(cwd, { [FILE]: text });
    const { code, stderr, stdout } = haft(cwd, 'check');
    expect({ code, text: stderr + stdout }).toEqual({ code: 1, text: expect.stringMatching(message) });
    const recorded = await call('find_books', '{"query":"sea"}', '--record', '--yes');
    expect(recorded.code).toBe(2);
    expect(fileOf(cwd)).toBe(text);
  }
});

test('an answer that is too large, and a service that is not there', async () => {
  const large = await library(() => ({ items: [], reader: 'x'.repeat(300_000) }));
  const refused = await large.call('find_books', '{"query":"sea"}', '--record', '--yes');
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A response is larger than 262,144 bytes.'),
  });
  const gone = await library();
  await gone.close();
  const failed = await gone.call('find_books', '{"query":"sea"}', '--record', '--yes');
  expect(failed.code).toBe(1);
  const again = haft(gone.cwd, 'call', 'find_books', '{"query":"sea"}', '--replay');
  expect(again).toMatchObject({ code: 1, stdout: failed.stdout });
});

const NUMBERS = `kind: server
name: numbers
version: 1.0.0
summary: Counts upwards.
programs:
  seq: { not_found: { error: The program seq is not installed., retry_hint: Install coreutils. } }
tools:
  - name: list_numbers
    description:
      does: Prints every integer from one up to the chosen end, with the count.
      when: the user wants a run of numbers
      examples: [count to three, give me the numbers up to nine]
    parameters: { last: { type: integer, minimum: 1, maximum: 9, description: "Where to stop, itself included." } }
    required: [last]
    effects: read
    returns: { type: object, properties: { first: { type: string, description: The start. }, count: { type: integer, description: How many. } } }
    command:
      argv: [seq, "{last}"]
      stdout: lines
      exit_codes: { default: { error: The numbers could not be listed., retry_hint: Choose another end. } }
      result: { first: /0, count: { length: "" } }
`;

test('diff names the values that change, in every format, and says where the recording says nothing', () => {
  const cwd = temporaryFolder({ 'specs/numbers.yaml': NUMBERS, 'haft.yaml': FEW_CASES });
  for (const last of [3, 1]) haft(cwd, 'call', 'list_numbers', `{"last":${last}}`, '--record', '--yes');
  expect(haft(cwd, 'release').code).toBe(0);
  expect(haft(cwd, 'diff').stdout).not.toContain('recorded:');
  writeFiles(cwd, { 'specs/numbers.yaml': NUMBERS.replace('first: /0', 'first: { first: [/1, /0] }') });
  const line = '{"last":3}: /data/first: "1" → "2"; 1 recorded call with the same result';
  expect(haft(cwd, 'diff').stdout).toContain(`recorded: ${line}`);
  expect(haft(cwd, 'diff', '--format', 'markdown').stdout.replaceAll('\\', '')).toContain(line);
  expect(haft(cwd, 'diff', '--format', 'html').stdout).toContain('<strong>Recorded</strong>');
  const { changes } = JSON.parse(haft(cwd, 'diff', '--format', 'json').stdout) as {
    changes: { recorded: unknown[] }[];
  };
  expect(changes.flatMap(({ recorded }) => recorded)).toEqual([
    { arguments: { last: 1 }, outcome: 'same', differences: [] },
    { arguments: { last: 3 }, outcome: 'differs', differences: [{ pointer: '/data/first', before: '1', after: '2' }] },
  ]);
  writeFiles(cwd, { 'specs/numbers.yaml': NUMBERS.replace('[seq, "{last}"]', '[seq, "0", "{last}"]') });
  expect(haft(cwd, 'diff').stdout).toContain('recorded: 2 recorded calls that would send something else now');
});
