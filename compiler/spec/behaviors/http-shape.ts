/** Shape of `http:`: one request, the checks around it, and the pages and jobs after it. */
import { ENV } from './variables.ts';
import type { ResultTable, MultipartFile, QueryValue } from '@haft/runtime';
import type { Json } from '@haft/runtime/language';
import { type Static, anything, byType, choice, integer, list, map, object, text } from '../shape/build.ts';
import {
  failsWhenShape,
  letShape,
  workLetShape,
  failureTable,
  RESPONSE_DETAIL,
  pointerShape,
  resultShape,
} from '../shape/failure.ts';
import { ANY_TEXT, HEADER_NAME, HEADER_VALUE, MEDIA_TYPE, REQUEST, STATUS } from '../shape/names.ts';
import { VARIABLES, omitShape, translateShape } from './steps.ts';

const MAX_BYTES = 10_485_760;

const request = {
  connection: text('Name of a connection of the server.'),
  request: text(
    `Method and path, relative to the base_url of the connection, such as "GET /items/{key}". Values are percent-encoded. ${VARIABLES}`,
    { pattern: REQUEST },
  ),
};

const styleShape = choice(
  'How lists and objects are written: `repeat` a=1&a=2, `comma` a=1,2, `brackets` a[]=1&b[c]=2, `indices` a[0]=1&b[c]=2. With `repeat` and `comma` an object is JSON text.',
  ['repeat', 'comma', 'brackets', 'indices'],
  { default: 'repeat' },
);

const queryValue = byType<string | QueryValue>('A template, or a value and how its lists are written.', {
  string: text('Template of the value.'),
  object: object(
    'A value and how its lists are written.',
    { value: text('Template of the value.') },
    {
      join: text('Joins the elements of a list with this text, as in a=1,2.', { pattern: ANY_TEXT }),
      style: styleShape,
    },
  ),
});

const multipartField = byType<string | MultipartFile>('Template of a field, or a file.', {
  string: text('Template of the value.'),
  object: object(
    'A file: exactly one of base64, text, or folder with path. A file whose variables are absent is omitted.',
    {},
    {
      base64: text('Template of the content in Base64.'),
      text: text('Template of the content as text.'),
      folder: text(`Absolute path of the folder that files may come from. ${ENV}`),
      path: text(
        'Template of the path below the folder. Nothing outside the folder is read, not through links either.',
      ),
      name: text('Template of the file name. Default: the last part of the path, or "file".'),
      type: text('Media type. Default: by the extension of the name.', { pattern: MEDIA_TYPE }),
      max_bytes: integer('Maximum file size in bytes.', { minimum: 1, maximum: 104_857_600, default: MAX_BYTES }),
    },
  ),
});

const retryShape = object(
  'Repeats a request after a temporary failure. Default: GET and HEAD are sent up to 3 times on 429, 502, 503 and 504, and when the connection was closed without a response. Only for methods that can be repeated (GET, HEAD, PUT, DELETE), or tools with `idempotent: true`.',
  {
    attempts: integer('Maximum number of requests, the first included; 1 for no repetition.', {
      minimum: 1,
      maximum: 10,
    }),
  },
  {
    on: list(
      'HTTP statuses to repeat on. Default: 429, 502, 503, 504.',
      integer('A status.', { minimum: 400, maximum: 599 }),
      { minItems: 1 },
    ),
    backoff_ms: integer(
      'Milliseconds before the second request, doubled for each further one. A Retry-After header has priority.',
      { minimum: 0, maximum: 60_000, default: 500 },
    ),
    max_backoff_ms: integer('Maximum of the doubled milliseconds.', { minimum: 1, maximum: 600_000, default: 30_000 }),
  },
);

export const requestOptions = {
  query: map(
    `Query parameters. A value that is exactly one variable is omitted when the argument is absent; lists are written as \`style\` says. ${VARIABLES}`,
    queryValue,
  ),
  style: styleShape,
  headers: map(
    `Headers added to those of the connection. ${VARIABLES}`,
    text('Template of the value.', { pattern: HEADER_VALUE }),
    HEADER_NAME,
  ),
  json: anything<Json>(
    `JSON body. A string that is exactly one variable becomes the typed value, and is omitted when the argument is absent; a nested list or map that becomes empty is omitted too; {each: "{list}", as: …} maps a list, with the current element as {item}. ${VARIABLES}`,
  ),
  text: text(`Text body; lists are joined with \`separator\`. ${VARIABLES}`),
  separator: text('Separator between the elements of a list in a text body.', {
    default: ',',
    pattern: ANY_TEXT,
  }),
  form: map(
    `Fields of a form body (application/x-www-form-urlencoded), with values as in \`json\`; lists and objects are written as \`style\` says. ${VARIABLES}`,
    anything<Json>('A template, or a list or map of templates.'),
  ),
  multipart: map(`Fields and files of a form body (multipart/form-data). ${VARIABLES}`, multipartField),
  response: choice(
    'How the body of a successful response is read. The result is the JSON object, { items } for a JSON list, { value } for a JSON scalar, { text }, { lines }, the content of bytes by their media type, with { media_type, bytes } next to it where `returns` is declared, or nothing. An empty body is a success: an empty object, text or list.',
    ['json', 'text', 'lines', 'bytes', 'none'],
    { default: 'json' },
  ),
  retry: retryShape,
  translate: translateShape,
  errors: failureTable(
    'Error messages by HTTP status code, by class such as 4xx, or `default` for all other failures. The most specific applies, here before the connection.',
    STATUS,
    RESPONSE_DETAIL,
  ),
  fails_when: failsWhenShape,
};

export const pagingShape = object(
  'Reads several pages as one result: { items, more, next }, or for `result` a response of { items, more, next, page } where `page` is the first response. A page without its list is empty, and is `response` in the result. When a later page fails, `note` says why, and `next` leads to it. `next` is a cursor for `resume`. Links to another origin are not followed.',
  {
    by: choice(
      'How the next page is found: `link` (Link header, RFC 8288), `next` (a link in the response), `cursor` (a value in the response), `page` (a page number), `offset` (a number of items).',
      ['link', 'next', 'cursor', 'page', 'offset'],
    ),
  },
  {
    items: pointerShape('Pointer to the list in a page. Default: "", the whole response.'),
    pointer: pointerShape(
      'Pointer to the next link or cursor; for `page` and `offset` to a value that is true when there are more: not false, 0, "false", "0", "no", nor anything empty.',
    ),
    query: text(
      'The query parameter that selects a page. For `link` and `next`: the parameter in which the links differ, so that `resume` can continue.',
    ),
    json: pointerShape(
      'Instead of query, for a POST: pointer to the member of the JSON body that selects a page, such as /bookmark.',
    ),
    first: integer('Number of the first page.', { minimum: 0, maximum: 1, default: 1 }),
    limit: text(
      'Maximum number of items of one call: an integer parameter such as "{limit}", or a number in quotes such as "50". Default: 100.',
    ),
    resume: text('The optional string parameter that takes the cursor of an earlier result: "{cursor}".'),
    max_pages: integer('Maximum number of requests of one call.', { minimum: 1, maximum: 100, default: 10 }),
  },
);

const pollShape = object(
  'Waits for a job that the response has started (202), within the timeout of the tool, and reports progress. The final status is the result.',
  {},
  {
    pointer: pointerShape('Pointer to the URL of the status in the response. Default: the Location header.'),
    path: text('Path of the status, such as "/jobs/{response.id}", where {response.…} is the JSON response.'),
    until: object('The status is final when the pointer finds one of the values. Default: when it is not 202.', {
      pointer: pointerShape('Pointer into the status.'),
      in: list(
        'Final values, those of failed jobs included; report these with `fails_when`.',
        anything<Json>('A value.'),
        { minItems: 1 },
      ),
    }),
    result: pointerShape('Pointer to the URL of the result in the final status.'),
    interval_ms: integer(
      'Milliseconds before the first request for the status; the wait grows by half each time. A Retry-After header has priority.',
      { minimum: 1, maximum: 600_000, default: 1000 },
    ),
    max_interval_ms: integer('Maximum wait in milliseconds.', { minimum: 1, maximum: 600_000, default: 10_000 }),
  },
);

/** Keys of the work itself, which the checks around it do not have. */
export const ownOptions = {
  max_bytes: integer('Maximum response size in bytes.', { minimum: 1, maximum: 104_857_600, default: MAX_BYTES }),
  save_to: object(
    'With `response: bytes`: writes the response as a new file below a folder. The result is { path, media_type, bytes }.',
    {
      folder: text(`Absolute path of the folder. ${ENV}`),
      path: text('Template of the path below the folder. A file that exists is not replaced; folders are not created.'),
    },
  ),
  redirect: choice('`location`: a redirect is the success and is not followed; the result is { location }.', [
    'location',
  ]),
  paging: pagingShape,
  poll: pollShape,
  result: resultShape,
};

const checks = (all: string, one: string) =>
  list(all, object(one, request, { let: letShape, ...requestOptions }), { minItems: 1 });

export const httpShape = object('Sends one HTTP request.', request, {
  before: checks(
    'Checks sent before the request, in order, within the timeout of the call. The first check that fails ends the call, and nothing more is sent. A response without the list or map that a pointer refers to also fails.',
    'One check: a request, and the failures that its response can report.',
  ),
  verify: checks(
    'Reads after the request, in order, that must find its effect. Where one fails, the result says that the call was carried out and what the read found.',
    'One read: a request, and the failures that its response can report.',
  ),
  let: workLetShape,
  omit: omitShape,
  ...requestOptions,
  ...ownOptions,
});

export type HttpSpec = Static<typeof httpShape>;
export type HttpStepSpec = Omit<HttpSpec, 'before' | 'verify' | 'omit' | keyof typeof ownOptions> & {
  readonly let?: ResultTable;
};
