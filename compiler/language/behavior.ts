/** Shape of what a tool does when it is called: `http:`, `command:` or `handler:`. */
import type { Json } from '@haft/runtime/language';
import { anything, choice, integer, list, map, object, text } from './build.ts';
import { failsWhenShape, failureShape, failureTable, resultShape } from './failure.ts';
import { EXIT_CODE, HANDLER_FILE, HEADER_NAME, HEADER_VALUE, PARAMETER_NAME, REQUEST, STATUS } from './names.ts';

const VARIABLES = 'Variables: {parameter}, {env.NAME}, {env.NAME|fallback}; {{ and }} are literal braces.';

const translateShape = map(
  'Maps values of a parameter to the values that the service or program expects. A value that is not listed is sent unchanged.',
  map('From parameter value to sent value.', text('The text that is sent.')),
  PARAMETER_NAME,
);

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

export const httpShape = object('Sends one HTTP request.', request, {
  before: list(
    'Checks sent before the request, in order, within the timeout of the call. The first check that fails ends the call, and nothing more is sent. A response without the list or map that a pointer refers to also fails.',
    object('One check: a request, and the failures that its response can report.', request, requestOptions),
    { minItems: 1 },
  ),
  ...requestOptions,
  result: resultShape,
});

const program = {
  argv: list(
    `The program and its arguments. An element that is only a variable is omitted without a value and repeated for a list. Put "--" before free text. ${VARIABLES}`,
    text('One argument.'),
    { minItems: 1 },
  ),
};

const programOptions = {
  stdin: text(`Standard input of the program. ${VARIABLES}`),
  cwd: text(`Working directory. ${VARIABLES}`),
  env: list(
    'Names of environment variables passed to the program in addition to PATH and HOME.',
    text('Name of a variable.'),
  ),
  stdout: choice('How the output is read.', ['json', 'text', 'lines'], { default: 'json' }),
  max_bytes: integer('Maximum output size in bytes.', { minimum: 1, maximum: 104_857_600, default: 1_048_576 }),
  translate: translateShape,
  exit_codes: failureTable('Error messages by exit code.', EXIT_CODE),
  fails_when: failsWhenShape,
  not_found: failureShape,
};

export const commandShape = object('Runs one program, never through a shell.', program, {
  before: list(
    'Checks run before the program, in order, within the timeout of the call. The first check that fails ends the call, and nothing more is run. Output without the list or map that a pointer refers to also fails.',
    object('One check: a program, and the failures that it can report.', program, programOptions),
    { minItems: 1 },
  ),
  ...programOptions,
  result: resultShape,
});

export const handlerShape = text(
  'A TypeScript file next to the spec that exports a function for this tool. Haft adds a stub for a missing function. The file can start itself as a worker thread.',
  { pattern: HANDLER_FILE },
);
