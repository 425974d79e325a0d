/** Behaviour `command`: one run of a program. */
import type { CommandBehaviour, ErrorCase } from '../descriptor.ts';
import type { Environment } from '../environment.ts';
import { missingVariable, neededVariables } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, failure, isFailure } from '../failure.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isObject, ownMember } from '../language/json.ts';
import type { Schema } from '../language/schema.ts';
import type { Scope } from '../language/template.ts';
import { parseTemplate, renderText } from '../language/template.ts';
import type { Answer } from './answer.ts';
import { cleanDetail, parseJson, tabledFailure, toldFailure } from './answer.ts';
import { compileArgv } from './command-argv.ts';
import type { ProgramEnd } from './command-process.ts';
import { runProgram } from './command-process.ts';
import { compileResult, needsJson } from './result.ts';
import type { Run, Workshop } from './run.ts';
import { translate } from './translate.ts';

type Ended = Extract<ProgramEnd, { kind: 'ended' }>;

/** Always passed on: without them few programs start. Windows adds its own kind of home and system folder. */
const PASSED_ON = [
  'PATH',
  'HOME',
  ...(process.platform === 'win32' ? ['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP'] : []),
];

/** Builds the work of a `command` tool: argv → run → told failures → exit code → data. */
export function commandRun(behaviour: CommandBehaviour, { server, tool, env }: Workshop): Run {
  const { argv, stdin, cwd } = behaviour;
  const passed = behaviour.env ?? [];
  const required = passed.filter((name) => ownMember(server.env, name)?.optional === false);
  const needed = [...required, ...neededVariables([argv, stdin, cwd])];
  const build = compileArgv(argv);
  const renderStdin = compileText(stdin);
  const renderCwd = compileText(cwd);
  const finish = compileFinish(behaviour, ownMember(tool.outputSchema.properties, 'data'));
  return async (args, call) => {
    const missing = missingVariable(needed, server.env, env);
    if (missing !== undefined) return missing;
    const scope = { ...translate(args, behaviour.translate), env };
    const elements = build(scope);
    if (isFailure(elements)) return elements;
    const end = await runProgram({
      argv: elements,
      cwd: renderCwd(scope),
      env: environmentOf(passed, env),
      stdin: renderStdin(scope),
      maxBytes: behaviour.max_bytes,
      signal: call.signal,
    });
    if (end.kind !== 'ended') return notEnded(end, behaviour.not_found);
    if (end.exit !== '0' && end.stderr !== '') call.log(`exit ${end.exit}: ${cleanDetail(end.stderr.slice(-300))}`);
    return finish(end, args);
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
  return Object.fromEntries(
    [...PASSED_ON, ...names].flatMap((name) => {
      const value = ownMember(env, name) ?? process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function notEnded(end: Exclude<ProgramEnd, Ended>, notFound: ErrorCase | undefined): ToolFailure {
  if (end.kind === 'aborted') return failure('cancelled', 'The call was ended.', 'Call again if it is still needed.');
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

function compileFinish(
  behaviour: CommandBehaviour,
  schema: Schema | undefined,
): (end: Ended, args: JsonObject) => unknown {
  const { result, fails_when: tests, stdout: form } = behaviour;
  const read = result && compileResult(result, schema);
  const wantsJson = form === 'json' && (result === undefined || needsJson(result, schema));
  return ({ exit, stdout, stderr }, args) => {
    const text = form === 'json' ? stdout : stdout.replace(/\r?\n$/, '');
    const json = readOutput(form, text);
    const answer: Answer = { text, json, args, header: () => undefined };
    const failed =
      toldFailure(tests, answer) ??
      tabledFailure([behaviour.exit_codes], exit, `${stdout}\n${stderr}`, 'command_failed');
    if (failed !== undefined) return failed;
    if (exit !== '0') return badExit(exit);
    if (wantsJson && json === undefined) return notJson();
    if (read !== undefined) return read(answer);
    return form === 'json' ? (isObject(json) ? json : notJson()) : { [form]: json };
  };
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
