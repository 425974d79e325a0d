/** A scripted PostgreSQL: whatever the server sends, cuts or holds back, a call ends, and with what was sent. */
import * as fc from 'fast-check';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type StatementEnd, statementsOn } from '../support/database-servers.ts';
import { runs } from '../support/runs.ts';

const message = (type: string, ...parts: readonly (string | number | Buffer)[]): Buffer => {
  const bodies = parts.map((part) => {
    if (typeof part === 'string') return Buffer.from(`${part}\0`);
    if (typeof part !== 'number') return part;
    const number = Buffer.alloc(4);
    number.writeInt32BE(part);
    return number;
  });
  const body = Buffer.concat(bodies);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const short = (number: number): Buffer => Buffer.from([number >> 8, number & 255]);
const rowOf = (text: string): Buffer => message('D', short(1), text.length, Buffer.from(text));
const column = message('T', short(1), 'x', 0, short(0), 23, short(4), -1, short(0));
const PREPARED = [message('1'), message('2')];
const ready = (state: string): Buffer => message('Z', Buffer.from(state));

const LOGIN = [message('R', 0), message('S', 'server_version', '15.1'), message('K', 1, 2), ready('I')];
const ANSWER = [
  ...PREPARED,
  message('C', 'START TRANSACTION'),
  ...PREPARED,
  rowOf('UTF8'),
  message('C', 'SELECT 1'),
  ...PREPARED,
  column,
  rowOf('7'),
  rowOf('8'),
  message('C', 'SELECT 2'),
  ...PREPARED,
  message('C', 'COMMIT'),
  ready('I'),
];
const FAILURE = [message('E', Buffer.from('SERROR\0C22P02\0Mbad\0\0')), ready('E')];

/** Sends the login, then `answer` to the frame and success to what follows; closes after `limit` bytes of the answer. */
async function doubleOf(answer: Buffer, { limit = Infinity, step = 65_536 } = {}): Promise<string> {
  const server = createServer((socket) => {
    let isFirst = true;
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(Buffer.concat(LOGIN));
        socket.on('data', (chunk) => {
          if (chunk[0] === 0x58) return socket.end();
          // The reset of the session that comes with the statement; later ones are a rollback, or another reset.
          const reset = Buffer.concat([message('C', 'DISCARD ALL'), ready('I')]);
          if (!isFirst) return socket.write(reset);
          isFirst = false;
          const whole = Buffer.concat([answer, reset]);
          const sent = whole.subarray(0, limit);
          for (let at = 0; at < sent.length; at += step) socket.write(sent.subarray(at, at + step));
          if (sent.length < whole.length) socket.end();
          return undefined;
        });
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
}

const call = async (answer: readonly Buffer[], how: object = {}): Promise<StatementEnd> => {
  const url = await doubleOf(Buffer.concat(answer), how);
  return statementsOn({ url })('select x from t', { reads: true });
};

const DONE = { kind: 'done', rows: [{ x: 7 }, { x: 8 }], more: false, affected: 2 };
const SIZE = Buffer.concat(ANSWER).length;

test('an answer is the same in any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (step) => {
      expect(await call(ANSWER, { step })).toEqual(DONE);
    }),
    { numRuns: runs(500) },
  );
});

test('an answer that is cut at any byte is no result, and the call ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: SIZE - 1 }), async (limit) => {
      expect(await call(ANSWER, { limit })).toEqual({ kind: 'lost', unclear: false });
    }),
    { numRuns: runs(500) },
  );
});

test('an error after any message is that error, and no row is a result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: ANSWER.length - 2 }), async (at) => {
      const end = await call([...ANSWER.slice(0, at), ...FAILURE]);
      expect(end).toMatchObject({ kind: 'failed', state: '22P02', json: { message: 'bad' } });
    }),
    { numRuns: runs(500) },
  );
});

test('a server without TLS gets no login where the certificate has to be verified', async () => {
  const seen: Buffer[] = [];
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        seen.push(chunk);
        if (chunk.length === 8) socket.write('N');
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const end = await statementsOn({ url: `postgres://a:top-secret@127.0.0.1:${port}/x?sslmode=verify-full` })(
    'select 1',
  );
  expect(end).toMatchObject({ kind: 'unreachable' });
  expect(JSON.stringify(end)).not.toContain('top-secret');
  expect(Buffer.concat(seen)).toHaveLength(8);
});
