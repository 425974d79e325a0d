/** `haft watch`: compiles, and recompiles what a change affects, until it is interrupted. */
import type { Command, ExitCode } from '../../edge/command-line/command.ts';
import { NO_TYPES, OUT, SPECS, choice } from '../../edge/command-line/command.ts';
import { hasErrors } from '../../base/diagnostic.ts';
import { untilInterrupted } from '../../edge/command-line/streams.ts';
import { slashed } from '../../edge/project/root.ts';
import { jsonEntries, terminalOf } from '../../edge/command-line/report.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { openReport, screenOf } from '../watch/screen.ts';
import type { BuildResult } from '../watch/session.ts';
import { type Watching, startWatch } from '../watch/watch.ts';
import { printFailure } from '../../edge/command-line/failure.ts';

export const watchCommand: Command = {
  name: 'watch',
  summary: 'Compile on every change, until you press Ctrl+C.',
  flags: {
    specs: SPECS,
    out: OUT,
    format: choice(['text', 'json'], 'Output format: text, or json with one object per build and line.'),
    'no-types': NO_TYPES,
    today: TODAY,
  },
  examples: [
    ['haft watch', 'Keep generated/ up to date while you edit specs/.'],
    [
      'haft watch --format json',
      'For an editor: one line of JSON after each build, and one with `phase: types` when handlers are checked.',
    ],
  ],
  async run(invocation): Promise<ExitCode> {
    const { cwd } = invocation;
    todayOf(invocation);
    const over = untilInterrupted(process.stdout, process.stderr);
    const watching = invocation.flags['format'] === 'json' ? printLine(cwd) : printScreen(cwd);
    const watch = await startWatch(invocation, watching);
    await Promise.race([over, watch.crashed]);
    await watch.close();
    return 0;
  },
};

function printScreen(cwd: string): Watching {
  let root = '';
  let hadErrors = false;
  const [report, reportTypes] = [openReport(), openReport()];
  return {
    typesFound(findings) {
      const { diagnostics, texts } = findings;
      reportTypes({ diagnostics, sources: texts, root, cwd });
      if (hadErrors && diagnostics.length === 0) process.stdout.write('types of handlers: no errors\n');
      hadErrors = diagnostics.length > 0;
    },
    built(built, ms, project) {
      root = built.findings.root;
      report(built.findings);
      const out = project ? slashed(cwd, project.out) || '.' : '';
      process.stdout.write(screenOf(built, ms, out, terminalOf(process.stdout)));
    },
    refused: printFailure,
  };
}

function printLine(cwd: string): Watching {
  let build = 0;
  let root = '';
  const line = (entry: object): void => {
    build += 1;
    process.stdout.write(`${JSON.stringify({ build, ...entry })}\n`);
  };
  return {
    typesFound({ diagnostics, texts }) {
      const findings = jsonEntries({ diagnostics, sources: texts, root, cwd });
      const ok = !hasErrors(diagnostics);
      process.stdout.write(`${JSON.stringify({ build, phase: 'types', ok, ...findings })}\n`);
    },
    built(built, ms) {
      root = built.findings.root;
      line({ ok: built.done?.draft.length === 0, ms: Math.round(ms * 10) / 10, ...entryOf(built) });
    },
    refused: ({ message, hint }) => line({ ok: false, failure: { message, hint } }),
  };
}

function entryOf({ findings, done, added, changes = [] }: BuildResult): object {
  const summaries = changes.map(({ kind, axis, level, subject }) => ({ kind, axis, level, subject }));
  // Nearly everything is unchanged, build after build.
  const { unchanged: _unchanged, ...files } = done?.written ?? { unchanged: [] };
  return {
    ...jsonEntries(findings),
    files: done ? { ...files, restored: done.restored } : null,
    ...(done && done.draft.length > 0 && { draft: done.draft.map(({ code, about }) => ({ code, ...about })) }),
    added,
    changes: summaries,
  };
}
