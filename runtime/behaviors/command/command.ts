/** Behavior `command`: one run of a program. */
import type { CommandBehavior, CommandStep, ServerDescriptor } from '../../descriptor/descriptor.ts';
import { neededVariables, requiredAmong } from '../../server/environment.ts';
import {
  type Repeat,
  type ToolFailure,
  failure,
  isFailure,
  failUnverified,
  repeatHint,
  repeatOf,
} from '../../server/failure.ts';
import { callCancelled } from '../../server/call-failures.ts';
import type { JsonObject } from '../../language/json.ts';
import { textOf } from '../../language/template.ts';
import { type ServiceResponse, badCharset, cleanDetail, notExpected } from '../shared/response.ts';
import { compileArgv } from './argv.ts';
import { type ProgramCall, type ProgramEnd, compileFolders, notStarted, runProgram } from './process.ts';
import { completeLines, lastLines, readOutput, wholeOutput } from './output.ts';
import { blockOf, decodeText } from '../shared/read-bytes.ts';
import { content } from '../../server/content.ts';
import { type FailureCases, casesFor } from '../shared/failure-cases.ts';
import { requireModule } from '../../language/require-module.ts';
import type { Call } from '../../server/context.ts';
import type { CommandParts } from './parts.ts';
import { environmentFor } from '../shared/environment-for.ts';
import { compileResult, needsJson } from '../shared/result.ts';
import {
  type BehaviorContext,
  type BehaviorRunner,
  type PrepareStep,
  type RunTool,
  dataSchema,
  checkedWork,
  withLets,
} from '../shared/run.ts';
import { translatorFor } from '../../language/translate.ts';

export const command: BehaviorRunner<CommandBehavior> = { kind: 'command', needs: variablesFor, run: commandRun };

function variablesFor(behavior: CommandBehavior, { env }: ServerDescriptor): readonly string[] {
  const { before = [], verify = [] } = behavior;
  const passed = [...before, behavior, ...verify].flatMap((step) => step.env ?? []);
  return [...requiredAmong(passed, env), ...neededVariables(behavior)];
}

/** What an answer without failure gives. */
type Read = (answer: ServiceResponse, bytes: Uint8Array) => unknown;

/** Builds the work of a `command` tool: its checks, then argv → run → reported failures → exit code → data. */
function commandRun(behavior: CommandBehavior, context: BehaviorContext): RunTool {
  const { before: _before, verify: _verify, let: lets, result, omit: _omit, ...step } = behavior;
  const schema = dataSchema(context.tool);
  const isBytes = step.stdout === 'bytes';
  const table = result && compileResult(result, schema, context);
  const wantsJson = !isBytes && (result === undefined || needsJson(result, schema, context));
  const read = isBytes ? bytesRead(step, context, table) : (table ?? wholeRead(step, context));
  const work = programStep(step, context, wantsJson, withLets(lets, context, read, failUnverified));
  const prepareCheck = (check: CommandStep, judge: Read): PrepareStep => programStep(check, context, false, judge);
  return checkedWork(behavior, context, work, prepareCheck, notJson('harmless'));
}

function wholeRead({ stdout }: CommandStep, { tool }: BehaviorContext): Read {
  return ({ json }) => (json === undefined ? notJson(repeatOf(tool)) : wholeOutput(json, stdout));
}

/** One block for the model, and what is known of it. */
function bytesRead(
  { media_type }: CommandStep,
  { server, tool, redact }: BehaviorContext,
  table: Read | undefined,
): Read {
  const mimeType = media_type ?? 'application/octet-stream';
  const uri = `tool://${server.name}/${tool.name}`;
  return (answer, bytes) => {
    if (bytes.length === 0) return notJson(repeatOf(tool));
    const data = table ? table(answer, bytes) : { media_type: mimeType, bytes: bytes.length };
    return content([blockOf({ bytes }, mimeType, uri, (text) => redact.text(text))], data as JsonObject);
  };
}

/** Runs one program and reads what it prints: the work of `command:`, and of `call.run`. */
export function programStep(step: CommandStep, context: BehaviorContext, wantsJson: boolean, read: Read): PrepareStep {
  const { redact, clock, runProgram: run = runProgram } = context;
  const prepare = compileProgram(step, context);
  const cases = casesFor(context, step.fails_when, step.exit_codes);
  const repeat = repeatOf(context.tool);
  return (args, call) => {
    const program = prepare(args, call);
    if (isFailure(program)) return program;
    return async () => {
      const start = clock.now();
      const end = await run(program);
      call.log(`${program.argv[0] ?? ''}: ${endOf(end)} in ${Math.round(clock.now() - start)} ms`, 'debug');
      if (end.kind === 'not_started') return notStarted(end.code, program, step.not_found);
      if (end.kind === 'no_output') return repeat === 'harmless' ? end.failure : failUnverified(end.failure);
      if (end.kind !== 'ended') return notEnded(end, repeat);
      const bytes = end.truncated ? completeLines(end.stdout) : end.stdout;
      if (bytes === undefined) return notEnded({ kind: 'too_large' }, repeat);
      const stderr = decodeText(end.stderr);
      const stdout = step.stdout === 'bytes' ? { text: '' } : decodeText(bytes);
      if ('unknown' in stdout) return badCharset('command output', stdout.unknown);
      const errorText = 'text' in stderr ? redact.text(stderr.text) : '';
      if (end.exit !== '0' && errorText !== '') call.log(`exit ${end.exit}: ${cleanDetail(errorText.slice(-300))}`);
      const answer: ServiceResponse = {
        ...readOutput(stdout.text, step, redact),
        args,
        header: () => undefined,
        stderr: lastLines(errorText),
        truncated: end.truncated === true,
      };
      const failed = failureOf(end.exit, answer, errorText, { ...step, cases });
      if (failed !== undefined) return failed;
      return wantsJson && answer.json === undefined ? notJson(repeat) : read(answer, bytes);
    };
  };
}

/** What to run for a set of arguments, or what is wrong with them. */
function compileProgram(
  step: CommandStep,
  context: BehaviorContext,
): (args: JsonObject, call: Call) => ProgramCall | ToolFailure {
  const { env } = context;
  const { argv, stdin, cwd } = step;
  const build = compileArgv(argv, step.translate);
  const climber = compileFolders(cwd, stdin);
  const translated = translatorFor(context, step.translate);
  const writes = step.output_file && partOf(context, 'outputFile');
  const reports = step.progress && partOf(context, 'progress');
  return (args, call) => {
    const scope = { ...translated(args), env };
    const elements = build({ ...args, env });
    if (isFailure(elements)) return elements;
    const climbing = climber(scope);
    if (climbing !== undefined) return climbing;
    const watchOutput = writes?.(step, scope, call.signal);
    if (isFailure(watchOutput)) return watchOutput;
    const filled = (text: string | undefined): string | undefined => (text === undefined ? text : textOf(text, scope));
    return {
      argv: elements,
      cwd: filled(cwd),
      env: { ...environmentFor(step.env ?? [], env), ...step.set_env },
      stdin: filled(stdin),
      maxBytes: step.max_bytes,
      truncate: step.on_more === 'truncate',
      signal: call.signal,
      watchOutput,
      onOutput: reports?.(step, call),
    };
  };
}

function partOf<K extends keyof CommandParts>(
  { commandParts }: BehaviorContext,
  name: K,
): NonNullable<CommandParts[K]> {
  return requireModule(commandParts?.[name], `"${name}" of command: tools`);
}

function endOf(end: ProgramEnd): string {
  if (end.kind === 'ended') return end.truncated ? 'stopped at max_bytes' : `exit ${end.exit}`;
  return end.kind === 'not_started' ? `not started (${end.code})` : end.kind;
}

function notEnded(end: Extract<ProgramEnd, { kind: 'aborted' | 'too_large' }>, repeat: Repeat): ToolFailure {
  if (end.kind === 'aborted') return callCancelled();
  const hint = repeatHint('sent', repeat, 'Request less data at once.');
  return failure('bad_response', 'The command output exceeds `max_bytes` of this tool.', hint);
}

function failureOf(
  exit: string,
  answer: ServiceResponse,
  stderr: string,
  {
    cases,
    fails_when,
    exit_codes,
  }: Pick<CommandStep, 'fails_when' | 'exit_codes'> & { readonly cases: FailureCases | undefined },
): ToolFailure | undefined {
  const whole = { ...answer, text: `${answer.text}\n${stderr}` };
  const keys = exit === '0' ? [exit] : [exit, 'default'];
  const authored =
    cases?.reportedFailure(fails_when, { ...answer, errorText: stderr }) ??
    cases?.tabledFailure([exit_codes], keys, whole, 'command_failed');
  if (authored !== undefined || exit === '0') return authored;
  return failure(
    'command_failed',
    `The command failed (exit code ${exit}).`,
    'Check the arguments. If they are correct, tell the user that the server log has the reason.',
  );
}

function notJson(repeat: Repeat): ToolFailure {
  return notExpected('command output', 'program', repeat);
}
