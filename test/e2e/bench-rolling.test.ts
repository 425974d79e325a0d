/** `haft bench --rolling`: three processes of a compiled server lose nothing while they are restarted; a server that does is found out. */
// In depth: minutes of calls to servers that restart.
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const SPEC = `kind: server
name: clock
version: 1.0.0
summary: Tells the time.
transports: [stdio, http]
limits: { calls_per_minute: 1000000, concurrency: 100 }
tools:
  - name: get_time
    description: { does: Tells the exact time of the computer., when: the user asks how late it is, examples: [how late is it] }
    effects: read
    handler: clock.ts
`;

/** Listens as a server does, and answers a POST with this. */
const double = (answer: string): string => `import { createServer } from 'node:http';
const web = createServer((request, response) => {
  if (request.method === 'GET') return response.end('ok');
  request.resume().on('end', () => { ${answer} });
});
web.listen(0, '127.0.0.1', () => console.error('listening on http://127.0.0.1:' + web.address().port + '/mcp'));
process.on('SIGTERM', () => process.exit(0));
`;

test.skipIf(ON_WINDOWS)('a compiled server loses no request while each of three replicas is restarted', () => {
  const handler = 'export const getTime = async () => ({ now: Date.now() });\n';
  const folder = temporaryFolder({ 'specs/clock.yaml': SPEC, 'specs/clock.ts': handler });
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
  const { code, stdout, stderr } = haft(
    folder,
    'bench',
    '--rolling',
    'clock',
    '--tool',
    'get_time',
    '--clients',
    '6',
    '--seconds',
    '1',
  );
  expect(stderr).toBe('');
  const [, sent = '', answered] = /sent ([\d,]+), answered ([\d,]+), lost 0$/m.exec(stdout) ?? [];
  expect(sent).toMatch(/^[1-9]/);
  expect(answered).toBe(sent);
  expect(stdout).toMatch(/^3 replicas, 6 clients: [3-9]\d* restarts, /);
  expect(stdout).toMatch(/^milliseconds: p50 [\d.]+, p95 [\d.]+, p99 [\d.]+, max [\d.]+$/m);
  expect(code).toBe(0);
});

test.skipIf(ON_WINDOWS).each([
  ['answers with another id', `response.end('{"jsonrpc":"2.0","id":0,"result":{}}')`, 'the answer to another request'],
  ['cuts its answer', `response.end('{"jsonrpc":"2.0",')`, 'an answer that is not whole'],
  ['closes the connection', 'request.socket.destroy()', 'status 502'],
])('a server that %s loses requests', (_name, answer, wrong) => {
  const folder = temporaryFolder({ 'double.mjs': double(answer) });
  const { code, stdout } = haft(
    folder,
    'bench',
    '--rolling',
    'double.mjs',
    '--replicas',
    '2',
    '--clients',
    '2',
    '--seconds',
    '1',
  );
  expect(stdout).toMatch(new RegExp(`answered 0, lost [1-9][\\d,]*: (?:.*, )?${wrong} `));
  expect(code).toBe(1);
});

test.each([
  [['bench', 'clock'], '`haft bench` takes one server and `--rolling`.'],
  [['bench', '--rolling', 'clock'], 'There is no compiled server "clock".'],
  [['bench', '--rolling', 'clock', '--clients', '1'], 'There is no compiled server "clock".'],
  [
    ['bench', '--rolling', 'x.mjs', '--clients', '0'],
    'The flag --clients must be a whole number from 1 to 1000, got "0".',
  ],
  [
    ['bench', '--rolling', 'x.mjs', '--tool', 'a', '--args', '[]'],
    'The value of --args must be a JSON object, got "[]".',
  ],
  [['bench', '--rolling', 'x.mjs'], 'The server ended before it listened: '],
])('%j is an error in words', (args, message) => {
  const folder = temporaryFolder({ 'x.mjs': '' });
  const { code, stderr } = haft(folder, ...args);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
