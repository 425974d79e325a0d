/** A server as a program: one call for each run, in this process. */
import { thrownMessage, clip } from '../language/describe.ts';
import type { Handlers } from '../behaviors/shared/run.ts';
import type { PrintedServer, ServerDescriptor, ToolDescriptor } from '../descriptor/descriptor.ts';
import { asWritten } from '../in-process/exact-values.ts';
import { mayDestroy, open } from '../in-process/open.ts';
import { agreeToDestroy, formsIn, refuseUnconfirmed } from './ask.ts';
import type { formsOnTerminal } from '../asking/terminal.ts';
import type { Outcome } from '../in-process/shapes.ts';
import { declaredExitCodes, exitCodeOf } from '../language/exit-codes.ts';
import { flagTable } from '../language/flags.ts';
import type { JsonObject } from '../language/json.ts';
import { nearest } from '../language/nearest.ts';
import type { indexTools } from '../language/tool-index.ts';
import { combine, loadHandlers } from '../optional-modules.ts';
import { redactOf } from '../redaction/redact.ts';
import { schemaCompiler } from '../server/assemble.ts';
import { argumentCheck } from '../server/call.ts';
import { invalidArguments } from '../server/call-failures.ts';
import { callerVariables } from '../server/environment.ts';
import { type Log, createLog } from '../server/log.ts';
import type { LoadHandlers } from '../server/origins.ts';
import { readPrintedServer } from '../server/printed.ts';
import type { StartModules } from '../server/start.ts';
import { filterTools } from '../server/tool-filter.ts';
import { guardStdout } from '../server/stdout.ts';
import { endProcess, untilSignal } from '../transport/shutdown.ts';
import { cleanJson, cleanLine, cleanText } from './clean.ts';
import { completionScript } from './completion.ts';
import { readText, refuseUnwritable, writeBytes } from './files.ts';
import {
  type ProgramLine,
  type ToolCommand,
  bareParameter,
  namedTool,
  readArguments,
  readProgramLine,
} from './grammar.ts';
import { type HelpContext, groupHelp, programHelp, toolHelp, toolLine, usageOf } from './help.ts';
import { showResult } from './result.ts';
import { wrongCall } from './wrong-call.ts';

/** What a shell knows of a program that was interrupted. */
const INTERRUPTED = 130;

/** And of one whose reader has gone. */
const READER_GONE = 141;

const FOUND = 5;

/** What one run of the program works with. */
interface Run extends ProgramParts {
  /** With the tools that the variables select. */
  readonly server: ServerDescriptor;
  readonly whole: ServerDescriptor;
  readonly handlers: Handlers | LoadHandlers;
  readonly modules: StartModules;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly note: (text: string) => void;
  readonly log: Log;
}

/** What only some programs carry. */
interface ProgramParts {
  /** Of a server with many tools. */
  readonly search?: typeof indexTools | undefined;
  /** Of a server that asks its users. */
  readonly forms?: typeof formsOnTerminal | undefined;
}

/**
 * Reads the command line of the process, makes the one call, prints its result and ends the process. `search` ranks the
 * tools of a server with many. In a worker thread nothing runs but the handlers' files (`start`).
 */
export async function commandLine(
  descriptor: ServerDescriptor | PrintedServer,
  handlers: Handlers | LoadHandlers,
  optional: readonly StartModules[],
  { search, forms }: ProgramParts = {},
): Promise<void> {
  const modules = combine(optional);
  if (!('fd' in process.stdout)) return void (await loadHandlers(handlers, modules));
  const server = readPrintedServer(descriptor);
  const env = { ...process.env, HAFT_LOG: process.env['HAFT_LOG'] ?? 'error' };
  const writeOut = guardStdout();
  const redact = redactOf(server, env, modules.redactFor);
  modules.guardStderr?.(redact);
  // Told by the write itself.
  process.stdout.on('error', () => {});
  // Of a run in which nothing is waited for any more, and nothing was said.
  process.exitCode = 1;
  const controller = new AbortController();
  const log = createLog(server.name, redact, env.HAFT_LOG, (line) => void process.stderr.write(line));
  untilSignal(() => controller.abort(new Error('interrupted')), log);
  let printed = '';
  const run: Run = {
    server,
    whole: server,
    search,
    forms,
    handlers,
    modules,
    env,
    signal: controller.signal,
    print: (text) => void (printed += text.endsWith('\n') ? text : `${text}\n`),
    note: (text) => void process.stderr.write(redact.text(`${cleanText(text)}\n`)),
    log,
  };
  const exit = await runLine(run, process.argv.slice(2));
  // The exit code is that of a text that has left the process.
  process.stderr.write('', () => {
    if (printed === '') endProcess(exit);
    else writeOut(redact.text(printed), (failed) => endProcess(failed ? exitOfWrite(failed) : exit));
  });
}

function exitOfWrite({ code }: NodeJS.ErrnoException): number {
  return code === 'EPIPE' ? READER_GONE : 1;
}

/** Throws `wrongCall` for a variable that names an unknown tool, or leaves none. */
function withServedTools(run: Run): Run {
  try {
    return { ...run, server: filterTools(run.whole, { flags: [], variables: run.env }) };
  } catch (thrown) {
    return wrongCall(thrownMessage(thrown), 'Correct the variable, or unset it.');
  }
}

async function runLine(start: Run, words: readonly string[]): Promise<number> {
  const { search } = start;
  let run = start;
  let isJson = words[0] === '--json';
  try {
    run = withServedTools(start);
    const line = readProgramLine(words);
    const { options, command } = line;
    isJson = options.json === true;
    if (options.version) return showText(run, `${run.server.name} ${run.server.version}`);
    if (command === undefined) return withoutCommand(run, options.help === true);
    const tool = toolNamed(run.server, command);
    if (tool) return await useTool(run, tool, line);
    if (options.help) return showGroup(run, command);
    if (command === 'completion') {
      const names = ['completion', ...(search ? ['find'] : [])];
      return showText(
        run,
        completionScript(line.rest[0], programName(), listedTools(run.server).map(commandOf), names),
      );
    }
    if (search && command === 'find') return findTools(run, line.rest.join(' '), search);
    return unknownTool(run, command);
  } catch (thrown) {
    if (run.signal.aborted) return INTERRUPTED;
    if (!(thrown instanceof Error) || typeof thrown.cause !== 'string') throw thrown;
    const { message: error, cause: retry_hint } = thrown;
    return reportFailure(run, { success: false, error, code: 'invalid_arguments', retry_hint }, isJson);
  }
}

function showText({ print }: Run, text: string): number {
  print(text);
  return 0;
}

function programName(): string {
  const name = cleanLine((process.argv[1] ?? '').replace(/^.*[/\\]/, ''));
  return name === '' ? 'cli.mjs' : name;
}

/** Those of `list: search` are for a model that has no names. */
function callable({ tools }: ServerDescriptor): readonly ToolDescriptor[] {
  return tools.filter(({ behavior }) => behavior.kind !== 'find');
}

function listedTools(server: ServerDescriptor): readonly ToolDescriptor[] {
  return callable(server).filter((tool) => tool.listed !== false);
}

function toolNamed(server: ServerDescriptor, word: string): ToolDescriptor | undefined {
  const all = callable(server);
  const name = namedTool(
    word,
    all.map((tool) => tool.name),
  );
  return all.find((tool) => tool.name === name);
}

function unknownTool({ server, search }: Run, word: string): never {
  const near = nearest(word, ['completion', ...listedTools(server).map(({ name }) => name)]);
  const list = search ? `find ${clip(word)}" searches` : '--help" lists';
  const hint = near === undefined ? `"${programName()} ${list} the tools.` : `Did you mean ${near}?`;
  return wrongCall(`There is no tool ${clip(word)}.`, hint);
}

function commandOf({ name, inputSchema }: ToolDescriptor): ToolCommand {
  const table = flagTable(inputSchema);
  return { name, table, bare: bareParameter(table, inputSchema.required ?? []) };
}

function usage(tool: ToolDescriptor): string {
  return usageOf(commandOf(tool), new Set(tool.inputSchema.required));
}

function helpContext({ server }: Run): HelpContext {
  const env = { ...server.env, ...callerVariables(server) };
  return { ...server, env, program: programName(), exits: declaredExitCodes(server) };
}

function withoutCommand(run: Run, isAsked: boolean): number {
  const text = programHelp(helpContext(run), listedTools(run.server), usage);
  if (isAsked) return showText(run, text);
  run.note(text);
  return 2;
}

function showGroup(run: Run, word: string): number {
  const text = groupHelp(listedTools(run.server), word, usage);
  return text === undefined ? unknownTool(run, word) : showText(run, text);
}

function findTools(run: Run, request: string, search: typeof indexTools): number {
  const all = listedTools(run.server);
  const names = search(all)(request).slice(0, FOUND);
  if (names.length === 0) run.note('No tool has one of these words.');
  for (const name of names) for (const tool of all) if (tool.name === name) run.print(toolLine(tool, usage(tool)));
  return 0;
}

async function useTool(run: Run, tool: ToolDescriptor, { options, rest }: ProgramLine): Promise<number> {
  const command = commandOf(tool);
  const args = options.help ? 'help' : readArguments(command, rest, options, readText());
  const destroys = mayDestroy(tool);
  if (args === 'help') return showText(run, toolHelp(helpContext(run), tool, command, destroys));
  if (options['dry-run']) return rehearse(run, tool, args, options.json === true);
  const isShown = process.stdout.isTTY && !options.json;
  if (options.out !== undefined) refuseUnwritable(options.out);
  if (tool.confirm !== undefined) refuseUnconfirmed(tool, options.yes === true, destroys);
  else if (destroys && !options.yes && !(await agreeToDestroy(run, tool, args))) return 1;
  // Nothing but this call runs from here on; the exit codes of a program have meanings that a handler does not know.
  run.modules.logExit?.({ log: run.log, running: { names: () => [tool.name] } }, 1);
  const opened = await open(run.whole, run.handlers, [run.modules], {
    env: run.env,
    log: (line) => void process.stderr.write(line),
    put: formsIn(run, options.yes === true),
  });
  try {
    const outcome = await (opened.tools[tool.name] ?? opened.unlisted[tool.name])?.call(asWritten(args) as never, {
      signal: run.signal,
    });
    if (!outcome?.success) return reportFailure(run, outcome ?? NOT_OPENED, options.json === true);
    const { text, notes, files, isWhole } = showResult(outcome, isShown ? process.stdout.columns || 80 : undefined);
    if (text !== '' && (options.out === undefined || !isWhole)) run.print(text);
    if (options.out === undefined) for (const text of notes) run.note(text);
    else writeBytes(options.out, files, text, run.note);
    return 0;
  } finally {
    await opened.close();
  }
}

const NOT_OPENED = {
  success: false,
  error: 'The tool cannot be called.',
  code: 'unknown_tool',
  retry_hint: 'Use another tool.',
} as const;

/** What would be sent, as the call itself would check it and with its defaults; nothing is. */
function rehearse(run: Run, tool: ToolDescriptor, args: JsonObject, isJson: boolean): number {
  const { server, modules } = run;
  const checked = argumentCheck(tool, { ...modules, server, compile: schemaCompiler(modules) })(args);
  if (!('issues' in checked)) return showText(run, cleanJson({ tool: tool.name, arguments: checked.value }));
  return reportFailure(run, { success: false, ...invalidArguments(checked.issues) }, isJson);
}

type Failed = Extract<Outcome, { success: false }>;

function reportFailure({ server, note }: Run, { error, code, retry_hint }: Failed, isJson: boolean): number {
  note(isJson ? cleanJson({ success: false, error, code, retry_hint }) : `${error}\n${retry_hint}`);
  return exitCodeOf(code, declaredExitCodes(server));
}
