/** Clients that ask and do not read: what waits for them is bounded, no answer is lost, and they may come back. */
// In depth: megabytes through clients that read slowly; http-limits.test.ts has each limit once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, hammerServer, MOST_WAITING, request, STEPS } from './support/hammer.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { dial, send, startHttp } from './support/http-client.ts';
import { JSON_HEADERS } from './support/http-client.ts';
import { everyNth } from '../support/runs.ts';

/** Below the 100 connections that one address may have: over HTTP+SSE each call is a connection beside the stream. */
const CALLS = 90;

const file = await hammerServer();

/** What a stream gives from now on, until it has matched. */
async function readUntil(stream: Readable, pattern: RegExp): Promise<string> {
  let text = '';
  let tail = '';
  stream.setEncoding('utf8').resume();
  while (!pattern.test(tail)) {
    const [chunk] = await once(stream, 'data');
    // What is looked for may be cut in two.
    tail = tail.slice(-200) + chunk;
    text += chunk;
  }
  stream.pause();
  return text;
}

/** Reads until so many answers have come. */
function readAnswers(stream: Readable, answers: number): Promise<void> {
  let left = answers;
  let rest = '';
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer | string) => {
      const parts = (rest + String(chunk)).split('"jsonrpc"');
      left -= parts.length - 1;
      // The word may be cut in two.
      rest = (parts.at(-1) ?? '').slice(-8);
      if (left <= 0) resolve();
    });
    stream.resume();
  });
}

async function logged(log: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  let text = '';
  for (;;) {
    const match = pattern.exec(text);
    if (match !== null) return match;
    text += (await once(log, 'data'))[0];
  }
}

/** A client that writes to a server and reads only when it is told to. */
interface Client {
  readonly write: (act: string, id: number) => void;
  readonly output: Readable;
  readonly logged: (pattern: RegExp) => Promise<RegExpExecArray>;
}

async function overStdio(): Promise<Client> {
  const child = spawn(process.execPath, [file], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const write = (act: string, id: number): void => void child.stdin.write(`${call(act, id)}\n`);
  return { write, output: child.stdout, logged: (pattern) => logged(child.stderr, pattern) };
}

async function overHttp(): Promise<Client> {
  const server = await startHttp(file, ['--http']);
  const socket = dial(server.port);
  onTestFinished(() => void socket.destroy());
  return { write: (act, id) => void socket.write(request(act, id)), output: socket, logged: server.logged };
}

async function overSse(): Promise<Client> {
  const server = await startHttp(file, ['--sse']);
  const stream = dial(server.port);
  onTestFinished(() => void stream.destroy());
  stream.write('GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [, place = ''] = /(\/messages\S+)/.exec(await readUntil(stream, /session=\S+\s/)) ?? [];
  const write = (act: string, id: number): void =>
    void send(`http://127.0.0.1:${server.port}${place}`, 'POST', JSON_HEADERS, call(act, id)).catch(() => {});
  return { write, output: stream, logged: server.logged };
}

const transports: readonly [string, () => Promise<Client>][] = [
  ['stdio', overStdio],
  ['Streamable HTTP', overHttp],
  ['HTTP+SSE', overSse],
];

test.skipIf(ON_WINDOWS)(
  'over stdio: what was asked before the end of the input is answered, also to a client that reads late',
  async () => {
    const child = spawn(process.execPath, [file], { stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.end(Array.from({ length: CALLS }, (_, id) => `${call('answer', id)}\n`).join(''));
    await logged(child.stderr, /runs: /);
    const closed = once(child, 'close');
    await readAnswers(child.stdout, CALLS);
    expect((await closed)[0]).toBe(0);
  },
);

// Node writes to a pipe of Windows at once, or waits: there, no answer is kept in memory over stdio.
describe.each(ON_WINDOWS ? transports.slice(1) : transports)('over %s', (_name, connect) => {
  test.each(everyNth(2, ['progress', 'burst']))(
    '40 MB of %s: at most 16 MiB wait, and the answer comes',
    async (act) => {
      const client = await connect();
      client.write(act, 1);
      await client.logged(/hammered/);
      const text = await readUntil(client.output, /"hammered":true/);
      expect(text.length).toBeLessThan(MOST_WAITING);
      expect(text).toMatch(/notifications\/progress/);
    },
  );

  test('who reads again gets the newest progress of a call that still runs', async () => {
    const client = await connect();
    client.write('hold', 1);
    await client.logged(/hammered/);
    const text = await readUntil(client.output, new RegExp(`"progress":${STEPS},`));
    expect(text.length).toBeLessThan(MOST_WAITING);
  });

  test('90 answers of 1 MB: no call beyond 16 MiB begins, and all are answered later', async () => {
    const client = await connect();
    for (let id = 1; id <= CALLS; id += 1) client.write('answer', id);
    const [, runs] = await client.logged(/runs: (\d+)/);
    expect(Number(runs)).toBeLessThan(16);
    await readAnswers(client.output, CALLS);
  });
});
