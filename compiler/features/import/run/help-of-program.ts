/** Asks a program for its help, in an empty folder that is removed afterwards; a program that asks, hangs or writes is named. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramEnd, runProgram } from '@haft/runtime/try';
import { escapeUnsafe, oneLine } from '../../../base/text/escape.ts';
import { onInterrupt } from './live-server.ts';

/** What it printed, or why that is not used: the end of a sentence. */
export type PrintedHelp = { readonly text: string } | { readonly problem: string };

const TIMEOUT_MS = 5000;

const MAX_BYTES = 1_048_576;

/** What Windows needs to start a program. */
const ON_WINDOWS = ['SystemRoot', 'PATHEXT', 'ComSpec'];

export async function askForHelp(argv: readonly string[]): Promise<PrintedHelp> {
  const folder = mkdtempSync(join(tmpdir(), 'haft-help-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const stop = new AbortController();
  const leave = onInterrupt(async () => {
    stop.abort();
    remove();
  });
  try {
    const end = await runProgram({
      argv,
      cwd: folder,
      env: environmentIn(folder),
      stdin: '',
      maxBytes: MAX_BYTES,
      truncate: false,
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    if (written.length === 0) return readEnd(end);
    return { problem: `wrote files: ${written.slice(0, 3).map(oneLine).join(', ')}` };
  } finally {
    leave();
    remove();
  }
}

/** The help of all users and machines is the same. */
function environmentIn(folder: string): Readonly<Record<string, string>> {
  const more = process.platform === 'win32' ? ON_WINDOWS : [];
  const passed = ['PATH', ...more].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  return { ...Object.fromEntries(passed), HOME: folder, LC_ALL: locale };
}

/** Some print their help where errors belong, and end with a code of their own. */
function readEnd(end: ProgramEnd): PrintedHelp {
  if (end.kind === 'aborted') return { problem: `did not end within ${TIMEOUT_MS / 1000} s` };
  if (end.kind === 'too_large') return { problem: 'printed more than 1 MiB' };
  if (end.kind === 'no_output') return { problem: end.failure.error };
  if (end.kind === 'not_started')
    return { problem: end.code === 'ENOENT' ? 'does not exist' : `could not be started (${end.code})` };
  const [out, err] = [end.stdout, end.stderr].map((bytes) => Buffer.from(bytes).toString('utf8').toWellFormed());
  const text = (out ?? '').trim() === '' ? (err ?? '') : (out ?? '');
  const question = questionIn(`${out ?? ''}\n${err ?? ''}`);
  return question === undefined ? { text } : { problem: `asks: ${question}` };
}

/** A line that waits for yes or no. */
function questionIn(text: string): string | undefined {
  const line = text.split('\n').find((one) => /[([]y(?:es)?[/|]n(?:o)?[)\]]/i.test(one) && /\?/.test(one));
  return line === undefined ? undefined : escapeUnsafe(oneLine(line).slice(0, 200));
}
