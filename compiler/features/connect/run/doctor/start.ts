/** Starts a server as its host would, and asks it for its tools. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { endAtOnce, startProgram } from '@haft/runtime/try';
import { takeLines } from '@haft/runtime/lines';
import type { FailedCall, ObservedLaunch } from '../../doctor/observed.ts';
import { membersOf, readJsonMap } from '../../../../plan/read-json.ts';
import { errorCode } from '../../../../edge/command-line/failure.ts';
import { HELLO, type TalkOutcome, conversation } from './reach.ts';

/** Braces at which a message may start; a line of braces costs no more. */
const TRIES = 20;

export interface StartLimits {
  /** Milliseconds until a silent server is given up. */
  readonly patience: number;
  /** Whether its read tool is called. */
  readonly call: boolean;
  readonly redact: (text: string) => string;
}

/** Lines of the log that are shown, and characters of it that are kept. */
const [LINES, KEPT] = [5, 20_000];
/** Milliseconds that a server has to end when its input is closed. */
const GRACE = 1000;
/** Characters of a text on standard output that are shown. */
const NOISE = 300;

export async function start(launch: ObservedLaunch, manner: StartLimits): Promise<TalkOutcome> {
  const { outcome, log, noise: text, took } = await converse(launch, manner);
  const { started, called } = outcome;
  const noise = text === undefined ? {} : { noise: clipLine(manner.redact(text)) };
  if (started.kind === 'ready')
    return { started: { ...started, took, ...noise }, ...(called && { called: redactCall(called, manner) }) };
  if (started.kind === 'unreached') return outcome;
  const oldNode = oldNodeOf(launch);
  return {
    started: {
      ...started,
      ...noise,
      log: lastLines(manner.redact(plain(log))),
      ...(oldNode !== undefined && { oldNode }),
    },
  };
}

function redactCall({ tool, code, error, next }: FailedCall, { redact }: StartLimits): FailedCall {
  return { tool, code: redact(code), error: redact(error), ...(next !== undefined && { next: redact(next) }) };
}

function clipLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > NOISE ? `${flat.slice(0, NOISE - 1)}…` : flat;
}

interface Conversation {
  readonly outcome: TalkOutcome;
  readonly log: string;
  /** Text on standard output that is no message. */
  readonly noise?: string;
  /** Milliseconds until the tools were listed. */
  readonly took: number;
}

async function converse(
  { program = '', args, environment, folder }: ObservedLaunch,
  manner: StartLimits,
): Promise<Conversation> {
  const talk = conversation(manner.call);
  const argv = [program, ...args];
  try {
    const child = await startProgram({ argv, env: environment, cwd: folder, stdin: 'pipe', trusted: true });
    return await talkWith(child, talk, manner);
  } catch (error) {
    return { outcome: talk.outcome(notStarted(error)), log: '', took: 0 };
  }
}

function notStarted(error: unknown): string {
  return `could not be started (${errorCode(error) ?? 'unknown'})`;
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}

function talkWith(
  child: ChildProcess,
  talk: ReturnType<typeof conversation>,
  manner: Pick<StartLimits, 'patience'>,
): Promise<Conversation> {
  return new Promise((resolve) => {
    let log = '';
    let how: string | undefined;
    const began = performance.now();
    let took = 0;
    let noise: string | undefined;
    const send = (message: object): void => void child.stdin?.write(`${JSON.stringify(message)}\n`);
    const end = (why: string): void => {
      how ??= why;
      clearTimeout(patience);
      child.stdin?.end();
      setTimeout(() => endAtOnce(child), GRACE).unref();
    };
    const over = (why: string): void => {
      end(why);
      resolve({ outcome: talk.outcome(how ?? why), log, took, ...(noise !== undefined && { noise }) });
    };
    const patience = setTimeout(end, manner.patience, `did not respond within ${manner.patience / 1000} s`);
    const take = (line: string): void => {
      const { before, message } = messageIn(line);
      if (before.trim() !== '') noise ??= before;
      const { send: next, isOver, isListed } = talk.take(message);
      if (isListed) took = performance.now() - began;
      for (const one of next) send(one);
      if (isOver) end('is done');
    };
    takeLines(child.stdout, Infinity, take);
    child.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-KEPT)));
    // The close event reports what happened.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => over(notStarted(error)));
    child.once('close', (code, signal) => over(endOf(code, signal)));
    send(HELLO);
  });
}

/** The messages of a log whose lines are JSON. */
function plain(log: string): string {
  return log
    .split('\n')
    .map((line) => {
      const message = membersOf(readJsonMap(line))?.['message'];
      return typeof message === 'string' ? message : line;
    })
    .join('\n');
}

function lastLines(log: string): readonly string[] {
  return log
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LINES)
    .map((line) => `    ${line.trim().slice(0, 500)}`);
}

/** The version of a Node that no server runs on. */
function oldNodeOf({ program = '', environment, folder: cwd }: ObservedLaunch): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], {
    cwd,
    env: { ...environment },
    encoding: 'utf8',
    timeout: 5000,
  });
  const [version, major, minor] = /^v(\d+)\.(\d+)\.\d+/.exec(stdout ?? '') ?? [];
  const [first, second] = [Number(major), Number(minor)];
  const fits = (first === 20 && second >= 19) || (first === 22 && second >= 12) || first > 22;
  return version === undefined || fits ? undefined : version;
}

/** Finds the message on a line of a server's standard output, and the text before it. */
interface Line {
  readonly before: string;
  readonly message?: unknown;
}

/** Where a text without a line end comes before a message, the message is at the end of the line. */
function messageIn(line: string): Line {
  for (let at = line.indexOf('{"'), tries = 0; at >= 0 && tries < TRIES; at = line.indexOf('{"', at + 1), tries += 1) {
    const message = readJsonMap(line.slice(at));
    if (membersOf(message)?.['jsonrpc'] === '2.0') return { before: line.slice(0, at), message };
  }
  return { before: line };
}
