/** `--asks`: tools that the requests of users need are proposed with their tokens and the flags that choose them; nothing is written. */
import { expect, test } from 'vitest';
import { type RequestReader, needsOf, proposalText, requestsIn } from '../../compiler/features/import/run/leave-out.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const operation = (operationId: string, summary: string): object => ({
  operationId,
  summary,
  responses: { 200: { description: 'Done.' } },
});
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Harbor', version: '1' },
  servers: [{ url: 'https://harbor.example' }],
  paths: {
    '/berths': { get: operation('listBerths', 'Lists free berths for ships.') },
    "/crew's-lists": { get: operation('listCrews', 'Lists the sailors of a crew.') },
    '/tides': { get: operation('getTides', 'Tells when the tide is high.') },
    ...Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [
        `/invoices/${at}`,
        { get: operation(`getInvoice${at}`, `Reads page ${at} of invoices.`) },
      ]),
    ),
  },
};
const ASKS = '# What users ask\nIs a berth free for my ships?\n\nWho are the sailors of this crew?\nSing a song\n';

test('of a document that is too large to be imported unasked, the printed flags import exactly the tools that were proposed', () => {
  const folder = temporaryFolder({
    'package.json': '{}',
    'specs/.keep': '',
    'api.json': JSON.stringify(DOCUMENT),
    'asks.txt': ASKS,
  });
  const before = treeOf(folder);
  const { code, stdout } = haft(folder, 'import', 'openapi', 'api.json', '--asks', 'asks.txt');
  expect({ code, tree: treeOf(folder) }).toEqual({ code: 0, tree: before });
  expect(stdout).toMatch(/^ {2}Is a berth free for my ships\? +list_berths$/m);
  expect(stdout).toMatch(/^ {2}Sing a song +no tool has a word of it$/m);
  expect(stdout).toMatch(/^2 of 53 tools, about \d+ of [\d,]+ tokens\. Nothing was imported\.$/m);
  const flags = stdout.slice(stdout.indexOf('  --operation'));
  expect(flags).toContain(String.raw`--operation 'GET /crew'\''s-lists'`);
  // As a shell reads them.
  const args = flags.split(/ \\\n/).flatMap((line) => [
    '--operation',
    line
      .trim()
      .slice("--operation '".length, -1)
      .replaceAll(String.raw`'\''`, "'"),
  ]);
  expect(haft(folder, 'import', 'openapi', 'api.json', ...args)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Imported 1 server, 2 tools'),
  });
});

test.each([
  ['', /has no requests/],
  ['# nothing\n\n', /has no requests/],
])('a file with %j is refused', (text, says) => {
  const folder = temporaryFolder({
    'package.json': '{}',
    'specs/.keep': '',
    'api.json': JSON.stringify(DOCUMENT),
    'asks.txt': text,
  });
  expect(haft(folder, 'import', 'openapi', 'api.json', '--asks', 'asks.txt')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(says),
  });
});

test('tools that are nearly as good are proposed as well, and a tool that serves two requests counts once', () => {
  const tools = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, from: `GET /${name}`, tokens: 100 }));
  const read: RequestReader = (request) =>
    request === 'none'
      ? [{ name: 'a', score: 0 }]
      : [10, 9, 8, 8, 1].map((score, at) => ({ name: 'abcde'[at] ?? '', score }));
  const needs = needsOf(requestsIn('one\r\ntwo\nnone\none\n'), tools, read);
  expect(needs.map((need) => need.tools.map(({ name }) => name).join(''))).toEqual(['abc', 'abc', '']);
  expect(proposalText(needs, tools, undefined)).toContain('3 of 5 tools, about 300 of 500 tokens.');
  expect(proposalText(needs, tools, undefined)).not.toContain('--');
});
