/** The edge of the edge: picks the command, and turns the three lanes of errors into exit codes. */
import { nearest } from '@haft/runtime/language';
import { readArguments } from './arguments.ts';
import type { Command, ExitCode } from './command.ts';
import { bumpCommand } from './commands/bump.ts';
import { changesCommand } from './commands/changes.ts';
import { checkCommand } from './commands/check.ts';
import { compileCommand } from './commands/compile.ts';
import { diffCommand } from './commands/diff.ts';
import { evalsCommand } from './commands/evals.ts';
import { explainCommand } from './commands/explain.ts';
import { initCommand } from './commands/init.ts';
import { releaseCommand } from './commands/release.ts';
import { rulesCommand } from './commands/rules.ts';
import { devCommand } from './commands/dev.ts';
import { watchCommand } from './commands/watch.ts';
import { schemaCommand } from './commands/schema.ts';
import { Failure } from './failure.ts';
import { helpPage, overview } from './help.ts';
import { harmless } from './print/terminal.ts';
import { VERSION } from './version.ts';

const COMMANDS: readonly Command[] = [
  initCommand,
  compileCommand,
  watchCommand,
  devCommand,
  checkCommand,
  releaseCommand,
  diffCommand,
  bumpCommand,
  evalsCommand,
  rulesCommand,
  changesCommand,
  explainCommand,
  schemaCommand,
];

export async function main(args: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof Failure)) return reportBug(error);
    process.stderr.write(`haft: ${harmless(error.message)}\n  hint: ${harmless(error.hint)}\n`);
    return 2;
  }
}

async function dispatch([name, ...rest]: readonly string[]): Promise<ExitCode> {
  if (name === '--version' || name === '-v') return print(`${VERSION}\n`);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return help(rest[0]);
  const command = find(name);
  if (rest.includes('--help') || rest.includes('-h')) return print(helpPage(command));
  return command.run(readArguments(command, rest, process.cwd()));
}

function help(name: string | undefined): ExitCode {
  return print(name === undefined ? overview(COMMANDS) : helpPage(find(name)));
}

function find(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command) return command;
  const guess = nearest(
    name,
    COMMANDS.map((candidate) => candidate.name),
  );
  throw new Failure(
    `There is no command "${name}".`,
    guess ? `Did you mean "haft ${guess}"?` : '"haft --help" lists the commands.',
  );
}

function print(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

function reportBug(error: unknown): ExitCode {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `haft: this is a bug in Haft ${VERSION}. Please report it with the specs that caused it and these lines:\n${stack}\n`,
  );
  return 70;
}
