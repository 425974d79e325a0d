/** Behaviour `command`: one run of a program. */
import type { CommandBehaviour, CommandStep, ErrorCase } from '../descriptor.ts';
import type { Environment } from '../environment.ts';
import { missingVariable, neededVariables } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, failure, isFailure } from '../failure.ts';
import { cancelled } from '../faults.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isObject, ownMember } from '../language/json.ts';
import type { Scope } from '../language/template.ts';
import { parseTemplate, renderText } from '../language/template.ts';
import type { Answer } from './answer.ts';
import { canTell, cleanDetail, parseJson, tabledFailure, toldFailure } from './answer.ts';
import { compileArgv } from './command-argv.ts';
import type { ProgramEnd } from './command-process.ts';
import { runProgram } from './command-process.ts';
import { compileResult, needsJson } from './result.ts';
import type { Run, Workshop } from './run.ts';
import type { Step } from './steps.ts';
import { inOrder } from './steps.ts';
import { translate } from './translate.ts';

/** What an answer without failure gives. */
type Read = (answer: Answer) => unknown;

type Ended = Extract<ProgramEnd, { kind: 'ended' }>;

/** Always passed on: without them few programs start. Windows adds its own kind of home and system folder. */
const PASSED_ON = ['PATH', 'HOME'];
const PASSED_ON_WINDOWS = ['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP'];

/** Builds the work of a `command` tool: its checks, then argv → run → told failures → exit code → data. */
export function commandRun({ before = [], result, ...step }: CommandBehaviour, workshop: Workshop): Run {
  const schema = ownMember(workshop.tool.outputSchema.properties, 'data');
  const read = result ? compileResult(result, schema) : ({ json }: Answer) => wholeAnswer(json, step.stdout);
  const wantsJson = result === undefined || needsJson(result, schema);
  const checks = before.map((check) => {
    return programStep(check, workshop, false, ({ json }) => (canTell(check.fails_when, json) ? undefined : notJson()));
  });
  return inOrder([...checks, programStep(step, workshop, wantsJson, read)]);
}

function programStep(step: CommandStep, { server, env }: Workshop, wantsJson: boolean, read: Read): Step {
  const { argv, stdin, cwd } = step;
  const passed = step.env ?? [];
  const required = passed.filter((name) => ownMember(server.env, name)?.optional === false);
  const needed = [...required, ...neededVariables([argv, stdin, cwd])];
  const build = compileArgv(argv);
  const renderStdin = compileText(stdin);
  const renderCwd = compileText(cwd);
  return (args, call) => {
    const scope = { ...translate(args, step.translate), env };
    const elements = missingVariable(needed, server.env, env) ?? build(scope);
    if (isFailure(elements)) return elements;
    return async () => {
      const end = await runProgram({
        argv: elements,
        cwd: renderCwd(scope),
        env: environmentOf(passed, env),
        stdin: renderStdin(scope),
        maxBytes: step.max_bytes,
        signal: call.signal,
      });
      if (end.kind !== 'ended') return notEnded(end, step.not_found);
      if (end.exit !== '0' && end.stderr !== '') call.log(`exit ${end.exit}: ${cleanDetail(end.stderr.slice(-300))}`);
      const answer = answerOf(end, step.stdout, args);
      const failed = failureOf(end, answer, step);
      if (failed !== undefined) return failed;
      return wantsJson && answer.json === undefined ? notJson() : read(answer);
    };
  };
}

function compileText(text: string | undefined): (scope: Scope) => string | undefined {
  if (text === undefined) return () => undefined;
  const template = parseTemplate(text);
  return (scope) => {
    const rendered = renderText(template, scope);
    return 'text' in rendered ? rendered.text : '';
  };
}

function environmentOf(names: readonly string[], env: Environment): Record<string, string> {
  const always = process.platform === 'win32' ? [...PASSED_ON, ...PASSED_ON_WINDOWS] : PASSED_ON;
  return Object.fromEntries(
    [...always, ...names].flatMap((name) => {
      const value = ownMember(env, name) ?? process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function notEnded(end: Exclude<ProgramEnd, Ended>, notFound: ErrorCase | undefined): ToolFailure {
  if (end.kind === 'aborted') return cancelled();
  if (end.kind === 'too_large') {
    return failure('bad_response', 'The program behind this tool printed too much.', 'Ask for less at once.');
  }
  if (notFound !== undefined && end.code === 'ENOENT') return authoredFailure(notFound, 'not_found');
  return failure(
    end.code === 'ENOENT' ? 'not_found' : 'not_started',
    `The program behind this tool could not be started (${end.code}).`,
    'Ask the user to install it or to correct the path to it; calling again will not help.',
  );
}

function answerOf({ stdout }: Ended, form: CommandStep['stdout'], args: JsonObject): Answer {
  const text = form === 'json' ? stdout : stdout.replace(/\r?\n$/, '');
  return { text, json: readOutput(form, text), args, header: () => undefined };
}

function failureOf({ exit, stdout, stderr }: Ended, answer: Answer, step: CommandStep): ToolFailure | undefined {
  const whole = { text: `${stdout}\n${stderr}`, json: answer.json };
  return (
    toldFailure(step.fails_when, answer) ??
    tabledFailure([step.exit_codes], exit, whole, 'command_failed') ??
    (exit === '0' ? undefined : badExit(exit))
  );
}

function wholeAnswer(json: Json | undefined, form: CommandStep['stdout']): unknown {
  if (form !== 'json') return { [form]: json };
  return isObject(json) ? json : notJson();
}

function readOutput(form: CommandBehaviour['stdout'], text: string): Json | undefined {
  if (form === 'json') return parseJson(text);
  if (form === 'text') return text;
  return text === '' ? [] : text.split(/\r?\n/);
}

function badExit(exit: string): ToolFailure {
  return failure(
    'command_failed',
    `The program behind this tool failed (exit code ${exit}).`,
    'Check the arguments; if they are right, tell the user, who finds the reason in the server log.',
  );
}

function notJson(): ToolFailure {
  return failure(
    'bad_response',
    'The program behind this tool answered in a form that the tool does not understand.',
    'Try once more; if it happens again, tell the user that the program may have changed.',
  );
}
