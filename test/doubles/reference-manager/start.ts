import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import type { Profile } from './constants.ts';
import { isObject } from './item.ts';
import type { RecordedRequest } from './journal.ts';
import type { DialogAnswer } from './local/keyring.ts';

/** Switches of the double; each belongs to one profile. */
export interface StartOptions {
  port?: number;
  /** web: seconds in a `Backoff` header on every answer. */
  backoff?: number;
  /** web: 429 always (`true`) or for the first n requests. */
  rateLimit?: boolean | number;
  /** web: seconds in `Retry-After` of those 429s (10 in the real thing). */
  retryAfter?: number;
  /** zotero10: what the person clicks in the authorization dialog. */
  dialog?: DialogAnswer;
  dialogDelayMs?: number;
  readOnlyLibrary?: boolean;
}

/** A running double. `requests` and `unknown` grow as it is used. */
export interface ReferenceManager {
  port: number;
  requests: RecordedRequest[];
  /** The `UNKNOWN …` lines: what the double was asked and the contract does not describe. */
  unknown: string[];
  /** Resolves when everything reported so far has arrived in the two lists. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

function argumentsFor(profile: Profile, options: StartOptions): string[] {
  const { port = 0, backoff, rateLimit = false, retryAfter, dialog, dialogDelayMs, readOnlyLibrary = false } = options;
  const flag = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`--${name}`, String(value)];
  return [
    ...flag('profile', profile),
    ...flag('port', port),
    ...flag('backoff', backoff),
    ...(rateLimit === false ? [] : ['--rate-limit']),
    ...flag('rate-limit-count', typeof rateLimit === 'number' ? rateLimit : undefined),
    ...flag('retry-after', retryAfter),
    ...flag('dialog', dialog),
    ...flag('dialog-delay', dialogDelayMs),
    ...(readOnlyLibrary ? ['--read-only-library'] : []),
  ];
}

function collectReports(child: ChildProcessWithoutNullStreams) {
  const requests: RecordedRequest[] = [];
  const unknown: string[] = [];
  const noise: string[] = [];
  const marks = new Map<string, () => void>();
  const reached = (mark: string) => marks.get(mark)?.();
  const ready = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report: unknown = JSON.parse(line);
      if (!isObject(report)) return;
      if (typeof report['port'] === 'number') resolve(report['port']);
      if (isObject(report['request'])) requests.push(report['request'] as unknown as RecordedRequest);
      if (typeof report['mark'] === 'string') reached(`${report['mark']} out`);
    });
    child.on('exit', () => reject(new Error(`The double did not start: ${noise.join('\n')}`)));
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('UNKNOWN ')) unknown.push(line);
    else if (line.startsWith('MARK ')) reached(`${line.slice(5)} err`);
    else noise.push(line);
  });
  return { requests, unknown, marks, ready };
}

/** Starts the double in its own process and waits until it listens. */
export async function startReferenceManager(profile: Profile, options: StartOptions = {}): Promise<ReferenceManager> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...argumentsFor(profile, options)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  const { requests, unknown, marks, ready } = collectReports(child);
  let count = 0;
  const settle = async () => {
    count += 1;
    const mark = String(count);
    const seen = ['out', 'err'].map((pipe) => new Promise<void>((resolve) => marks.set(`${mark} ${pipe}`, resolve)));
    child.stdin.write(`${mark}\n`);
    await Promise.race([Promise.all(seen), closed]);
  };
  const stop = async () => {
    child.stdin.end();
    await closed;
  };
  return { port: await ready, requests, unknown, settle, stop };
}

/** Profile `off`: a port on which nothing listens, so connections are refused. */
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
