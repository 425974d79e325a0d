/** Runs the program of a host to its end, and reads its whole output. */
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import type { Json } from '@haft/runtime';
import { endAtOnce, startProgram } from '@haft/runtime/try';
import type { Agent, AgentEnd } from '../online/agent.ts';
import { readJson } from '../../../plan/read-json.ts';
import { errorCode, Failure } from '../../../edge/command-line/failure.ts';

export interface ProgramRun {
  readonly cwd: string;
  /** Beside what every program needs. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Output extends AgentEnd {
  /** Every line that is JSON. */
  readonly lines: readonly Json[];
}

const MAX_BYTES = 33_554_432;
/** What finds programs and the network; nothing that says who the user is. */
const PASSED =
  /^(?:path|lang|lc_\w+|tz|tmpdir|temp|tmp|systemroot|comspec|pathext|(?:https?|no|all)_proxy|ssl_cert_\w+|node_extra_ca_certs)$/i;

/** @throws the reason of `signal` once it is aborted. */
export async function runProgram(program: string, args: readonly string[], run: ProgramRun): Promise<Output> {
  const { cwd, env, input, timeoutMs, signal } = run;
  signal.throwIfAborted();
  const argv = [program, ...args];
  const child = await startProgram({ argv, env: { ...passedOn(), ...env }, cwd, stdin: 'pipe', trusted: true });
  const end = (): void => endAtOnce(child);
  const late = setTimeout(end, timeoutMs);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const [stdout, stderr] = [collector(end), collector()];
  child.stdout?.on('data', stdout.add);
  child.stderr?.on('data', stderr.add);
  // A program that ends before it read its input has an exit code that says why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const started = performance.now();
  try {
    // Null where a signal ended it.
    const [code = null]: (number | null)[] = await once(child, 'close');
    signal.throwIfAborted();
    const isLate = performance.now() - started >= timeoutMs;
    const printed = quoteLine(
      stdout
        .text()
        .split('\n')
        .find((line) => line.trim() !== '') ?? '',
    );
    return { lines: linesOf(stdout.text()), printed: printed ?? 'nothing', problem: problemOf(code, isLate) };
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', end);
    end();
  }

  function problemOf(code: number | null, isLate: boolean): string | undefined {
    if (isLate) return `it did not finish within ${timeoutMs / 1000} s (\`evals.limits.timeout_ms\`).`;
    if (stdout.isFull()) return `it printed more than ${MAX_BYTES / 1_048_576} MiB.`;
    if (code === 0) return undefined;
    const last = quoteLine(stderr.text().trim().split('\n').at(-1) ?? '');
    const how = code === null ? 'it was ended by a signal' : `it ended with exit code ${code}`;
    return last === undefined ? `${how}, without a message.` : `${how}: ${last}`;
  }
}

/** What a program says of itself, short and without control characters; undefined where it says nothing. */
function quoteLine(text: string): string | undefined {
  const plain = stripVTControlCharacters(text)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return plain === '' ? undefined : JSON.stringify(plain.slice(0, 300));
}

/** @throws Failure where it cannot be started. */
export async function versionOf({ title, program }: Agent): Promise<string> {
  const out = collector();
  try {
    const argv = [program, '--version'];
    const child = await startProgram({ argv, env: passedOn(), cwd: undefined, stdin: 'ignore', trusted: true });
    child.stdout?.on('data', out.add);
    child.stderr?.resume();
    const [code]: (number | null)[] = await once(child, 'close');
    const version = /(?<!\d)\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(out.text())?.[0];
    if (code === 0 && version !== undefined) return version;
    throw new Failure(`\`${program} --version\` printed no version.`, `Install ${title} again.`);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const message = `${title} is not installed: there is no program "${program}" on PATH.`;
    throw new Failure(message, 'Install it and run again.', { cause: error });
  }
}

function passedOn(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && PASSED.test(name) ? [[name, value]] : [],
    ),
  );
}

function collector(onFull: () => void = () => undefined) {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer) {
      size += chunk.length;
      if (size <= MAX_BYTES) chunks.push(chunk);
      else onFull();
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    isFull: () => size > MAX_BYTES,
  };
}

function linesOf(text: string): readonly Json[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const read = readJson(line);
    return 'value' in read ? [read.value] : [];
  });
}
