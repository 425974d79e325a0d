/** One run of a program: its own process group, its output up to a limit, no way to outlive the call, and why it did not start. */
import { isEnvironment, isFromModel } from './argv.ts';
import type { ChildProcess } from 'node:child_process';
import { UNSAFE_ARGUMENT, endAtOnce, startProgram } from '../../programs/start.ts';
import type { ErrorCase } from '../../descriptor/descriptor.ts';
import { type ToolFailure, authoredFailure, failure } from '../../server/failure.ts';
import { clip, errorCode } from '../../language/describe.ts';
import { badArgument, notPermitted } from '../../server/call-failures.ts';
import {
  type Template,
  type TemplatePart,
  type TemplateScope,
  parseTemplate,
  resolveVariable,
  toText,
} from '../../language/template.ts';
import { NO_STEPS, climbs, climbsBeyond } from '../shared/path-steps.ts';

/** A line of the author with white space, quotes or tags is text, not the name of a file. */
const TEXT = /[\s"'`<>]/;

const SEPARATOR = /[/\\]/;

const REPAIR = 'Ask the user to fix the settings of this server. Do not retry.';

const LATER = 'Wait 5 s, then retry once. If it fails again, tell the user.';

const SHORTER = 'Shorten the arguments and call the tool again.';

const UNSAFE = 'one of " % ! & | < > ^ or a control character';

const SAFER = 'Leave these characters out and call the tool again.';

/** What to run. */
export interface ProgramCall {
  readonly argv: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | undefined;
  /** Bytes of standard output; a program that prints more is stopped. */
  readonly maxBytes: number;
  /** What is printed up to `maxBytes` is then the output. */
  readonly truncate: boolean;
  readonly signal: AbortSignal;
  /** Looks at the file that the program shall write before it starts; what it returns reads the file in the place of the output. */
  readonly watchOutput?: (() => Promise<(end: ProgramSuccess) => Promise<ProgramEnd>>) | undefined;
  /** Sees what the program prints while it prints it. */
  readonly onOutput?: ((stream: 'stdout' | 'stderr', chunk: Uint8Array) => void) | undefined;
}

type ProgramSuccess = Extract<ProgramEnd, { readonly kind: 'ended' }>;

/** How it ended, and what it had printed by then; `exit` is the code as decimal text, or the name of the signal. */
export type ProgramEnd =
  | {
      readonly kind: 'ended';
      readonly exit: string;
      readonly stdout: Uint8Array;
      readonly stderr: Uint8Array;
      /** It was stopped because there was more; `exit` is then that of a success. */
      readonly truncated?: boolean;
    }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'not_started'; readonly code: string }
  /** It ended well, and the file that it should have written cannot be read. */
  | { readonly kind: 'no_output'; readonly failure: ToolFailure };

/** Runs a program and waits for its end; never rejects. */
export type RunProgram = (program: ProgramCall) => Promise<ProgramEnd>;

const STDERR_TAIL = 64 * 1024;

/** Runs a program without a shell and waits for its end; never rejects. */
export async function runProgram(program: ProgramCall): Promise<ProgramEnd> {
  const { argv, env, cwd, stdin, signal, watchOutput } = program;
  if (signal.aborted) return { kind: 'aborted' };
  const readWritten = await watchOutput?.();
  let child: ChildProcess;
  try {
    child = await startProgram({ argv, env, cwd, stdin: stdin === undefined ? 'ignore' : 'pipe' });
  } catch (thrown) {
    return { kind: 'not_started', code: errorCode(thrown) };
  }
  // A program may end without reading all of its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(stdin);
  const end = await follow(child, program);
  return readWritten && end.kind === 'ended' && end.exit === '0' ? readWritten(end) : end;
}

function follow(child: ChildProcess, { maxBytes, truncate, signal, onOutput }: ProgramCall): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const end = (result: ProgramEnd): void => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = (): void => {
      stop(child);
      end({ kind: 'aborted' });
    };
    signal.addEventListener('abort', abort);
    const onMore = (): void => {
      stop(child);
      end(truncate ? { kind: 'ended', exit: '0', ...output.read(), truncated: true } : { kind: 'too_large' });
    };
    const output = collect(child, maxBytes, onMore, onOutput);
    child.on('error', (error) => end({ kind: 'not_started', code: errorCode(error) }));
    const ended = (code: number | null, by: string | null): void =>
      end({ kind: 'ended', exit: String(code ?? by), ...output.read() });
    child.on('close', ended);
    child.on('exit', (code, by) => {
      whenQuiet(output.count, () => {
        closeStreams(child);
        ended(code, by);
      });
    });
    if (signal.aborted) abort();
  });
}

/** Keeps standard output up to a limit, and the end of standard error. */
function collect(child: ChildProcess, most: number, onMore: () => void, onOutput: ProgramCall['onOutput']) {
  const stdout: Buffer[] = [];
  let stderr = Buffer.alloc(0);
  let [bytes, errorBytes] = [0, 0];
  child.stdout?.on('data', (chunk: Buffer) => {
    const room = most - bytes;
    bytes += chunk.length;
    stdout.push(chunk.subarray(0, Math.max(0, room)));
    onOutput?.('stdout', chunk);
    if (bytes > most) onMore();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errorBytes += chunk.length;
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_TAIL);
    onOutput?.('stderr', chunk);
  });
  return { read: () => ({ stdout: Buffer.concat(stdout), stderr }), count: () => bytes + errorBytes };
}

/** Turns of the event loop after the exit during which output is still read; a process in the background may print for ever. */
const MAX_TURNS = 100;

/**
 * The output of a program can be read completely once it has exited, but a program in the background may keep the pipes
 * open for ever. So they are read until a whole turn of the event loop has read nothing.
 */
function whenQuiet(count: () => number, act: () => void, turns = MAX_TURNS): void {
  const before = count();
  // The first turn may be that of the exit itself; all pending output is read before the second one.
  setImmediate(() =>
    setImmediate(() => (count() === before || turns === 0 ? act() : whenQuiet(count, act, turns - 1))),
  );
}

function closeStreams({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

/** What the server stops for cannot wait. */
function stop(child: ChildProcess): void {
  endAtOnce(child);
  closeStreams(child);
}

/** By the system's code and by what exists; with the author's message if the program does not exist. */
export async function notStarted(
  code: string,
  { argv, cwd, env }: Pick<ProgramCall, 'argv' | 'cwd' | 'env'>,
  notFound: ErrorCase | undefined,
): Promise<ToolFailure> {
  const denied = notPermitted(code);
  if (denied) return denied;
  const say = (name: string, error: string, hint: string): ToolFailure => failure(name, `${error} (${code}).`, hint);
  const program = `The program "${clip(argv[0] ?? '')}"`;
  const install = installing(argv[0] ?? '');
  const folder = await folderTrouble(cwd);
  if (folder !== undefined) return say('not_started', `The working directory of the program ${folder}`, REPAIR);
  switch (code) {
    case 'ENOENT':
      if (await isThere(argv[0] ?? '', env['PATH'] ?? ''))
        return say('not_started', `${program} needs an interpreter that does not exist`, install);
      return notFound === undefined
        ? say('not_found', `${program} does not exist`, install)
        : authoredFailure(notFound, 'not_found');
    case 'EACCES':
    case 'EPERM':
      return say('not_started', `${program} is not executable`, install);
    case 'E2BIG':
    case 'ENAMETOOLONG':
      return say('invalid_arguments', 'The arguments are too long for the program', SHORTER);
    case 'ENOEXEC':
    case 'EFTYPE':
      return say('not_started', `${program} is not built for this machine`, install);
    case UNSAFE_ARGUMENT:
      return say('invalid_arguments', `${program} is a batch file, and an argument has ${UNSAFE}`, SAFER);
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return say('busy', 'The system has no resources to start another program', LATER);
    default:
      return say('not_started', `${program} could not be started`, install);
  }
}

/** A name is searched for in PATH, a path is not. */
function installing(name: string): string {
  const quotedName = `"${clip(name)}"`;
  return /[/\\]/.test(name)
    ? `Ask the user to install ${quotedName} or to fix its path in the settings of this server. Do not retry.`
    : `Ask the user to install ${quotedName}, or to add its folder to the PATH of this server and restart it. Do not retry.`;
}

async function folderTrouble(cwd: string | undefined): Promise<string | undefined> {
  if (cwd === undefined) return undefined;
  const { access, constants, stat } = await import('node:fs/promises');
  try {
    if (!(await stat(cwd)).isDirectory()) return 'is not a directory';
    await access(cwd, constants.X_OK);
    return undefined;
  } catch (thrown) {
    return errorCode(thrown) === 'EACCES' ? 'cannot be entered' : 'does not exist';
  }
}

/** Resolves a name as `execvp` does (POSIX): a name with a slash is a path, any other is searched for in PATH. */
async function isThere(program: string, path: string): Promise<boolean> {
  const { access } = await import('node:fs/promises');
  const places = program.includes('/')
    ? [program]
    : path.split(process.platform === 'win32' ? ';' : ':').map((folder) => `${folder || '.'}/${program}`);
  const results = await Promise.allSettled(places.map((place) => access(place)));
  return results.some(({ status }) => status === 'fulfilled');
}

/** What is wrong with the values of a call; undefined if each stays in its folder. */
export function compileFolders(
  cwd: string | undefined,
  stdin: string | undefined,
): (scope: TemplateScope) => ToolFailure | undefined {
  const folder = parseTemplate(cwd ?? '');
  const names = (stdin ?? '').split(/[\r\n]/).map((line) => parseTemplate(line));
  const files = names.filter(isInFolder);
  return (scope) => {
    if (leaves(folder, scope)) return badArgument(`A value in the working directory ${NO_STEPS}.`);
    const isOut = files.some((name) => leaves(name, scope));
    return isOut ? badArgument(`A value in a file name on standard input ${NO_STEPS}.`) : undefined;
  };
}

function isInFolder({ parts }: Template): boolean {
  const own = parts.filter((part) => typeof part === 'string');
  const isPath = own.some((text) => SEPARATOR.test(text)) || parts.some(isEnvironment);
  return isPath && parts.some(isFromModel) && !own.some((text) => TEXT.test(text));
}

function leaves({ parts }: Template, scope: TemplateScope): boolean {
  const filled = parts.map((part) => fill(part, scope));
  const frame = parts.map((part, at) => (isFromModel(part) ? 'x' : (filled[at] ?? '')));
  // A value may have several lines, and so several names.
  const alone = parts.some((part, at) => isFromModel(part) && (filled[at] ?? '').split(/[\r\n]/).some(climbs));
  return alone || climbsBeyond(frame.join(''), filled.join(''));
}

function fill(part: TemplatePart, scope: TemplateScope): string {
  return typeof part === 'string' ? part : toText(resolveVariable(part, scope) ?? '');
}
