/** Every text of a tool or server that a model gets to see, with its place: there is no other way in. */
import type { NodePath, Part } from '../../load/spec.ts';
import type { ServerSpec } from '../documents/server.ts';
import type { CommandStepSpec, HttpStepSpec, ToolSpec } from '../documents/tool.ts';

export interface ModelText {
  readonly path: NodePath;
  readonly part: Part;
  readonly text: string;
}

/** Descriptions, schemas with their enums and defaults, results, and the words for failures. */
export function shownOf(tool: ToolSpec): object {
  const { title, description, parameters, definitions, returns, deprecated, on_timeout, http, command } = tool;
  const failures = {
    http: http && { ...httpWords(http), before: http.before?.map(httpWords), result: http.result },
    command: command && { ...commandWords(command), before: command.before?.map(commandWords), result: command.result },
  };
  return { title, description, parameters, definitions, returns, deprecated, on_timeout, ...failures };
}

function httpWords({ errors, fails_when }: HttpStepSpec): object {
  return { errors, fails_when };
}

function commandWords({ exit_codes, fails_when, not_found }: CommandStepSpec): object {
  return { exit_codes, fails_when, not_found };
}

/** The instructions, and the words for failures that hold for all its tools. */
export function serverTexts({ title, summary, env = {}, connections = {} }: ServerSpec): ModelText[] {
  return [
    ...textsIn({ title, summary }),
    ...Object.entries(env).flatMap(([name, { on_missing }]) => textsIn({ on_missing }, ['env', name])),
    ...Object.entries(connections).flatMap(([name, { on_unreachable, errors }]) => {
      return textsIn({ on_unreachable, errors }, ['connections', name]);
    }),
  ];
}

/** Every text in it, keys included: the names of properties are read as well. */
export function textsIn(value: unknown, path: NodePath = []): ModelText[] {
  if (typeof value === 'string') return [{ path, part: 'value', text: value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = [...path, key];
    return one === undefined ? [] : [{ path: inner, part: 'key' as const, text: key }, ...textsIn(one, inner)];
  });
}
