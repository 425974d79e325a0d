/** The hosts tab of `haft try`: what hosts have of the project, and fixes of findings that were made here. */
import { execFile } from 'node:child_process';
import { Failure } from '../../edge/command-line/failure.ts';
import type { Finding } from '../../features/connect/doctor/diagnose.ts';
import { commandsOf, problemRows } from '../../features/connect/doctor/host-rows.ts';
import { examineProject, lookAtHosts } from '../../features/connect/run/doctor/look-at-hosts.ts';
import type { TryResponses } from './messages.ts';
import type { TryAnswers } from './serve.ts';

/** Milliseconds that a server may take to list its tools, and that a command of a fix may take. */
const [PATIENCE, MAX_FIX] = [15_000, 120_000];

type HostAnswers = Pick<TryAnswers, '/api/hosts' | '/api/examine' | '/api/fix'>;

/** The page names a finding by its number, and a number of an earlier examination is that of no finding. */
export function hostAnswers(root: () => string): HostAnswers {
  let count = 0;
  let findings = new Map<number, Finding>();
  let isBusy = false;
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isBusy) throw new Failure('An examination or a fix is still running.', 'Wait until it has ended.');
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  };
  return {
    '/api/hosts': () => ({ hosts: lookAtHosts(root()) }),
    '/api/examine': () =>
      alone(async () => {
        const { hosts, findings: list } = await examineProject(root(), PATIENCE);
        const first = count;
        count += list.length;
        findings = new Map(list.map((one, index) => [first + index, one]));
        return { hosts, problems: problemRows(findings) };
      }),
    '/api/fix': ({ finding: id }) =>
      alone(async () => {
        const finding = findings.get(id);
        const commands = finding ? commandsOf(finding) : [];
        if (commands.length === 0)
          throw new Failure('This finding has no fix that can be run.', 'Examine the hosts again.');
        // What it changes may be what other findings are about.
        findings.delete(id);
        return runAll(commands, root());
      }),
  };
}

/** In their order, until one fails. */
async function runAll(commands: readonly (readonly string[])[], root: string): Promise<TryResponses['/api/fix']> {
  const printed: string[] = [];
  for (const [, ...words] of commands) {
    const { code, text } = await runHaft(words, root);
    printed.push(`$ haft ${words.join(' ')}\n${text}`);
    if (code !== 0) return { success: false, printed: printed.join('\n') };
  }
  return { success: true, printed: printed.join('\n') };
}

/** This command line in a process of its own, without input. */
function runHaft(words: readonly string[], cwd: string): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    const args = [process.argv[1] ?? '', ...words];
    const child = execFile(process.execPath, args, { cwd, timeout: MAX_FIX }, (error, stdout, stderr) => {
      const code = error ? 1 : 0;
      resolve({ code, text: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}
