/** Two terminals that record calls of one tool at the same time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { startHaft } from '../support/haft.ts';

const SPEC = `kind: server
name: library
version: 1.0.0
summary: Finds books.
env: { LIBRARY_URL: { description: Address of the library. } }
connections: { library: { base_url: "{env.LIBRARY_URL}" } }
tools:
  - name: find_books
    description: { does: Finds books by a word in their titles., when: the user looks for a book }
    parameters: { query: { type: string, description: A word. } }
    required: [query]
    effects: read
    http: { connection: library, request: GET /books, query: { q: "{query}" } }
`;

test('what another terminal records during the call is kept', async () => {
  const cwd = temporaryFolder({ 'specs/library.yaml': SPEC });
  const file = join(cwd, 'specs/recordings/find_books.json');
  let other: string | undefined;
  const service = createServer((_request, response) => {
    if (other !== undefined) writeFileSync(file, other);
    response.setHeader('content-type', 'application/json').end('{"count":2}');
  });
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done));
  onTestFinished(() => void service.close());
  const env = { LIBRARY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` };
  const record = (query: string) =>
    startHaft(cwd, ['call', 'find_books', '--arg', `query=${query}`, '--record', '--yes'], env);
  expect(await record('ant')).toMatchObject({ code: 0 });
  other = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(other), calls: [] }));
  expect(await record('sea')).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toMatch(/"query": "ant"[^]*"query": "sea"/);
});
