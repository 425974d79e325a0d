/** The token and the keys of a caller, in every text of the services behind a server: no spelling of them reaches a model, a log or a trace. */
// In depth: three services, a server and a hundred calls; secret-leaks.test.ts has each spelling, and token-exchange.test.ts that nothing of a caller is in a result.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { assert, asyncProperty, constantFrom, string } from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { JSON_HEADERS } from '../runtime/support/http-client.ts';
import { leaksIn, spellingsOf } from '../runtime/support/spellings.ts';
import { compiledFront, startFront } from '../support/acting-front.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';

const ends: (() => void)[] = [];
let folder = '';
beforeAll(() => (folder = compiledFront((end) => void ends.push(end))));
afterAll(() => ends.forEach((end) => end()));

const TOOLS = ['read_notes', 'read_locked_notes', 'show_access', 'show_all', 'ask_notes'];

/** Takes traces; what it was sent so far. */
async function traceSink(): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const sink = createServer(
    (request, response) => void text(request).then((body) => (seen.push(body), response.end('{}'))),
  );
  onTestFinished(() => void sink.close());
  await new Promise<void>((done) => void sink.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(sink.address() as AddressInfo).port}`, seen };
}

/** Longer than any piece of it that a text has by chance. */
const partsOf = (secret: string): string[] => [secret.slice(4, 20), secret.slice(-16)];

test.skipIf(ON_WINDOWS)('whatever the services say of a caller, no spelling of its secrets leaves', async () => {
  const { url, seen } = await traceSink();
  const own = await startFront(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const secrets: string[] = [];
  const replies: string[] = [];
  const keys = string({ minLength: 20, maxLength: 40, unit: constantFrom(...'abcXYZ019 !#$&()*+,/:;<=>?@[]^_|~"\\%') });
  const random = asyncProperty(
    keys,
    string({ maxLength: 400 }),
    constantFrom('', 'notes', 'rpc', 'tool'),
    async (given, more, how) => {
      // Blanks at the ends are no part of a header, and what is repeated has parts that are everywhere.
      const key = `k${given}k${secrets.length}`;
      const token = await own.token('ada', { more, at: secrets.length });
      secrets.push(token, key);
      const all = (...of: string[]): string => encodeURIComponent(JSON.stringify(of.map(spellingsOf)));
      // The key is sent to the service alone.
      for (const line of [`break ${how}`, `say notes ${all(token, key)}`, `say mcp ${all(token)}`])
        await own.behind.command(line);
      for (const name of TOOLS) {
        const params = { name, arguments: {}, _meta: { progressToken: 1 } };
        const headers = { ...JSON_HEADERS, Authorization: `Bearer ${token}`, 'X-Notes-Key': key };
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        replies.push(await (await fetch(own.url, { method: 'POST', headers, body })).text());
      }
    },
  );
  await assert(random, { numRuns: runs(60, 4) });
  expect(replies.join('')).toContain('notifications/progress');
  own.child.kill('SIGTERM');
  const { stderr } = await own.end();
  expect(stderr).toContain('redacted');
  expect(seen.join('')).toContain('tools/call show_all');
  const everywhere = [...replies, stderr, ...seen].join('\n');
  expect(secrets.flatMap((secret) => leaksIn(everywhere, secret, partsOf(secret)))).toEqual([]);
});
