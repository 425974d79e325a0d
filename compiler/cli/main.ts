/** Runs a command, and turns the three kinds of errors into exit codes. */
import { readArguments } from '../edge/command-line/arguments.ts';
import { type Command, type ExitCode, helpPage, overview } from '../edge/command-line/command.ts';
import { ownMember } from '@haft/runtime/language';
import { Failure, printFailure, unknownName } from '../edge/command-line/failure.ts';
import { watchStreams } from '../edge/command-line/streams.ts';
import { IMPORTERS } from '../features/import/run/importers.ts';
import { useHistory } from '../edge/project/contract.ts';
import { lookInHead } from '../edge/project/objects.ts';
import { VERSION } from '../base/version.ts';
import type { createReader } from '../features/evals/offline/reader.ts';
import type { Plan } from '../plan/model.ts';

/** In the order of the help page. Loaded when it is named: what one command needs, the others do not wait for. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  ...Object.fromEntries(
    Object.entries(IMPORTERS).map(([kind, load]) => [
      `import ${kind}`,
      async () =>
        (await import('../features/import/run/first-import.ts')).importCommandOf(kind, await load(), loadReader),
    ]),
  ),
  new: async () => (await import('./commands/new.ts')).newCommand,
  compile: async () => (await import('./commands/compile.ts')).compileCommand,
  watch: async () => (await import('./commands/watch.ts')).watchCommand,
  dev: async () => (await import('./commands/dev.ts')).devCommand,
  install: async () => (await import('./commands/install.ts')).installCommand,
  hosts: async () => (await import('./commands/hosts.ts')).hostsCommand,
  pack: async () => (await import('./commands/pack.ts')).packCommand,
  bench: async () => (await import('./commands/bench.ts')).benchCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  call: async () => (await import('./commands/call.ts')).callCommand,
  databases: async () => (await import('./commands/databases.ts')).databasesCommand,
  login: async () => (await import('./commands/login.ts')).loginCommand,
  try: async () => (await import('./commands/try.ts')).tryCommand,
  lsp: async () => (await import('./commands/lsp.ts')).lspCommand,
  view: async () => (await import('./commands/view.ts')).viewCommand,
  release: async () => (await import('./commands/release.ts')).releaseCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  bump: async () => (await import('./commands/bump.ts')).bumpCommand,
  eval: async () => (await import('./commands/eval.ts')).evalCommand,
  evals: async () => (await import('./commands/eval.ts')).evalsCommand,
  rules: async () => (await import('./commands/rules.ts')).rulesCommand,
  changes: async () => (await import('./commands/changes.ts')).changesCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  schema: async () => (await import('./commands/schema.ts')).schemaCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommandOf(loadAll),
};

async function loadReader(): Promise<(plan: Plan) => ReturnType<typeof createReader>> {
  const [{ candidatesOf }, reader] = await Promise.all([
    import('../features/evals/offline/candidate.ts'),
    import('../features/evals/offline/reader.ts'),
  ]);
  return (plan) => reader.createReader(candidatesOf(plan));
}

function loadAll(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}

export async function main(args: readonly string[]): Promise<ExitCode> {
  // Without it Windows takes a program of the current folder for one of PATH: a `git.exe` in a cloned repository.
  if (process.platform === 'win32') process.env['NoDefaultCurrentDirectoryInExePath'] = '1';
  useHistory(lookInHead());
  const settle = watchStreams();
  return settle(await run(args));
}

async function run(args: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof Failure)) return reportBug(error);
    printFailure(error);
    return 2;
  }
}

async function dispatch([name, ...rest]: readonly string[]): Promise<ExitCode> {
  if (name === '--version' || name === '-v') return print(`${VERSION}\n`);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return help(rest.join(' '));
  const sub = `${name} ${rest[0] ?? ''}`;
  if (Object.hasOwn(COMMANDS, sub)) return dispatch([sub, ...rest.slice(1)]);
  const command = await find(name);
  if (rest.includes('--help') || rest.includes('-h')) return print(helpPage(command));
  return command.run(readArguments(command, rest, process.cwd()));
}

async function help(name: string): Promise<ExitCode> {
  if (name !== '') return print(helpPage(await find(name)));
  return print(overview(await loadAll()));
}

async function find(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return load();
  const names = Object.keys(COMMANDS);
  const meant = (await loadAll()).flatMap(({ meant: lines = {} }) => ownMember(lines, name) ?? []);
  if (meant[0] !== undefined) throw new Failure(`Unknown command "${name}".`, `Use \`${meant[0]}\`.`);
  const help = '`haft --help` lists the commands.';
  throw unknownName([`Unknown command "${name}".`, name], names, help, (guess) => `\`haft ${guess}\``);
}

function print(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

function reportBug(error: unknown): ExitCode {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `haft: internal error in Haft ${VERSION}. Please report it with the specs and these lines:\n${stack}\n`,
  );
  return 70;
}
