/** Starts a server as its host would, and asks it for its tools. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { type OpenWire, WireError, endAtOnce, startProgram } from '@haft/runtime/try';
import { takeLines } from '@haft/runtime/lines';
import type { FailedCall, ObservedLaunch, ObservedServer } from '../../doctor/observed.ts';
import { membersOf, readJsonMap } from '../../../../plan/read-json.ts';
import { errorCode } from '../../../../edge/command-line/failure.ts';
import { howItFailed, talkOver } from './reach.ts';

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
/** Characters of a line that are shown. */
const WIDTH = 300;

export async function start(
  launch: ObservedLaunch,
  manner: StartLimits,
): Promise<Required<Pick<ObservedServer, 'started'>> & Pick<ObservedServer, 'called'>> {
  const heard: Heard = { log: '', noise: undefined, took: 0 };
  const outcome = await converse(launch, manner, heard);
  const noise = heard.noise === undefined ? {} : { noise: clipLine(manner.redact(heard.noise)) };
  if (typeof outcome !== 'string') {
    const { tools, called } = outcome;
    const started = { kind: 'ready', tools, took: heard.took, ...noise } as const;
    return { started, ...(called && { called: redactCall(called, manner) }) };
  }
  const oldNode = oldNodeOf(launch);
  const log = lastLines(manner.redact(plain(heard.log)));
  return {
    started: { kind: 'failed', how: manner.redact(outcome), ...noise, log, ...(oldNode !== undefined && { oldNode }) },
  };
}

function redactCall({ tool, code, error, next }: FailedCall, { redact }: StartLimits): FailedCall {
  return { tool, code: redact(code), error: redact(error), ...(next !== undefined && { next: redact(next) }) };
}

/** In one line. */
export function clipLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > WIDTH ? `${flat.slice(0, WIDTH - 1)}…` : flat;
}

/** What a server printed beside its messages. */
interface Heard {
  log: string;
  /** Text on standard output that is no message. */
  noise: string | undefined;
  /** Milliseconds until the tools were listed. */
  took: number;
}

/** How it failed, as the end of a sentence, where it did not list its tools. */
async function converse(
  { program = '', args, environment: env, folder: cwd }: ObservedLaunch,
  { patience, call }: StartLimits,
  heard: Heard,
): Promise<Awaited<ReturnType<typeof talkOver>> | string> {
  const began = performance.now();
  const late = new AbortController();
  const reason = new WireError(`it did not respond within ${patience / 1000} s`);
  const timer = setTimeout(() => late.abort(reason), patience);
  const onListed = (): void => void (heard.took = performance.now() - began);
  try {
    const child = await startProgram({ argv: [program, ...args], env, cwd, stdin: 'pipe', trusted: true });
    const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    try {
      return await talkOver(wireTo(child, heard), late.signal, { call, onListed });
    } finally {
      child.stdin?.end();
      setTimeout(() => endAtOnce(child), GRACE).unref();
      await closed;
    }
  } catch (error) {
    return error instanceof WireError || errorCode(error) === undefined ? howItFailed(error) : notStarted(error);
  } finally {
    clearTimeout(timer);
  }
}

function notStarted(error: unknown): string {
  return `could not be started (${errorCode(error) ?? 'unknown'})`;
}

/** Also hears what is no message. */
function wireTo(child: ChildProcess, heard: Heard): OpenWire {
  return ({ onMessage, onEnd }) => {
    takeLines(child.stdout, Infinity, (line) => {
      const { before, message } = messageIn(line);
      if (before.trim() !== '') heard.noise ??= before;
      onMessage(message);
    });
    child.stderr?.on('data', (chunk: Buffer) => (heard.log = (heard.log + chunk.toString()).slice(-KEPT)));
    // The close event reports what happened.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => onEnd(new WireError(`it ${notStarted(error)}`)));
    child.once('close', (code, signal) => {
      onEnd(new WireError(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`));
    });
    return Promise.resolve({
      answersAtOnce: false,
      send: (message) => Promise.resolve(void child.stdin?.write(`${JSON.stringify(message)}\n`)),
      close: () => Promise.resolve(),
    });
  };
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

/** Where a text without a line end comes before a message, the message is at the end of the line. */
function messageIn(line: string): { readonly before: string; readonly message?: unknown } {
  for (let at = line.indexOf('{"'), tries = 0; at >= 0 && tries < TRIES; at = line.indexOf('{"', at + 1), tries += 1) {
    const message = readJsonMap(line.slice(at));
    if (membersOf(message)?.['jsonrpc'] === '2.0') return { before: line.slice(0, at), message };
  }
  return { before: line };
}
