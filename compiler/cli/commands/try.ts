/** `haft try`: a page on this machine on which a tool is tried while it is written. */
import { Failure } from '../../edge/command-line/failure.ts';
import type { JsonObject } from '@haft/runtime/language';
import {
  amount,
  type Command,
  type ExitCode,
  type Invocation,
  numberFlag,
  SPECS,
  textFlag,
} from '../../edge/command-line/command.ts';
import { untilInterrupted } from '../../edge/command-line/streams.ts';
import { openOrReport } from '../../edge/command-line/report.ts';
import { type OpenedProject, openProject } from '../../edge/project/project.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { watchFiles } from '../watch/watch.ts';

export const PORT = amount('number', 'Port of the page (default: a free one).', [0, 65_535]);

export const tryCommand: Command = {
  name: 'try',
  summary: 'Open a local page: what models read, calls, changes, evals, dates and hosts, while you write.',
  positional: '[tool]',
  flags: { specs: SPECS, today: TODAY, port: PORT },
  examples: [
    ['haft try', 'Print the address of the page; it works until Ctrl+C.'],
    ['haft try find_books', 'Open the page with this tool.'],
  ],
  run: (invocation) => runTry(invocation, invocation.positionals[0]),
};

/** The page until it is interrupted: with this tool, and a result of it before any call. */
export async function runTry(invocation: Invocation, tool?: string, result?: JsonObject): Promise<ExitCode> {
  if (!openOrReport(invocation)) return 1;
  const { cwd } = invocation;
  const port = numberFlag(invocation, 'port') ?? 0;
  const { serveTry } = await import('../try/serve.ts');
  const { createTrySession } = await import('../try/session.ts');
  const open = (): OpenedProject => openProject({ cwd, specs: textFlag(invocation, 'specs') });
  const changes = await watchedChanges(open);
  const start = tool !== undefined && result ? { given: { tool, result } } : {};
  const session = createTrySession({ open, today: () => todayOf(invocation), changed: changes.after, ...start });
  try {
    if (tool !== undefined && result && (await session['/api/tool']({ tool })).view === undefined)
      throw new Failure(`Tool "${tool}" has no view.`, 'Add `view:` to the tool, such as `view: table`.');
    const { url, close } = await serveTry(session, port);
    process.stdout.write(`${url}${tool === undefined ? '' : `/tool/${encodeURIComponent(tool)}/call`}\n`);
    process.stderr.write('Open this address in a browser on this machine. It works until Ctrl+C.\n');
    await untilInterrupted(process.stdout);
    await close();
  } finally {
    session.close();
    await changes.close();
  }
  return 0;
}

/** An editor that saves causes several events. */
const PAUSE_MS = 100;

export async function watchedChanges(opened: () => OpenedProject) {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let waiting: ((count: number) => void)[] = [];
  const release = (): void => {
    const all = waiting;
    waiting = [];
    for (const one of all) one(count);
  };
  const watched = watchFiles(opened, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      count += 1;
      release();
    }, PAUSE_MS);
  });
  await watched.ready;
  return {
    /** Resolves with their number once there are more than these. */
    after: (seen: number): Promise<number> =>
      count > seen ? Promise.resolve(count) : new Promise((resolve) => waiting.push(resolve)),
    close() {
      clearTimeout(timer);
      release();
      return watched.close();
    },
  };
}
