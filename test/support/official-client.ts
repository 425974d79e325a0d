/** The official SDK client, in every way in which it speaks to a server: the judge of what servers say. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { everyNth } from './runs.ts';

export type Mode = 'legacy' | 'auto' | { readonly pin: string };

/** Name and mode, for `describe.each`. */
export const MODES: readonly (readonly [string, Mode])[] = [
  ['legacy', 'legacy'],
  ['auto', 'auto'],
  ['2026-07-28', { pin: '2026-07-28' }],
];

/** Where the subject is what a server does, and not how it is spoken to. */
export const SOME_MODES: typeof MODES = everyNth(MODES.length, MODES);

/** Takes what has to be done at the end. */
export type AtEnd = (end: () => Promise<void>) => void;

/** More about a connection. */
interface ConnectOptions {
  /** When both are gone; by default when the test is over. */
  readonly atEnd?: AtEnd | undefined;
  /** Gets what the server writes to standard error. */
  readonly log?: (text: string) => void;
}

/** Starts `server` (a file for node) and connects to it. */
export async function connect(
  mode: Mode,
  server: string,
  env: Readonly<Record<string, string>> = {},
  { atEnd = onTestFinished, log }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
  atEnd(() => client.close());
  const stderr = log ? 'pipe' : 'ignore';
  const transport = new StdioClientTransport({ command: process.execPath, args: [server], stderr, env: { ...env } });
  if (log) transport.stderr?.on('data', (chunk) => log(String(chunk)));
  await client.connect(transport);
  return client;
}
