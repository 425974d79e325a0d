/** `haft watch`: compiles, and recompiles what a change affects, until it is interrupted. */
import type { Command, ExitCode } from '../command-line/command.ts';
import { OUT, SPECS, textFlag } from '../command-line/command.ts';
import { escapeUnsafe } from '../../report/text/escape.ts';
import { terminalOf } from '../command-line/terminal.ts';
import { slashed } from '../project/root.ts';
import { jsonEntries, reportFindings } from '../command-line/report.ts';
import { TODAY, todayOf } from '../project/today.ts';
import { screenOf } from '../watch/screen.ts';
import type { Built } from '../watch/session.ts';
import { startWatch } from '../watch/watch.ts';
import type { Watching } from '../watch/watch.ts';

export const watchCommand: Command = {
  name: 'watch',
  summary: 'Compile on every change, until you press Ctrl+C.',
  flags: {
    specs: SPECS,
    out: OUT,
    format: {
      type: 'string',
      value: 'text|json',
      choices: ['text', 'json'],
      help: 'Output format: text, or json with one object per build and line.',
    },
    today: TODAY,
  },
  examples: [
    ['haft watch', 'Keep generated/ up to date while you edit specs/.'],
    ['haft watch --format json', 'For an editor: one line of JSON after each build.'],
  ],
  async run(invocation): Promise<ExitCode> {
    const { cwd } = invocation;
    todayOf(invocation);
    const over = interrupted(process.stdout, process.stderr);
    const print = invocation.flags['format'] === 'json' ? printLine() : printScreen(cwd);
    const watch = await startWatch({
      cwd,
      specs: textFlag(invocation, 'specs'),
      out: textFlag(invocation, 'out'),
      today: () => todayOf(invocation),
      ...print,
    });
    await Promise.race([over, watch.crashed]);
    await watch.close();
    return 0;
  },
};

/** Ctrl+C ends the command, and so does the parent process by closing one of these pipes. */
export function interrupted(...needed: readonly NodeJS.WriteStream[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
    for (const stream of needed) stream.once('error', () => resolve());
  });
}

type Printing = Pick<Watching, 'built' | 'refused'>;

function printScreen(cwd: string): Printing {
  return {
    built(built, ms, project) {
      reportFindings(built.findings, 'text');
      const out = project ? slashed(cwd, project.out) || '.' : 'the output';
      process.stdout.write(screenOf(built, ms, out, terminalOf(process.stdout)));
    },
    refused({ message, hint }) {
      process.stderr.write(`haft: ${escapeUnsafe(message)}\n  hint: ${escapeUnsafe(hint)}\n`);
    },
  };
}

function printLine(): Printing {
  let build = 0;
  const line = (entry: object): void => {
    build += 1;
    process.stdout.write(`${JSON.stringify({ build, ...entry })}\n`);
  };
  return {
    built: (built, ms) => line({ ok: built.done !== undefined, ms: Math.round(ms * 10) / 10, ...entryOf(built) }),
    refused: ({ message, hint }) => line({ ok: false, failure: { message, hint } }),
  };
}

function entryOf({ findings, done, added, changes = [] }: Built): object {
  const summaries = changes.map(({ kind, axis, level, subject }) => ({ kind, axis, level, subject }));
  // Nearly everything is unchanged, build after build.
  const { unchanged: _unchanged, ...files } = done?.written ?? { unchanged: [] };
  return {
    ...jsonEntries(findings),
    files: done ? { ...files, restored: done.restored } : null,
    added,
    changes: summaries,
  };
}
