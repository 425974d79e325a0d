/** Another MCP server as a program: one message a line on its standard input and output (MCP, basic/transports). */
import type { ChildProcess } from 'node:child_process';
import { MAX_BYTES } from '../language/json.ts';
import { takeLines } from '../transport/read-lines.ts';
import type { OpenWire, WireEvents } from './wire.ts';
import { WireError } from './wire.ts';
import { endAtOnce, endPolitely } from '../programs/end.ts';
import type { Program as StartedProgram } from '../programs/start.ts';
import { startProgram, UNSAFE_ARGUMENT } from '../programs/start.ts';

interface Program {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** A line that it printed to standard error. */
  readonly onStderr: (line: string) => void;
}

/** Starts the program at once. It ends with the wire or with this process, and so does what it has started in its process group. */
export function stdioWire({ argv, env, cwd, onStderr }: Program): OpenWire {
  return async (events) => {
    const child = await spawnProgram({ argv, env, cwd, stdin: 'pipe', trusted: true });
    takeLines(child.stderr, 64 * 1024, onStderr);
    return wireTo(child, events);
  };
}

async function spawnProgram(program: StartedProgram): Promise<ChildProcess> {
  try {
    const child = await startProgram(program);
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    const detail = code === UNSAFE_ARGUMENT ? 'an argument is not safe in a batch file' : code;
    throw new WireError(`the program ${program.argv[0] ?? ''} could not be started (${detail})`);
  }
}

function wireTo(child: ChildProcess, { onMessage, onEnd }: WireEvents): Awaited<ReturnType<OpenWire>> {
  let open = true;
  const leave = leaving(child);
  const end = (reason: string): void => {
    if (!open) return;
    open = false;
    onEnd(new WireError(reason));
    void leave();
  };
  const take = (line: string): void => {
    const message = messageIn(line);
    if (open && message !== undefined) onMessage(message);
  };
  takeLines(child.stdout, MAX_BYTES, take, () => end('it sent a message larger than 10 MiB'));
  child.on('error', () => end('its program could not be reached'));
  const ended = (code: number | null, signal: string | null): void => {
    end(`its program ended (${signal ?? `exit code ${code}`})`);
  };
  child.on('close', ended);
  // What it has started may hold its output open.
  child.on('exit', (code, signal) => setTimeout(() => ended(code, signal), 500).unref());
  // A program that ends does not read what is left.
  child.stdin?.on('error', () => {});
  return {
    answersAtOnce: false,
    send: async (message) => {
      if (!open) throw new WireError('its program has ended');
      child.stdin?.write(`${JSON.stringify(message)}\n`);
      return Promise.resolve();
    },
    close: () => {
      open = false;
      return leave();
    },
  };
}

/** Whatever it does, nothing of it is left soon after, nor once this process ends. */
function leaving(child: ChildProcess): () => Promise<void> {
  const kill = (): void => endAtOnce(child);
  process.on('exit', kill);
  let gone: Promise<void> | undefined;
  return () => {
    gone ??= endPolitely(child).finally(() => {
      process.off('exit', kill);
      // What it has started outside of its group may hold them open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
    return gone;
  };
}

/** Programs may print other lines before the first JSON message. */
function messageIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
