/** A double in a process of its own, as a test sees it: started, asked, settled and stopped. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import { eachLine } from '../support/lines.ts';
import type { RecordedRequest } from './journal.ts';

/** A running double. Its lists grow as it is used. */
export interface Double {
  port: number;
  requests: RecordedRequest[];
  /** Requests whose connection was closed before they had their answer. */
  closed: RecordedRequest[];
  /** The `UNKNOWN …` lines: what the double was asked and the contract does not describe. */
  unknown: string[];
  /** Says words to the double, if any, and resolves when it has taken them and everything reported so far has arrived. */
  settle(words?: string): Promise<void>;
  /** Resolves when that many of a list have been reported. */
  until(list: 'requests' | 'closed', count: number): Promise<void>;
  stop(): Promise<void>;
}

type Report = Partial<{ port: number; mark: string; request: RecordedRequest; closed: RecordedRequest }>;

interface Waiting {
  holds: () => boolean;
  resolve: () => void;
}

function collectReports(child: ChildProcessWithoutNullStreams) {
  const lists = { requests: [] as RecordedRequest[], closed: [] as RecordedRequest[], unknown: [] as string[] };
  const noise: string[] = [];
  const marks = new Set<string>();
  let waiting: Waiting[] = [];
  const look = () => {
    for (const { resolve } of waiting.filter(({ holds }) => holds())) resolve();
    waiting = waiting.filter(({ holds }) => !holds());
  };
  const when = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ holds, resolve });
      look();
    });
  const ready = new Promise<number>((resolve, reject) => {
    eachLine(child.stdout, (line) => {
      const { port, mark, request, closed } = JSON.parse(line) as Report;
      if (port !== undefined) resolve(port);
      if (request !== undefined) lists.requests.push(request);
      if (closed !== undefined) lists.closed.push(closed);
      if (mark !== undefined) marks.add(`${mark} out`);
      look();
    });
    child.on('exit', () => reject(new Error(`The double did not start: ${noise.join('\n')}`)));
  });
  eachLine(child.stderr, (line) => {
    if (line.startsWith('UNKNOWN ')) lists.unknown.push(line);
    else if (line.startsWith('MARK ')) marks.add(`${line.slice(5)} err`);
    else noise.push(line);
    look();
  });
  return { lists, marks, when, ready };
}

/** Starts the double whose `main.ts` is given, as `build.ts` has bundled it, and waits until it listens. */
export async function startDouble(main: URL, args: readonly string[]): Promise<Double> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('dist/main.mjs', main)), ...args], {
    cwd: fileURLToPath(new URL('.', main)),
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  const { lists, marks, when, ready } = collectReports(child);
  let count = 0;
  const settle = async (words = '') => {
    count += 1;
    const mark = String(count);
    child.stdin.write(`${mark} ${words}\n`);
    await Promise.race([when(() => marks.has(`${mark} out`) && marks.has(`${mark} err`)), closed]);
  };
  const stop = async () => {
    child.stdin.end();
    await closed;
  };
  return { port: await ready, ...lists, settle, until: (list, many) => when(() => lists[list].length >= many), stop };
}

/** A port on which nothing listens, so connections are refused. */
export async function refusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port was given.');
  return address.port;
}
