/** Behavior `http:`: one request to a connection of the server, and the checks before it. */
import type { HttpStep } from '@haft/runtime';
import { isMapping } from '@haft/runtime/language';
import type { Json } from '@haft/runtime/language';
import { invariant } from '../diagnostic.ts';
import { anything, list, map, object, text } from '../language/build.ts';
import type { Static } from '../language/build.ts';
import { failsWhenShape, failureTable, resultShape } from '../language/failure.ts';
import * as form from '../language/form.ts';
import { HEADER_NAME, HEADER_VALUE, REQUEST, STATUS } from '../language/names.ts';
import type { NodePath } from '../load/spec.ts';
import { behavior } from './behavior.ts';
import type { Contradiction, Effects, PlacedProblem, StepParts, TemplateUse } from './behavior.ts';
import { failures, result, STEP_FORMS } from './contract-forms.ts';
import { errorTable, writtenTable } from './failure-table.ts';
import { translateShape, VARIABLES } from './shapes.ts';
import { entries, NO_PARTS, one, stepsOf } from './steps.ts';

const request = {
  connection: text('Name of a connection of the server.'),
  request: text(
    `Method and path, relative to the base_url of the connection, such as "GET /items/{key}". Values are percent-encoded. ${VARIABLES}`,
    { pattern: REQUEST },
  ),
};

const requestOptions = {
  query: map(
    `Query parameters. A value that is exactly one variable is omitted when the argument is absent, and repeated when it is a list. ${VARIABLES}`,
    text('Template of the value.'),
  ),
  headers: map(
    `Headers added to those of the connection. ${VARIABLES}`,
    text('Template of the value.', { pattern: HEADER_VALUE }),
    HEADER_NAME,
  ),
  json: anything<Json>(
    `JSON body. A string that is exactly one variable becomes the typed value, and is omitted when the argument is absent; {each: "{list}", as: …} maps a list, with the current element as {item}. ${VARIABLES}`,
  ),
  text: text(`Text body; lists are joined with \`separator\`. ${VARIABLES}`),
  separator: text('Separator between the elements of a list in a text body.', {
    default: ',',
    pattern: ['[^]', 'a string, which may be blank'],
  }),
  translate: translateShape,
  errors: failureTable('Error messages by HTTP status code.', STATUS),
  fails_when: failsWhenShape,
};

const shape = object('Sends one HTTP request.', request, {
  before: list(
    'Checks sent before the request, in order, within the timeout of the call. The first check that fails ends the call, and nothing more is sent. A response without the list or map that a pointer refers to also fails.',
    object('One check: a request, and the failures that its response can report.', request, requestOptions),
    { minItems: 1 },
  ),
  ...requestOptions,
  result: resultShape,
});

type Spec = Static<typeof shape>;
type StepSpec = Omit<Spec, 'before' | 'result'>;

const KEYS = { connection: form.text, method: form.text, path: form.text };
const MORE_KEYS = {
  ...STEP_FORMS,
  query: form.mapOf(form.text),
  headers: form.mapOf(form.text),
  text: form.text,
  separator: form.text,
  errors: failures,
};

export const http = behavior<'http', Spec>({
  key: 'http',
  shape,
  isCode: false,
  failureKeys: ['errors', 'fails_when'],
  steps: (spec) => stepsOf(spec, partsOf),
  result: (spec) => spec.result,
  problems: (spec) => stepsOf<StepSpec>(spec, partsOf).flatMap(({ path, spec: step }) => twoBodies(step, path)),
  contradiction: ({ request: sent }, effects) => methodContradiction(sent.split(' ')[0] ?? '', effects),
  plan: ({ before, result: table, ...step }) => ({
    kind: 'http',
    ...planStep(step),
    ...(before && { before: before.map(planStep) }),
    ...(table && { result: table }),
  }),
  write: ({ kind: _kind, before, ...rest }) => ({
    ...(before && { before: before.map(writeStep) }),
    ...writeStep(rest),
  }),
  contractForm: form.map(KEYS, { ...MORE_KEYS, before: form.list(form.map(KEYS, MORE_KEYS)), result }),
  change: {
    id: 'tool/request',
    says: 'The request of a tool changed.',
    why: 'The service may respond differently to the same arguments.',
    example: {
      before: 'http: { connection: catalogue, request: GET /books }',
      after: 'http: { connection: catalogue, request: GET /volumes }',
    },
  },
});

function partsOf({ connection, request: sent, query, headers, json, text: body, translate }: StepSpec): StepParts {
  return {
    ...NO_PARTS,
    templates: [
      ...one(['request'], sent, { inPath: true }),
      ...entries(['query'], query),
      ...entries(['headers'], headers),
      ...(json === undefined ? [] : bodyTemplates(['json'], json, false)),
      ...one(['text'], body),
    ],
    connections: [{ path: ['connection'], name: connection }],
    translate,
    typed: json,
  };
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

function twoBodies({ json, text: body }: StepSpec, path: NodePath): PlacedProblem[] {
  if (json === undefined || body === undefined) return [];
  const message = 'This request has two bodies: `json` and `text`.';
  return [{ path: [...path, 'text'], part: 'key', message, hint: 'Keep one of them.' }];
}

/** A POST may well read (searches do) and a DELETE may only take a mark away, but a GET never writes. */
function methodContradiction(method: string, effects: Effects): Contradiction | undefined {
  const says = `its request is a ${method}`;
  if (method === 'GET') return effects === 'read' ? undefined : { says, instead: 'read' };
  if (effects !== 'read') return undefined;
  if (method === 'DELETE') return { says, instead: 'destroy' };
  return method === 'PUT' || method === 'PATCH' ? { says, instead: 'write' } : undefined;
}

function planStep({ request: sent, errors, ...rest }: StepSpec): HttpStep {
  const [method = '', path = ''] = sent.split(' ', 2);
  invariant(isMethod(method), `the shape lets no request with method ${method} pass`);
  return { method, path, ...rest, ...(errors && { errors: errorTable(errors) }) };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function isMethod(word: string): word is (typeof METHODS)[number] {
  return METHODS.some((method) => method === word);
}

function writeStep({ connection, method, path, errors, ...rest }: HttpStep): object {
  return { connection, request: `${method} ${path}`, ...rest, ...(errors && { errors: writtenTable(errors) }) };
}
