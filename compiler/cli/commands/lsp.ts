/** `haft lsp`: the language server that an editor starts. */
import { type Command, type ExitCode, text, toggle } from '../../edge/command-line/command.ts';
import { Failure, unlessFailed } from '../../edge/command-line/failure.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { choices, evals } from '../../features/evals/run/run-context.ts';
import { recordingFilesOf } from '../../features/recordings/run/files.ts';
import { recordings } from '../../features/recordings/run/pass.ts';
import type { DeskSteps } from '../../features/desk/run/project-desk.ts';
import { checkProject } from '../spine.ts';
import { watchFiles } from '../watch/watch.ts';
import { pageOf } from './explain.ts';

export const lspCommand: Command = {
  name: 'lsp',
  summary: 'Start the language server; an editor does this, see docs/editor.md.',
  flags: {
    stdio: toggle('Accepted and ignored: the server always uses standard input and output.'),
    clientProcessId: text('id', 'Accepted and ignored: editors append it.'),
    today: TODAY,
  },
  examples: [['haft lsp', 'What an editor starts for the folder of a project.']],
  async run(invocation): Promise<ExitCode> {
    const { startLanguageServer } = await import('../../features/desk/run/serve.ts');
    const server = startLanguageServer(
      stepsFor(() => todayOf(invocation)),
      process.stdout,
    );
    process.stdin.on('data', server.receive);
    process.stdin.once('end', server.hangUp);
    process.stdin.once('error', server.hangUp);
    process.stdout.once('error', server.hangUp);
    const code = await server.ended;
    process.stdin.destroy();
    await server.close();
    return code;
  },
};

const answersOf: DeskSteps['answersOf'] = async (project, tool) => {
  const { recordedCallsOf } = await import('../../features/recordings/run/record.ts');
  const { recordedSource } = await import('../../features/recordings/run/replay.ts');
  const { descriptorsOf } = await import('../../edge/calls/call-over.ts');
  const calls = recordedCallsOf(project, tool);
  const answers = await Promise.all(calls.map((call) => recordedSource(descriptorsOf(tool), call)));
  return answers.filter((one) => one !== undefined);
};

/** The steps of other commands; what is large is loaded when an editor asks for it. */
export function stepsFor(today: () => string): DeskSteps {
  return {
    today,
    check: ({ project, sources, today: day }) =>
      checkProject(project, { today: day, sources, typing: true }, choices, evals, recordings),
    async grade(diagnostics, { project, sources, today: day }) {
      const { proverFor, withGrades } = await import('../fix/prover.ts');
      return withGrades(diagnostics, sources, proverFor(project, sources, day));
    },
    async fixAll({ project, sources, today: day }) {
      const [{ fixSpecs }, { proverFor }] = await Promise.all([import('../fix/repair.ts'), import('../fix/prover.ts')]);
      return (await fixSpecs(sources.specs, proverFor(project, sources, day))).specs;
    },
    async bump(tool, read) {
      const { bumpedFiles } = await import('./bump.ts');
      try {
        return await bumpedFiles(tool, read);
      } catch (error) {
        if (error instanceof Failure) return undefined;
        throw error;
      }
    },
    answersOf,
    recordingsOf: recordingFilesOf,
    explain: (code) => unlessFailed(() => pageOf(code)),
    watch,
  };
}

const watch: DeskSteps['watch'] = (opened, changed) => {
  const files = watchFiles(opened, changed);
  // What changed before it watches had no event.
  void files.ready.then(changed);
  return files;
};
