/** The host's side of `haft dev`: a line beyond the limit of a server costs no memory, and what follows it is served. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { lineReader } from '../support/lines.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const BIN = join(import.meta.dirname, '../../compiler/bin/haft.js');

const LIMIT = 10 * 1024 * 1024;

test('a line of a host that is longer than 10 MiB is rejected as a server rejects it, and the next one is answered', async () => {
  const root = temporaryFolder({
    'specs/a.yaml': serverSpec('alpha', 'Tells the time.', [toolItem('get_time', COMMAND)]),
  });
  const child = spawn(process.execPath, [BIN, 'dev', 'alpha'], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  const line = lineReader(child.stdout);
  const next = async (): Promise<unknown> => JSON.parse((await line()) ?? 'null');
  const ping = (id: number, more = ''): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { more } });

  // The line has no end yet: nobody may wait for it.
  child.stdin.write(ping(1, 'x'.repeat(LIMIT)));
  expect(await next()).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'The message is larger than 10 MiB.' },
  });
  child.stdin.write(`\n${ping(2)}\n`);
  expect(await next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  child.stdin.end();
  await once(child, 'close');
});
