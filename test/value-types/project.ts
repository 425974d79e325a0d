/** A project whose tools take and give every row of the table, each on another way: body, query, argument list, input, file, handler, result. */
import { ROWS } from './rows.ts';

const parameters = ROWS.map(
  ({ name, schema, description }) => `      ${name}: { ${schema}, description: "${description}" }\n`,
).join('');

const each = (line: (name: string) => string): string => ROWS.map(({ name }) => line(name)).join('');

function tool(name: string, does: string, behavior: string, keys = `    parameters:\n${parameters}`): string {
  return `  - name: ${name}
    description: { does: ${does}, when: a test calls it, examples: [${name.replaceAll('_', ' ')}] }
    effects: write
${keys}${behavior}`;
}

const NONE = ROWS.filter(({ fits }) => fits.includes(null))
  .map(({ name }) => `        ${name}: { null: none }\n`)
  .join('');

const PRINT_ARGUMENTS = '"console.log(JSON.stringify(process.argv.slice(1)))"';
const TEXT = '    returns: { type: object, properties: { text: { type: string } }, required: [text] }\n';

export const SPEC = `kind: server
name: values
version: 1.0.0
summary: Takes values on every way.
limits: { calls_per_minute: 10000 }
env:
  VALUES_URL: { description: Address of the service. }
  VALUES_FOLDER: { description: Folder of the notes. }
definitions:
  shelf: { type: string, pattern: "^[A-F]\\\\d$" }
connections:
  api:
    base_url: "{env.VALUES_URL}"
    on_unreachable: { error: The service does not answer., retry_hint: Ask the user to start it. }
tools:
${tool(
  'send_body',
  'Sends the values in the body.',
  `${TEXT}    http:
      connection: api
      request: POST /body
      json:
${each((name) => `        ${name}: "{${name}}"\n`)}`,
)}${tool(
  'send_query',
  'Sends the values in the query.',
  `${TEXT}    http:
      connection: api
      request: DELETE /query
      query:
${each((name) => `        ${name}: "{${name}}"\n`)}      translate:
${NONE}`,
)}${tool(
  'send_form',
  'Sends the values as a web page does.',
  `${TEXT}    http:
      connection: api
      request: POST /body
      form:
${each((name) => `        ${name}: "{${name}}"\n`)}      translate:
${NONE}`,
)}${tool(
  'print_values',
  'Passes the values to a program.',
  `    returns: { type: object, properties: { items: { type: array, items: { type: string } } }, required: [items] }
    command:
      argv:
        - node
        - -e
        - ${PRINT_ARGUMENTS}
        - --
${each((name) => `        - ["--${name}={${name}}"]\n`)}      stdout: json
      result: { items: "" }
      translate:
${ROWS.filter(({ fits }) => fits.includes(null))
  .map(({ name }) => `        ${name}: { "null": --none }\n`)
  .join('')}`,
)}${tool(
  'enter_price',
  'Writes one price into the standard input of a program.',
  `    required: [price]
    parameters:
      price: { type: number, minimum: 0.5, maximum: 10000, description: Price of the work. }
${TEXT}    command: { argv: [node, -e, "process.stdin.pipe(process.stdout)"], stdin: "{price}", stdout: text, result: { text: "" } }
`,
  '',
)}${tool(
  'read_note',
  'Reads the note of a day.',
  `    required: [day]
    parameters:
      day: { type: string, format: date, description: Day of the note. }
    file: { folder: "{env.VALUES_FOLDER}", path: "{day}.txt" }
`,
  '',
).replace('effects: write', 'effects: read')}${tool(
  'keep_values',
  'Gives the values to a handler.',
  `    at_least_one: [[assignee, contact]]
${TEXT}    handler: handlers.ts
`,
  `    parameters:
${parameters}`,
)}${tool(
  'return_values',
  'Takes any values from a handler.',
  `    required: [json]
    parameters: { json: { type: string, description: The result as JSON. } }
    returns:
      type: object
      properties:
${parameters.replaceAll(/^/gm, '  ').trimEnd()}
    handler: handlers.ts
`,
  '',
)}${tool(
  'fetch_values',
  'Reads values from the service.',
  `    returns:
      type: object
      properties:
${parameters.replaceAll(/^/gm, '  ').trimEnd()}
    http:
      connection: api
      request: GET /values
      result:
        points: { header: X-Points }
${each((name) => (name === 'points' ? '' : `        ${name}: /${name}\n`))}`,
  '',
).replace('effects: write', 'effects: read')}`;

const types = ROWS.map(({ name, type }) => {
  return ['Argument', 'Result'].map((side) => `  ${side}<'${name}', ${type}>,\n`).join('');
}).join('');

/** The types of all rows as an author would write them; a wrong one is an error of tsc. */
export const HANDLERS = `import type * as haft from '@haft/runtime';
import type { Handlers, KeepValuesArguments, ReturnValuesResult } from '../generated/servers/values/tools.ts';

export const keepValues: Handlers['keepValues'] = (args) => ({ text: JSON.stringify(args) });
export const returnValues: Handlers['returnValues'] = ({ json }) => JSON.parse(json);

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Argument<K extends keyof KeepValuesArguments, T> = Same<KeepValuesArguments[K], T | undefined>;
type Result<K extends keyof ReturnValuesResult, T> = Same<ReturnValuesResult[K], T | undefined>;
type All<T extends readonly true[]> = T;
type Types = All<[
${types}]>;
const count: Types['length'] = ${ROWS.length * 2};
void (count satisfies haft.Json);
`;
