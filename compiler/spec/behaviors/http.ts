/** Behavior `http:`: one request to a connection of the server, and the checks around it. */
import type { HttpStep, HttpBehavior, ResultTable } from '@haft/runtime';
import { invariant } from '../../base/diagnostic.ts';
import { formOf, formsOf } from '../shape/form-of.ts';
import * as form from '../shape/form.ts';
import { type Contradiction, type Effects, type StepParts, type TemplateUse, behavior, below } from './behavior.ts';
import { errorTable, failures, result, writtenTable } from './contract-forms.ts';
import { ownProblems, stepProblems } from './http-problems.ts';
import { type HttpSpec, type HttpStepSpec, httpShape, ownOptions, pagingShape, requestOptions } from './http-shape.ts';
import {
  checksOf,
  detailsOf,
  idleLets,
  omitShape,
  omittedNames,
  stepsOf,
  bodyTemplates,
  entries,
  NO_PARTS,
  one,
  whole,
} from './steps.ts';
import { serviceResponse } from './output-shape.ts';
import { plainStep, plainTable } from './plain-pointers.ts';
import type { ServerOffers, StarterLack, StarterResult } from './starter.ts';

const KEYS = { connection: form.text, method: form.text, path: form.text };
const STEP_FORMS = { ...formsOf(requestOptions), errors: failures };
const CHECKS = form.list(form.map(KEYS, { ...STEP_FORMS, let: result }));

export const http = behavior<'http', HttpSpec>({
  key: 'http',
  shape: httpShape,
  isCode: false,
  notShown: undefined,
  failureKeys: ['errors', 'fails_when'],
  steps: (spec) => stepsOf(spec, partsOf),
  result: (spec) => spec.result,
  problems: (spec, tool) => [
    ...stepsOf<HttpStepSpec>(spec, partsOf).flatMap(({ path, spec: step }) => below(path, stepProblems(step, tool))),
    ...ownProblems(spec, tool),
    ...idleLets(spec),
  ],
  contradiction: ({ request: sent, save_to, paging, before = [], verify = [] }, effects) => {
    const writing = [...before, ...verify].filter((check) => !READING.test(check.request));
    const changes = writing.flatMap((check) => methodContradiction(check.request, effects, 'one of its checks') ?? []);
    if (changes.length > 0) return changes.find(({ instead }) => instead === 'destroy') ?? changes[0];
    if (paging?.json !== undefined)
      return effects === 'read' ? undefined : { clause: 'it sends its request for each page', instead: 'read' };
    const saves: Contradiction = { clause: 'it saves a file', instead: 'write' };
    if (save_to) return effects === 'read' ? saves : undefined;
    const conflict = methodContradiction(sent, effects, 'its request');
    return conflict?.instead === 'read' && writing.length > 0 ? undefined : conflict;
  },
  nameMapping: () => [],
  unsent: () => undefined,
  plan: ({ before, verify, omit, result: table, max_bytes, save_to, redirect, paging, poll, ...step }) => ({
    kind: 'http',
    ...planStep(step),
    ...checksOf({ before, verify }, planStep),
    ...(omit && { omit }),
    ...(max_bytes !== undefined && { max_bytes }),
    ...(save_to && { save_to }),
    ...(redirect && { redirect }),
    ...(paging && { paging: { ...paging, items: paging.items ?? '' } }),
    ...(poll && { poll }),
    ...(table && { result: plainTable(table, serviceResponse(step)) }),
  }),
  blocks: ({ response, save_to }) => (response === 'bytes' && save_to === undefined ? 'always' : 'never'),
  write: ({ kind: _kind, before, verify, omit, ...rest }) => ({
    ...checksOf({ before, verify }, writeStep),
    ...writeStep(rest),
    ...(omit && { omit }),
  }),
  starter: {
    help: 'A request: a path of the connection, or an address, for which a connection is added.',
    example: 'GET https://api.example.org/books/{book_id}?language={language}',
    write: startedRequest,
  },
  contractForm: form.map(KEYS, {
    ...STEP_FORMS,
    ...formsOf(ownOptions),
    paging: formOf(pagingShape, 'items'),
    before: CHECKS,
    verify: CHECKS,
    let: result,
    omit: formOf(omitShape),
  }),
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

const READING = /^(?:GET|HEAD) /;

/** A POST may read (searches do) and a DELETE may only remove a mark, but a GET never writes. */
function methodContradiction(sent: string, effects: Effects, subject: string): Contradiction | undefined {
  const [method = ''] = sent.split(' ');
  const clause = `${subject} is a ${method}`;
  if (method === 'GET' || method === 'HEAD') return effects === 'read' ? undefined : { clause, instead: 'read' };
  if (effects !== 'read') return undefined;
  if (method === 'DELETE') return { clause, instead: 'destroy' };
  return method === 'PUT' || method === 'PATCH' ? { clause, instead: 'write' } : undefined;
}

function planStep(step: HttpStepSpec): HttpStep & { readonly let?: ResultTable } {
  const { request: sent, errors, let: lets, ...rest } = plainStep(step, serviceResponse(step));
  const [method = '', path = ''] = sent.split(' ', 2);
  invariant(isMethod(method), `the shape lets no request with method ${method} pass`);
  return {
    method,
    path,
    ...rest,
    ...(lets && { let: plainTable(lets, serviceResponse(step)) }),
    ...(errors && { errors: errorTable(errors) }),
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function isMethod(word: string): word is (typeof METHODS)[number] {
  return METHODS.some((method) => method === word);
}

function writeStep({ connection, method, path, errors, ...rest }: HttpStep): object {
  return { connection, request: `${method} ${path}`, ...rest, ...(errors && { errors: writtenTable(errors) }) };
}

type Own = Pick<HttpBehavior, 'omit' | 'save_to' | 'paging' | 'poll' | 'redirect'>;

function partsOf(step: HttpStepSpec & Own): StepParts {
  const { connection, request, headers, json, text, form, translate, fails_when: tests = [], let: lets, omit } = step;
  return {
    ...NO_PARTS,
    templates: [
      ...one(['request'], request, { inPath: true }),
      ...queryTemplates(step),
      ...entries(['headers'], headers),
      ...(json === undefined ? [] : bodyTemplates(['json'], json)),
      ...whole(['text'], text),
      ...(form === undefined
        ? []
        : Object.entries(form).flatMap(([name, value]) => bodyTemplates(['form', name], value))),
      ...multipartTemplates(step),
      ...ownTemplates(step),
    ],
    connections: [{ path: ['connection'], name: connection }],
    parameters: omittedNames(omit),
    omit,
    translate,
    typed: json,
    output: serviceResponse(step),
    tests,
    details: detailsOf(['fails_when'], tests),
    lets,
    mayBeCut: step.paging !== undefined,
  };
}

function queryTemplates({ query = {} }: HttpStepSpec): TemplateUse[] {
  return Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? one(['query', name], value) : one(['query', name, 'value'], value.value),
  );
}

function multipartTemplates({ multipart = {} }: HttpStepSpec): TemplateUse[] {
  return Object.entries(multipart).flatMap(([name, field]) => {
    const base = ['multipart', name];
    if (typeof field === 'string') return one(base, field);
    return [
      ...one([...base, 'base64'], field.base64),
      ...one([...base, 'text'], field.text),
      ...one([...base, 'folder'], field.folder, { inPath: true }),
      ...one([...base, 'path'], field.path),
      ...one([...base, 'name'], field.name),
    ];
  });
}

function ownTemplates({ save_to, paging, poll }: Own): TemplateUse[] {
  return [
    ...one(['save_to', 'folder'], save_to?.folder, { inPath: true }),
    ...one(['save_to', 'path'], save_to?.path, { inPath: true }),
    ...one(['paging', 'limit'], paging?.limit),
    ...one(['paging', 'resume'], paging?.resume),
    ...one(['poll', 'path'], poll?.path, { inPath: true, inResponse: true }),
  ];
}

/** `GET /books/{book_id}?language={language}`, with or without the address of the service before the path. */
function startedRequest(line: string, { connections }: ServerOffers): StarterResult<HttpSpec> | StarterLack | string {
  const [, method, origin, path = '/', search = ''] =
    /^([A-Z]+) +(https?:\/\/[^/{}?]+)?(\/[^?]*)?(?:\?(.*))?$/.exec(line.trim()) ?? [];
  if (method === undefined) return 'Expected a method and a path, such as "GET /books/{book_id}".';
  const names = Object.keys(connections);
  const existing = origin === undefined ? names[0] : names.find((name) => connections[name]?.base_url === origin);
  if (existing === undefined && origin === undefined)
    return {
      lacks: 'has no connection',
      instead: "write the whole address, such as --http 'GET https://api.example.org/books'",
    };
  const name = existing ?? (names.includes('service') ? `service_${names.length + 1}` : 'service');
  const query = Object.fromEntries(new Map(search.split('&').flatMap((pair) => (pair === '' ? [] : [pairOf(pair)]))));
  const spec: HttpSpec = { connection: name, request: `${method} ${path}`, ...(search !== '' && { query }) };
  return existing === undefined ? { spec, connection: { name, base_url: origin ?? '' } } : { spec };
}

function pairOf(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  return [name, value.join('=')];
}
