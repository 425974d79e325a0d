/** A source that changes under a released tool and its successors: what is deprecated stays as it was released. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const TOOLS = 'specs/box/tools.yaml';
const DAY = ['--today', '2026-11-21'];

function api(...names: readonly string[]): string {
  const parameters = names.map((name) => ({
    name,
    in: 'query',
    required: name === 'ticket',
    schema: { type: 'integer' },
  }));
  const post = { operationId: 'stopBox', summary: 'Stop a box', parameters, responses: {} };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Box' },
    servers: [{ url: 'https://box.example' }],
    paths: { '/stop': { post } },
  });
}

function project(edit: (text: string) => string) {
  const root = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '', 'api.json': api('t') });
  const run = (...args: readonly string[]): ReturnType<typeof haft> => haft(root, ...args);
  const read = (): string => readFileSync(join(root, TOOLS), 'utf8');
  const rewrite = (change: (text: string) => string): void => writeFileSync(join(root, TOOLS), change(read()));
  expect(run('import', 'openapi', 'api.json', '--name', 'box').code).toBe(0);
  expect(run('release', ...DAY).code).toBe(0);
  rewrite(edit);
  expect(run('bump', 'stop_box', ...DAY)).toMatchObject({ code: 0 });
  expect(run('release', '--raise', ...DAY).code).toBe(0);
  const update = (...names: readonly string[]) => {
    writeFileSync(join(root, 'api.json'), api(...names));
    return run('import', '--update');
  };
  /** Of the tool and what follows it, as they are written. */
  const deprecated = (): string => read().slice(read().indexOf('name: stop_box\n'));
  return { run, read, rewrite, update, deprecated };
}

const COPY = (text: string): string => text.replace('t: { type: integer', 't: { type: integer, maximum: 600');
const VIA = (text: string): string => text.replace('t: { type', 'seconds: { type').replace('"{t}"', '"{seconds}"');

test.each([
  ['a copy', COPY, ['t', 'ticket']],
  ['a call of the successor', VIA, ['t', 'ticket']],
  ['a call of the successor, whose parameter is renamed', VIA, ['timeout']],
] as const)('an update leaves %s, and takes the change into the successor', (_what, edit, names) => {
  const { run, read, update, deprecated } = project(edit);
  const before = deprecated();
  expect(update(...names)).toMatchObject({ code: 0, stderr: '' });
  expect([deprecated(), read()]).toEqual([before, expect.stringContaining(names.at(-1) ?? '')]);
  expect(run('import', '--check')).toMatchObject({ code: 0, stderr: '' });
  expect(run('import', '--take', 'stop_box.http')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"stop_box" is deprecated, and stays as it was released.'),
  });
  expect(run('bump', 'stop_box_v2', ...DAY)).toMatchObject({ code: 0, stderr: '' });
  expect(run('check', ...DAY)).toMatchObject({ code: 0, stderr: '' });
});

test('a tool that is restored names the newest successor, not the one that it was released with', () => {
  const { run, read, rewrite, update } = project(COPY);
  update('t', 'ticket');
  expect(run('bump', 'stop_box_v2', ...DAY)).toMatchObject({ code: 0, stderr: '' });
  const bumped = read();
  expect(bumped.match(/use: stop_box_v3/g)).toHaveLength(2);
  const unchanged = { code: 2, stderr: expect.stringContaining('has not changed since the release') };
  expect(run('bump', '--restore', 'stop_box', ...DAY)).toMatchObject(unchanged);
  const edits: readonly ((text: string) => string)[] = [
    (text) => text.replace(/(name: stop_box\n)description: .*/, '$1description: Stops.'),
    (text) => text.replace(/---\nkind: tool\nfrom: .*\nname: stop_box\n[^]*$/, ''),
  ];
  for (const edit of edits) {
    rewrite(edit);
    expect(read()).not.toBe(bumped);
    expect(run('bump', '--restore', 'stop_box', ...DAY)).toMatchObject({ code: 0, stderr: '' });
    expect(read().match(/use: stop_box_v3/g)).toHaveLength(2);
    expect(run('check', ...DAY)).toMatchObject({ code: 0, stderr: '' });
  }
});
