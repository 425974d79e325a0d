/** A server as a process, spoken to line by line. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { eachLine } from '../../support/lines.ts';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly write: (text: string | Uint8Array) => void;
  readonly ask: (method: string, params?: object, id?: string | number) => void;
  /** The next line of standard output, parsed; waits for it. */
  readonly next: () => Promise<ReturnType<typeof JSON.parse>>;
  /** The same as it was written. */
  readonly nextText: () => Promise<string>;
  /** Waits until standard error has matched, and gives the match. */
  readonly logged: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Waits for the end and gives the exit code and every line that nobody took. */
  readonly end: () => Promise<{ readonly code: unknown; readonly rest: readonly string[]; readonly stderr: string }>;
}

/** Takes what ends the process; by default it ends with the test. */
export type AtEnd = (end: () => void) => void;

export function startServer(
  file: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  atEnd: AtEnd = onTestFinished,
  cwd = process.cwd(),
): ServerProcess {
  const child = spawn(process.execPath, [file, ...args], { stdio: 'pipe', cwd, env: { ...process.env, ...env } });
  atEnd(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const lines: string[] = [];
  let stderr = '';
  const wakes: (() => void)[] = [];
  const wake = (): void => {
    for (const one of wakes.splice(0)) one();
  };
  const woken = (): Promise<void> => new Promise((resolve) => wakes.push(resolve));
  eachLine(child.stdout, (line) => {
    lines.push(line);
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    wake();
  });
  child.stdin.on('error', () => {});
  const nextText = async (): Promise<string> => {
    while (lines.length === 0) await woken();
    return lines.shift() ?? '';
  };
  const write = (text: string | Uint8Array): void => void child.stdin.write(text);
  return {
    child,
    write,
    ask: (method, params = {}, id = 1) => write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`),
    next: async () => JSON.parse(await nextText()),
    nextText,
    async logged(pattern) {
      for (;;) {
        const match = pattern.exec(stderr);
        if (match !== null) return match;
        await woken();
      }
    },
    async end() {
      const [code, signal] = await closed;
      return { code: code ?? signal, rest: lines, stderr };
    },
  };
}
