/** Mistakes of requests that no shape can describe: keys that exclude or need each other. */
import type { MultipartFile } from '@haft/runtime';
import { type Schema, isMapping, isObject, pageFields } from '@haft/runtime/language';
import type { NodePath } from '../yaml/spec.ts';
import type { PlacedProblem, ToolContext } from './behavior.ts';
import { folderProblems } from './folder.ts';
import { isParameterOf } from './steps.ts';
import type { HttpSpec, HttpStepSpec } from './http-shape.ts';

/** Problems that every step can have; paths are below the step. */
export function stepProblems(step: HttpStepSpec, { idempotent }: ToolContext): PlacedProblem[] {
  return [...bodyProblems(step), ...queryProblems(step), ...fileProblems(step), ...retryProblems(step, idempotent)];
}

/** Problems that only the work itself can have. */
export function ownProblems(spec: HttpSpec, tool: ToolContext): PlacedProblem[] {
  return [...modeProblems(spec), ...pagingProblems(spec, tool), ...folderProblems(spec.save_to ?? {}, ['save_to'])];
}

const BODIES = ['json', 'text', 'form', 'multipart'] as const;

function bodyProblems(step: HttpStepSpec): PlacedProblem[] {
  const [first, second] = BODIES.filter((key) => step[key] !== undefined);
  if (first !== undefined && second !== undefined)
    return [exclusion([second], `This request has two bodies: \`${first}\` and \`${second}\`.`, 'Keep one of them.')];
  const [method = ''] = step.request.split(' ');
  if (first === undefined || (method !== 'GET' && method !== 'HEAD')) return [];
  const hint = 'Put the values under `query`, or use POST, PUT or PATCH.';
  return [exclusion([first], `A ${method} request cannot have a body.`, hint)];
}

function queryProblems({ query = {} }: HttpStepSpec): PlacedProblem[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (typeof value === 'string' || value.join === undefined || value.style === undefined) return [];
    return [exclusion(['query', name, 'style'], '`join` and `style` exclude each other.', 'Keep one of them.')];
  });
}

function fileProblems({ multipart = {} }: HttpStepSpec): PlacedProblem[] {
  return Object.entries(multipart).flatMap(([name, field]) => {
    if (typeof field === 'string') return [];
    const path = ['multipart', name];
    return [...contentProblems(field, path), ...folderProblems(field, path)];
  });
}

function contentProblems({ base64, text, folder, path: below }: MultipartFile, path: NodePath): PlacedProblem[] {
  const count = [base64, text, folder ?? below].filter((one) => one !== undefined).length;
  const hint = 'Use exactly one of base64, text, or folder with path.';
  if (count !== 1) return [{ path, message: `This file has ${count} contents, expected one.`, hint }];
  if ((folder === undefined) === (below === undefined)) return [];
  return [{ path, message: 'A file needs both `folder` and `path`.', hint: 'Add the missing one.' }];
}

/** RFC 9110 §9.2.2. */
function retryProblems({ request, retry }: HttpStepSpec, idempotent: boolean | undefined): PlacedProblem[] {
  const [method = ''] = request.split(' ');
  if (retry === undefined || retry.attempts === 1 || idempotent === true || !/^(?:POST|PATCH)$/.test(method)) return [];
  const message = `A ${method} request may take effect twice when it is repeated.`;
  return [
    exclusion(['retry'], message, 'Write `idempotent: true` on the tool if that does no harm, or remove `retry`.'),
  ];
}

function* modeProblems({ response, save_to, redirect, paging, poll }: HttpSpec): Iterable<PlacedProblem> {
  if (save_to && response !== 'bytes')
    yield exclusion(['save_to'], '`save_to` needs `response: bytes`.', 'Add `response: bytes`.');
  if (poll && paging) yield exclusion(['poll'], '`poll` and `paging` exclude each other.', 'Keep one of them.');
  if (poll?.pointer !== undefined && poll.path !== undefined)
    yield exclusion(['poll', 'path'], '`pointer` and `path` of `poll` exclude each other.', 'Keep one of them.');
  if (paging && response !== undefined && response !== 'json')
    yield exclusion(['paging'], `\`paging\` needs \`response: json\`, got ${response}.`, 'Remove `response`.');
  const other = redirect && Object.entries({ response, paging, poll }).find(([, value]) => value !== undefined);
  if (other) yield exclusion(['redirect'], `\`redirect\` and \`${other[0]}\` exclude each other.`, 'Keep one of them.');
}

function* pagingProblems({ request, paging, json: body }: HttpSpec, tool: ToolContext): Iterable<PlacedProblem> {
  if (!paging) return;
  const { by, pointer, query, json } = paging;
  if (json !== undefined) yield* bodyPagingProblems(paging, request, body);
  else if (!request.startsWith('GET '))
    yield exclusion(
      ['paging'],
      '`paging` needs a GET request.',
      'Use GET, or `json` for a page that the body of a POST selects.',
    );
  if ((by === 'next' || by === 'cursor') && pointer === undefined)
    yield exclusion(['paging', 'by'], `Paging by ${by} has no \`pointer\`.`, 'Add the pointer to it in the response.');
  if (by !== 'link' && by !== 'next' && query === undefined && json === undefined)
    yield exclusion(
      ['paging', 'by'],
      `Paging by ${by} has no \`query\`.`,
      'Add the name of the query parameter, or `json`.',
    );
  yield* parameterProblem(paging.limit, 'limit', tool);
  yield* parameterProblem(paging.resume, 'resume', tool);
}

function* bodyPagingProblems(
  { by, query }: NonNullable<HttpSpec['paging']>,
  request: string,
  body: HttpSpec['json'],
): Iterable<PlacedProblem> {
  const path = ['paging', 'json'];
  if (!request.startsWith('POST ') || !isObject(body) || isMapping(body))
    yield exclusion(
      path,
      'A page in the body needs a POST request with a map under `json`.',
      'Use `query` for other requests.',
    );
  if (by === 'link' || by === 'next')
    yield exclusion(path, `Paging by ${by} follows a link, which has no body.`, 'Page by cursor, page or offset.');
  if (query !== undefined)
    yield exclusion(path, '`json` and `query` of `paging` exclude each other.', 'Keep one of them.');
}

interface PagedTool {
  readonly http?: HttpSpec | undefined;
  readonly returns?: Schema | undefined;
}

/** Where a result of pages cannot say that there are more: then a page that fails is the failure of the call. */
export function hiddenPages({
  http,
  returns,
}: PagedTool): { readonly path: string[]; readonly add: string } | undefined {
  if (http?.paging === undefined) return undefined;
  const shows = pageFields(http.result, returns);
  if (shows('more') || shows('note')) return undefined;
  const add = http.result ? '`note: /note` to `result`, and `note` to `returns`' : '`more` and `note` to `returns`';
  return { path: ['http', 'paging'], add };
}

function parameterProblem(text: string | undefined, key: 'limit' | 'resume', tool: ToolContext): PlacedProblem[] {
  if (text === undefined || (key === 'limit' && /^[1-9]\d{0,6}$/.test(text))) return [];
  const type = key === 'limit' ? 'integer' : 'string';
  if (isParameterOf(type, text, tool)) return [];
  const message = `\`${key}\` is ${JSON.stringify(text)}, expected one ${type} parameter of tool "${tool.name}".`;
  return [
    { path: ['paging', key], message, hint: `Declare a parameter of type ${type} and write "{name}" with its name.` },
  ];
}

function exclusion(path: NodePath, message: string, hint: string): PlacedProblem {
  return { path, part: 'key', message, hint };
}
