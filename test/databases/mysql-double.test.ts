/** A scripted MySQL: whatever the server sends, cuts or holds back, a call ends, and with what was sent. */
import * as fc from 'fast-check';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type StatementEnd, mysqlOf, statementsBy } from '../support/database-servers.ts';
import { runs } from '../support/runs.ts';

const numberOf = (size: number, value: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
};
const ended = (text: string): Buffer => Buffer.from(`${text}\0`);
const counted = (text: string): Buffer => Buffer.concat([numberOf(1, text.length), Buffer.from(text)]);

/** Messages of an answer, numbered from `first` on. */
const packets = (bodies: readonly Buffer[], first = 1): Buffer =>
  Buffer.concat(bodies.flatMap((body, at) => [numberOf(3, body.length), numberOf(1, first + at), body]));

/** Protocol 4.1 with transactions, databases and plugins of logins, and with the old end of a result. */
const CAPABILITIES = 0x0008_a20f;
const HELLO = Buffer.concat([
  numberOf(1, 10),
  ended('8.0.40'),
  numberOf(4, 7),
  ended('saltsalt'),
  numberOf(2, CAPABILITIES % 65_536),
  numberOf(3, 0x0002_ff),
  numberOf(2, Math.floor(CAPABILITIES / 65_536)),
  numberOf(1, 21),
  Buffer.alloc(10),
  ended('saltsaltsalt'),
  ended('mysql_native_password'),
]);
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const EOF = Buffer.from([0xfe, 0, 0, 2, 0]);
const COLUMN = Buffer.concat([
  ...['def', 'x', 't', 't', 'x', 'x'].map(counted),
  numberOf(1, 12),
  numberOf(2, 63),
  numberOf(4, 11),
  Buffer.from([3, 0, 0, 0, 0, 0]),
]);
const rowOf = (value: number): Buffer => Buffer.concat([Buffer.from([0, 0]), numberOf(4, value)]);
const FAILURE = Buffer.concat([Buffer.from([0xff]), numberOf(2, 1366), Buffer.from('#22007bad')]);

const PREPARED = [
  Buffer.concat([Buffer.from([0]), numberOf(4, 1), numberOf(2, 1), numberOf(2, 0), Buffer.alloc(3)]),
  COLUMN,
  EOF,
];
const ROWS = [numberOf(1, 1), COLUMN, EOF, rowOf(7), rowOf(8), EOF];

interface Script {
  readonly prepared?: readonly Buffer[];
  readonly rows?: readonly Buffer[];
  /** Bytes of both answers together after which the connection is closed. */
  readonly limit?: number;
  readonly step?: number;
}

const PREPARE = 0x16;
const EXECUTE = 0x17;
const WITHOUT_ANSWER = new Set([0x01, 0x19]);

/** Everything but the statement is answered with success. */
async function doubleOf({
  prepared = PREPARED,
  rows = ROWS,
  limit = Infinity,
  step = 65_536,
}: Script): Promise<string> {
  const server = createServer((socket) => {
    let left = limit;
    const answer = (bytes: Buffer): void => {
      const sent = bytes.subarray(0, left);
      left -= sent.length;
      for (let at = 0; at < sent.length; at += step) socket.write(sent.subarray(at, at + step));
      if (sent.length < bytes.length) socket.end();
    };
    socket.on('error', () => {}).write(packets([HELLO], 0));
    socket.once('data', () => {
      socket.write(packets([OK], 2));
      socket.on('data', (chunk) => {
        for (let at = 0; at < chunk.length; at += 4 + chunk.readUIntLE(at, 3)) {
          const command = chunk[at + 4] ?? 0;
          if (command === PREPARE) answer(packets(prepared));
          else if (command === EXECUTE) answer(packets(rows));
          else if (!WITHOUT_ANSWER.has(command)) socket.write(packets([OK]));
        }
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `mysql://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
}

const call = async (script: Script): Promise<StatementEnd> =>
  statementsBy(mysqlOf({ url: await doubleOf(script) }))('select x from t', { reads: true });

const SIZE = packets(PREPARED).length + packets(ROWS).length;

test('an answer is the same in any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (step) => {
      expect(await call({ step })).toEqual({ kind: 'done', rows: [{ x: 7 }, { x: 8 }], more: false, affected: 2 });
    }),
    { numRuns: runs(500) },
  );
});

test('an answer that is cut at any byte is no result, and the call ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: SIZE - 1 }), async (limit) => {
      expect(await call({ limit })).toEqual({ kind: 'lost', unclear: false });
    }),
    { numRuns: runs(500) },
  );
});

test.each<[string, Script]>([
  ['of the statement', { prepared: [FAILURE] }],
  ['of its run', { rows: [FAILURE] }],
  ['before the first row', { rows: [...ROWS.slice(0, 3), FAILURE] }],
  ['between two rows', { rows: [...ROWS.slice(0, 4), FAILURE] }],
  ['after the last row', { rows: [...ROWS.slice(0, 5), FAILURE] }],
])('an error %s is that error, and no row is a result', async (_when, script) => {
  expect(await call(script)).toMatchObject({ kind: 'failed', state: '1366', sqlstate: '22000' });
});

test('a server without TLS gets no login where the certificate has to be verified', async () => {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', (chunk) => received.push(chunk));
    socket.write(packets([HELLO], 0));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `mysql://a:top-secret@127.0.0.1:${port}/x?sslmode=verify-full`;
  const end = await statementsBy(mysqlOf({ url }))('select 1');
  expect(end).toMatchObject({ kind: 'unreachable' });
  expect(JSON.stringify(end)).not.toContain('top-secret');
  expect(Buffer.concat(received)).toHaveLength(0);
});
