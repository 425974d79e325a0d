/** `http:`, `command:` or `handler:` → what the runtime carries out, with defaults resolved. */
import type { Behaviour, ErrorCase, ErrorTable } from '@haft/runtime';
import type { FailureCase } from '../check/shape/failure.ts';
import type { CommandSpec, HttpSpec, ToolSpec } from '../check/shape/tool.ts';
import { invariant } from '../diagnostic.ts';
import { functionName } from './names.ts';

export function planBehaviour(tool: ToolSpec): Behaviour {
  if (tool.http) return httpBehaviour(tool.http);
  if (tool.command) return commandBehaviour(tool.command);
  invariant(tool.handler, 'rule tool/behaviour lets no tool pass without a behaviour');
  return { kind: 'handler', export: functionName(tool.name) };
}

function httpBehaviour({ request, errors, ...rest }: HttpSpec): Behaviour {
  const [method = '', path = ''] = request.split(' ', 2);
  invariant(isMethod(method), `the shape lets no request with method ${method} pass`);
  return { kind: 'http', method, path, ...rest, ...(errors && { errors: errorTable(errors) }) };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function isMethod(text: string): text is (typeof METHODS)[number] {
  return METHODS.some((method) => method === text);
}

function commandBehaviour({ exit_codes, stdout = 'json', max_bytes = 1_048_576, ...rest }: CommandSpec): Behaviour {
  return { kind: 'command', ...rest, stdout, max_bytes, ...(exit_codes && { exit_codes: errorTable(exit_codes) }) };
}

/** One case or several → always a list, by code. */
export function errorTable(table: Readonly<Record<string, FailureCase | readonly FailureCase[]>>): ErrorTable {
  return Object.fromEntries(Object.entries(table).map(([code, cases]) => [code, [cases].flat() satisfies ErrorCase[]]));
}
