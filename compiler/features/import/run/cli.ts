/** `haft import cli`: tools for the commands of a program that only read, from its help and its manual page. */
import { isAbsolute, resolve } from 'node:path';
import { inTemporaryFolder } from '../../../edge/write/temporary-folder.ts';
import { type CliOptions, fromOf, importCli } from '../cli/import-cli.ts';
import { completionPages } from '../cli/completion-script.ts';
import { readHelpPage } from '../cli/help-page.ts';
import { type CliSource, commandsIn, completionCommand, pagesToRead } from '../cli/commands.ts';
import { programSummary } from '../cli/reads.ts';
import type { Loss } from '../imported.ts';
import { withoutEmpty, loss } from '../builders.ts';
import { baseName } from '../literal.ts';
import { serverName } from '../mcp/default-name.ts';
import { shownArguments } from '../mcp/recorded.ts';
import { escapeUnsafe, oneLine } from '../../../base/text/escape.ts';
import { confirm } from '../../../edge/command-line/confirm.ts';
import { textFlag, textFlags, texts, toggle } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { type ImportJob, type ImportRun, type Importer, digestOf } from './importer.ts';
import { readdirSync } from 'node:fs';
import { type ProgramEnd, runProgram } from '@haft/runtime/try';
import { onInterrupt } from './live-server.ts';

export const cli: Importer = {
  summary: 'Import the commands of a program that only read, from its help.',
  positional: '<program>',
  flags: {
    command: texts('command', 'Import this command, such as "list"; by default the first eight that read.'),
    run: toggle('Run the program for its help without asking.'),
  },
  examples: [
    ['haft import cli hledger', 'Shows each command line before it runs, and asks.'],
    ['haft import cli restic --command snapshots --command stats --run', 'Two commands, without a question.'],
  ],
  selects: undefined,
  argument: 'one program',
  first(invocation) {
    const [program = ''] = invocation.positionals;
    if (program.startsWith('-'))
      throw new Failure(`"${program}" is not the name of a program.`, 'Write ./ before the name of a file.');
    const source = /[\\/]/.test(program) && !isAbsolute(program) ? resolve(invocation.cwd, program) : program;
    const name = textFlag(invocation, 'name') ?? (serverName(baseName(program)) || 'program');
    const mayRun = invocation.flags['run'] === true;
    const options = withoutEmpty({ commands: textFlags(invocation, 'command') });
    return { source, name, options, run: (job) => readCli({ ...job, mayRun }) };
  },
  again: { isPath: () => false, run: readCli },
};

async function readCli(job: ImportJob): Promise<ImportRun> {
  const { name, source: program, options: written, before = {} } = job;
  const commands = Array.isArray(written['commands']) ? written['commands'].map(String) : undefined;
  const { source, losses } = await readProgram(program, before, commandsOf(before) ?? commands, job.mayRun === true);
  const options: CliOptions = { ...(commands && { commands }), before };
  const lines = commandsIn(source).map(({ words }) => words.join(' '));
  const unknown = Object.keys(before).length === 0 ? commands?.find((one) => !lines.includes(one)) : undefined;
  if (unknown !== undefined || lines.length === 0) throw nothingRead(source, unknown, lines);
  const imported = importCli(name, source, options);
  const digest = digestOf(JSON.stringify([source.help, source.manual, imported.documents]));
  return { imported: { ...imported, losses: [...imported.losses, ...losses] }, digest };
}

const BY_HAND = 'Write the tools that you need yourself: docs/command-tools.md shows how.';

function nothingRead(source: CliSource, unknown: string | undefined, lines: readonly string[]): Failure {
  const { program, help, manual } = source;
  const none = `no command of "${program}" is sure to only read`;
  const what = unknown === undefined ? none : `"${program}" has no command "${unknown}" that only reads`;
  const summary = oneLine(escapeUnsafe(programSummary(program, help, manual).slice(0, 200)));
  const quoted = summary === '' ? BY_HAND : `It says "${summary}". ${BY_HAND}`;
  const hint = lines.length > 0 ? `Commands that read: ${lines.slice(0, 12).join(', ')}.` : quoted;
  return new Failure(`By its help, ${what}.`, hint);
}

/** Of a record; undefined for a first import. */
function commandsOf(before: CliOptions['before']): readonly string[] | undefined {
  const tools = Object.keys(before).filter((from) => from.startsWith('cli:'));
  return tools.length === 0 ? undefined : tools.map((from) => from.split(' ').slice(1).join(' '));
}

/** In rounds: which pages of subcommands there are is known from the page before. */
async function readProgram(
  program: string,
  before: CliOptions['before'],
  only: readonly string[] | undefined,
  mayRun: boolean,
) {
  const ask = askerFor(mayRun);
  const isNamed = !/[\\/]/.test(program);
  const version = [program, '--version'];
  const main = [program, '--help'];
  const manual = ['man', program];
  const [about, printed, page] = await ask([version, main, ...(isNamed ? [manual] : [])], 'until a problem');
  textOf(program, about);
  const help = await mainPage(program, printed, ask);
  const read = { program, help, manual: page && 'text' in page ? page.text : '' };
  const pages = new Map<string, string>();
  const refused = new Set<string>();
  const losses: Loss[] = [];
  const shell = completionCommand(read);
  const script = shell === undefined ? [] : [`${shell} fish`];
  for (let wanted = [...pagesToRead({ ...read, pages, refused }, only), ...script]; wanted.length > 0;) {
    const lines = wanted.map((one) => [program, ...one.split(' '), ...(script.includes(one) ? [] : ['--help'])]);
    for (const [at, answer] of (await ask(lines)).entries()) {
      const one = wanted[at] ?? '';
      pages.set(one, 'text' in answer ? answer.text : '');
      if (!('problem' in answer)) continue;
      const from = fromOf({ program }, { words: one.split(' ') });
      // What it takes would be lost.
      if (Object.hasOwn(before, from)) textOf(`${program} ${one}`, answer);
      refused.add(one);
      losses.push(refusedLoss(from, answer.problem));
    }
    wanted = [...pagesToRead({ ...read, pages, refused }, only)];
  }
  const completions = completionPages(script.map((one) => pages.get(one) ?? '').join(''));
  for (const [one, more] of completions)
    pages.set(one, pages.get(one) === help ? more : `${pages.get(one) ?? ''}\n${more}`);
  const source: CliSource = { ...read, pages, refused };
  return { source, losses };
}

type Ask = (commands: readonly (readonly string[])[], how?: 'until a problem') => Promise<readonly PrintedHelp[]>;

/** `help`, where `--help` prints none. */
async function mainPage(program: string, printed: PrintedHelp | undefined, ask: Ask): Promise<string> {
  const text = textOf(program, printed);
  if (isPage(text)) return text;
  const [other] = await ask([[program, 'help']]);
  const again = textOf(program, other);
  if (isPage(again)) return again;
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const hint = line === '' ? BY_HAND : `It printed: ${escapeUnsafe(line.slice(0, 200))}`;
  throw new Failure(`"${program}" prints no help that can be read.`, hint);
}

function isPage(text: string): boolean {
  const { usage, entries } = readHelpPage(text);
  return usage.length + entries.length > 0;
}

/** @throws Failure where the program had a problem. */
function textOf(program: string, answer: PrintedHelp | undefined): string {
  if (answer && 'problem' in answer)
    throw new Failure(`Nothing was imported: "${program}" ${answer.problem}.`, BY_HAND);
  return answer?.text ?? '';
}

function refusedLoss(from: string, problem: string): Loss {
  const message = `The command "${from.slice('cli:'.length)}" is left out: asked for its help, it ${problem}.`;
  const hint = 'Write a tool for it, if you know that it only reads.';
  return loss('skipped', from, 'commands that do not print their help', message, hint, from);
}

/** Each command line is shown before it runs. */
function askerFor(mayRun: boolean): Ask {
  return async (commands, how) => {
    const lines = commands.map((argv) => `  ${escapeUnsafe(shownArguments(argv))}\n`).join('');
    const [these, them] = commands.length === 1 ? ['this command', 'it'] : ['these commands', 'them'];
    const what = `${these} in an empty folder, for the help of the program:\n${lines}`;
    if (mayRun) process.stderr.write(`Importing runs ${what}`);
    else await agree(what, them);
    return withProgress(async ({ count }) => {
      const answers: PrintedHelp[] = [];
      for (const [at, argv] of commands.entries()) {
        count('reading', at, commands.length, 'pages');
        const answer = await askForHelp(argv);
        answers.push(answer);
        if (how !== undefined && 'problem' in answer) break;
      }
      return answers;
    });
  };
}

async function agree(what: string, them: string): Promise<void> {
  const isAgreed = await confirm(`Importing runs ${what}Run ${them}?`);
  const hint = 'Add --run if you trust this program.';
  if (isAgreed === undefined) throw new Failure(`Importing would run ${what.trimEnd()}`, hint);
  if (!isAgreed) throw new Failure('Nothing was run or imported.', hint);
}

/** What it printed, or why that is not used: the end of a sentence. */
type PrintedHelp = { readonly text: string } | { readonly problem: string };

const TIMEOUT_MS = 5000;

const MAX_BYTES = 1_048_576;

/** What Windows needs to start a program. */
const ON_WINDOWS = ['SystemRoot', 'PATHEXT', 'ComSpec'];

function askForHelp(argv: readonly string[]): Promise<PrintedHelp> {
  return inTemporaryFolder('help', (folder) => helpIn(folder, argv));
}

async function helpIn(folder: string, argv: readonly string[]): Promise<PrintedHelp> {
  const stop = new AbortController();
  const leave = onInterrupt(async () => stop.abort());
  try {
    const end = await runProgram({
      argv,
      cwd: folder,
      env: environmentIn(folder),
      stdin: '',
      maxBytes: MAX_BYTES,
      truncate: false,
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    if (written.length === 0) return readEnd(end);
    return { problem: `wrote files: ${written.slice(0, 3).map(oneLine).join(', ')}` };
  } finally {
    leave();
  }
}

/** The help of all users and machines is the same. */
function environmentIn(folder: string): Readonly<Record<string, string>> {
  const more = process.platform === 'win32' ? ON_WINDOWS : [];
  const passed = ['PATH', ...more].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  return { ...Object.fromEntries(passed), HOME: folder, LC_ALL: locale };
}

/** Some print their help where errors belong, and end with a code of their own. */
function readEnd(end: ProgramEnd): PrintedHelp {
  if (end.kind === 'aborted') return { problem: `did not end within ${TIMEOUT_MS / 1000} s` };
  if (end.kind === 'too_large') return { problem: 'printed more than 1 MiB' };
  if (end.kind === 'no_output') return { problem: end.failure.error };
  if (end.kind === 'not_started')
    return { problem: end.code === 'ENOENT' ? 'does not exist' : `could not be started (${end.code})` };
  const [out, err] = [end.stdout, end.stderr].map((bytes) => Buffer.from(bytes).toString('utf8').toWellFormed());
  const text = (out ?? '').trim() === '' ? (err ?? '') : (out ?? '');
  const question = questionIn(`${out ?? ''}\n${err ?? ''}`);
  return question === undefined ? { text } : { problem: `asks: ${question}` };
}

/** A line that waits for yes or no. */
function questionIn(text: string): string | undefined {
  const line = text.split('\n').find((one) => /[([]y(?:es)?[/|]n(?:o)?[)\]]/i.test(one) && /\?/.test(one));
  return line === undefined ? undefined : escapeUnsafe(oneLine(line).slice(0, 200));
}
