/** `http:`, `command:` or `handler:` → what the runtime carries out, with defaults resolved. */
import type { Behavior, CommandStep, ErrorCase, ErrorTable, HttpStep } from '@haft/runtime';
import type { FailureCase } from '../language/failure.ts';
import type { CommandSpec, CommandStepSpec, HttpSpec, HttpStepSpec, ToolSpec } from '../check/documents/tool.ts';
import { invariant } from '../diagnostic.ts';
import { functionName } from './names.ts';

export function planBehavior(tool: ToolSpec): Behavior {
  if (tool.http) return httpBehavior(tool.http);
  if (tool.command) return commandBehavior(tool.command);
  invariant(tool.handler, 'rule tool/behaviour lets no tool pass without a behavior');
  return { kind: 'handler', export: functionName(tool.name) };
}

function httpBehavior({ before, result, ...step }: HttpSpec): Behavior {
  return {
    kind: 'http',
    ...httpStep(step),
    ...(before && { before: before.map(httpStep) }),
    ...(result && { result }),
  };
}

function httpStep({ request, errors, ...rest }: HttpStepSpec): HttpStep {
  const [method = '', path = ''] = request.split(' ', 2);
  invariant(isMethod(method), `the shape lets no request with method ${method} pass`);
  return { method, path, ...rest, ...(errors && { errors: errorTable(errors) }) };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function isMethod(text: string): text is (typeof METHODS)[number] {
  return METHODS.some((method) => method === text);
}

function commandBehavior({ before, result, ...step }: CommandSpec): Behavior {
  const checks = before && { before: before.map(commandStep) };
  return { kind: 'command', ...commandStep(step), ...checks, ...(result && { result }) };
}

function commandStep({ exit_codes, stdout = 'json', max_bytes = 1_048_576, ...rest }: CommandStepSpec): CommandStep {
  return { ...rest, stdout, max_bytes, ...(exit_codes && { exit_codes: errorTable(exit_codes) }) };
}

/** One case or several → always a list, by code. */
export function errorTable(table: Readonly<Record<string, FailureCase | readonly FailureCase[]>>): ErrorTable {
  return Object.fromEntries(Object.entries(table).map(([code, cases]) => [code, [cases].flat() satisfies ErrorCase[]]));
}
