/** Shape of what a tool does when it is called: `http:`, `command:` or `handler:`. */
import type { Json } from '@haft/runtime/language';
import { anything, choice, integer, list, map, object, text } from './build.ts';
import { failsWhenShape, failureShape, failureTable, resultShape } from './failure.ts';
import { EXIT_CODE, HANDLER_FILE, HEADER_NAME, HEADER_VALUE, PARAMETER_NAME, REQUEST, STATUS } from './names.ts';

const VARIABLES = 'Variables: {parameter}, {env.NAME}, {env.NAME|fallback}; {{ and }} are braces.';

const translateShape = map(
  'Words of the model’s → words of the other side, by parameter; a value that is not listed stays as it is.',
  map('From a value of the parameter to the text that is sent.', text('The text that is sent.')),
  PARAMETER_NAME,
);

const request = {
  connection: text('Name of one of the server’s connections.'),
  request: text(
    `Method and path below the connection’s base_url, such as "GET /items/{key}". Values are percent-encoded. ${VARIABLES}`,
    { pattern: REQUEST },
  ),
};

const requestOptions = {
  query: map(
    `Query parameters. One that is exactly a variable is left out when there is no argument and repeated for a list. ${VARIABLES}`,
    text('Template of the value.'),
  ),
  headers: map(
    `Headers beside those of the connection. ${VARIABLES}`,
    text('Template of the value.', { pattern: HEADER_VALUE }),
    HEADER_NAME,
  ),
  json: anything<Json>(
    `JSON body. A text that is exactly a variable becomes the typed value, or disappears when there is none; {each: "{list}", as: …} maps a list, with its element as {item}. ${VARIABLES}`,
  ),
  text: text(`Text body; lists are joined with "separator". ${VARIABLES}`),
  separator: text('Stands between the elements of a list in a text body.', {
    default: ',',
    pattern: ['[^]', 'a text, which may be a blank'],
  }),
  translate: translateShape,
  errors: failureTable('Failures by HTTP status code, in your words.', STATUS),
  fails_when: failsWhenShape,
};

export const httpShape = object('The tool sends one HTTP request.', request, {
  before: list(
    'Checks that are sent before the request, in order, within the deadline of the call. The first that tells a failure ends the call, and nothing more is sent; so does an answer without the list or map that a pointer looks into.',
    object('One check: a request, and the failures that its answer can tell.', request, requestOptions),
    { minItems: 1 },
  ),
  ...requestOptions,
  result: resultShape,
});

const program = {
  argv: list(
    `The program and its arguments, one list element each. An element that is exactly a variable disappears when there is no argument and repeats for a list. Put "--" before free text. ${VARIABLES}`,
    text('One argument.'),
    { minItems: 1 },
  ),
};

const programOptions = {
  stdin: text(`What the program reads. ${VARIABLES}`),
  cwd: text(`Folder to run in. ${VARIABLES}`),
  env: list('Names of environment variables that the program gets beside PATH and HOME.', text('Name of a variable.')),
  stdout: choice('How the output is read.', ['json', 'text', 'lines'], { default: 'json' }),
  max_bytes: integer('Most bytes of output that are read.', { minimum: 1, maximum: 104_857_600, default: 1_048_576 }),
  translate: translateShape,
  exit_codes: failureTable('Failures by exit code, in your words.', EXIT_CODE),
  fails_when: failsWhenShape,
  not_found: failureShape,
};

export const commandShape = object('The tool runs one program, never through a shell.', program, {
  before: list(
    'Checks that are run before the program, in order, within the deadline of the call. The first that tells a failure ends the call, and nothing more is run; so does an answer without the list or map that a pointer looks into.',
    object('One check: a run, and the failures that it can tell.', program, programOptions),
    { minItems: 1 },
  ),
  ...programOptions,
  result: resultShape,
});

export const handlerShape = text(
  'A TypeScript file beside the spec with a function for this tool, which may send requests to the connections with "call.request". Haft adds a stub for a function that is missing and changes nothing else. It may run its own file (import.meta.url) as a worker thread: nothing is served there.',
  { pattern: HANDLER_FILE },
);
