/** `haft watch --format json` as a process: its builds as they come. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { eachLine } from './lines.ts';

const BIN = join(import.meta.dirname, '../../compiler/bin/haft.js');

export interface BuildLine {
  readonly build: number;
  readonly ok: boolean;
  readonly diagnostics?: readonly {
    readonly code: string;
    readonly message: string;
    readonly file: string;
    readonly line: number;
  }[];
  readonly files?: {
    readonly created: string[];
    readonly changed: string[];
    readonly removed: string[];
    readonly restored: string[];
    readonly conflicts: object[];
  } | null;
  readonly added?: readonly { readonly path: string; readonly names: readonly string[] }[];
  readonly changes?: readonly { readonly kind: string; readonly level: string; readonly subject: string }[];
  readonly failure?: { readonly message: string; readonly hint: string };
}

interface WatchProcess {
  /** The first build that is not looked at yet and of which this holds; those before it are passed over. */
  readonly until: (holds: (line: BuildLine) => boolean) => Promise<BuildLine>;
  /** Every build so far. */
  readonly lines: readonly BuildLine[];
  /** Closes our side of its standard output. */
  readonly leave: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Exit code and signal. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

export function startWatching(cwd: string, ...args: readonly string[]): WatchProcess {
  const child = spawn(process.execPath, [BIN, 'watch', '--format', 'json', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: BuildLine[] = [];
  let next = 0;
  let wake = (): void => {};
  eachLine(child.stdout, (line) => {
    lines.push(JSON.parse(line) as BuildLine);
    wake();
  });
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => {
      resolve([code, signal]);
      wake();
    });
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    lines,
    ended,
    leave: () => void child.stdout.destroy(),
    kill: (signal) => void child.kill(signal),
    async until(holds) {
      for (;;) {
        while (next < lines.length) {
          const line = lines[next] as BuildLine;
          next += 1;
          if (holds(line)) return line;
        }
        if (child.exitCode !== null)
          throw new Error(`haft watch ended; its last build: ${JSON.stringify(lines.at(-1))}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
