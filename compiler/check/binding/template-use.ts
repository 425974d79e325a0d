/** Every template of a tool or connection, with its place and what may stand in it. */
import { isMapping } from '@haft/runtime/language';
import type { Json } from '@haft/runtime/language';
import type { NodePath } from '../../load/spec.ts';
import type { ConnectionSpec } from '../documents/server.ts';
import type { CommandStepSpec, HttpStepSpec, ToolSpec } from '../documents/tool.ts';
import { stepsOf } from './steps.ts';

export interface TemplateUse {
  readonly path: NodePath;
  readonly text: string;
  /** Every variable has to have a value here, or the request could not be written. */
  readonly inPath?: boolean;
  /** Stands inside `each … as`, where `item` is the element. */
  readonly inItem?: boolean;
}

export function connectionTemplates({ base_url, headers }: ConnectionSpec): TemplateUse[] {
  return [{ path: ['base_url'], text: base_url, inPath: true }, ...entries(['headers'], headers)];
}

/** Those of the work and of the checks before it, with their paths below the tool. */
export function toolTemplates({ http, command }: ToolSpec): TemplateUse[] {
  return [
    ...stepsOf(http).flatMap(({ step, path }) => below(['http', ...path], httpTemplates(step))),
    ...stepsOf(command).flatMap(({ step, path }) => below(['command', ...path], commandTemplates(step))),
  ];
}

function below(base: NodePath, uses: readonly TemplateUse[]): TemplateUse[] {
  return uses.map((use) => ({ ...use, path: [...base, ...use.path] }));
}

export function httpTemplates({ request, query, headers, json, text }: HttpStepSpec): TemplateUse[] {
  return [
    { path: ['request'], text: request, inPath: true },
    ...entries(['query'], query),
    ...entries(['headers'], headers),
    ...(json === undefined ? [] : bodyTemplates(['json'], json, false)),
    ...(text === undefined ? [] : [{ path: ['text'], text }]),
  ];
}

export function commandTemplates({ argv, stdin, cwd }: CommandStepSpec): TemplateUse[] {
  return [
    ...argv.map((text, index) => ({ path: ['argv', index], text })),
    ...(stdin === undefined ? [] : [{ path: ['stdin'], text: stdin }]),
    ...(cwd === undefined ? [] : [{ path: ['cwd'], text: cwd, inPath: true }]),
  ];
}

function entries(base: NodePath, texts: Readonly<Record<string, string>> | undefined): TemplateUse[] {
  return Object.entries(texts ?? {}).map(([key, text]) => ({ path: [...base, key], text }));
}

function bodyTemplates(path: NodePath, body: Json, inItem: boolean): TemplateUse[] {
  if (typeof body === 'string') return [{ path, text: body, inItem }];
  if (typeof body !== 'object' || body === null) return [];
  const mapping = isMapping(body);
  return Object.entries(body).flatMap(([key, value]) => {
    const step = Array.isArray(body) ? Number(key) : key;
    return bodyTemplates([...path, step], value, inItem || (mapping && key === 'as'));
  });
}
