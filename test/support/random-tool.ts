/** Random valid tools: what they do, what they take, and one behavior. */
import * as fc from 'fast-check';
import type { Behavior } from '../../runtime/descriptor/descriptor.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { anyParams } from './random-params.ts';
import type { ParamSeed, Params } from './random-params.ts';

interface ToolSeed {
  readonly name: string;
  readonly effects: 'read' | 'write' | 'destroy';
  readonly does: string;
  readonly when: string;
  readonly queries: readonly string[];
}

const seed = (
  name: string,
  effects: ToolSeed['effects'],
  does: string,
  when: string,
  queries: readonly string[],
): ToolSeed => ({ name, effects, does, when, queries });

/** No two share a verb, a noun or a situation: nothing is to be said about neighbors. */
export const TOOLS: readonly ToolSeed[] = [
  seed('list_trains', 'read', 'Lists the next departures from the nearest station.', 'the user wants to go by rail', [
    'when does the next train leave',
    'how do I get to the coast by rail',
    'are there departures tonight',
    'what leaves for Bremen before eight',
  ]),
  seed('count_sheep', 'read', 'Counts the animals of the farm in the meadow.', 'the user cannot sleep', [
    'I cannot sleep',
    'how many sheep are there',
    'is the whole flock home',
    'did one of the lambs run away',
  ]),
  seed('search_recipes', 'read', 'Searches the cook book for dishes by ingredient.', 'the user asks what to cook', [
    'what can I make of leeks',
    'a soup for six people please',
    'something sweet without eggs',
    'dinner from what is in the fridge',
  ]),
  seed('get_forecast', 'read', 'Gives the weather of the coming days at a place.', 'the user plans to be outside', [
    'will it rain tomorrow',
    'do I need a coat in Oslo',
    'how warm is it going to be on Sunday',
    'is there a storm coming',
  ]),
  seed('find_museum', 'read', 'Finds an exhibition hall that is open on a given day.', 'a visitor wants to see art', [
    'where can I see paintings on Monday',
    'which gallery is open late',
    'somewhere with sculptures',
    'an exhibition for children',
  ]),
  seed('send_postcard', 'write', 'Sends a printed card to a friend by mail.', 'the user wishes to greet someone', [
    'greet my aunt from the lake',
    'mail a picture of the harbour to Jo',
    'write to granny that I arrived',
    'a birthday card for Mia',
  ]),
  seed('create_invoice', 'write', 'Creates a bill for work that was done.', 'a customer has to pay for work', [
    'bill Miller for the roof',
    'charge the bakery for three hours',
    'make out a bill over 300 euros',
    'the garden job is done and unpaid',
  ]),
  seed(
    'update_profile',
    'write',
    'Updates what an employee has told about themselves.',
    'a colleague has moved house',
    [
      'Ann lives in Cork now',
      'change the phone of Bert',
      'my surname is different since the wedding',
      'the new colleague has a nickname',
    ],
  ),
  seed('archive_mail', 'write', 'Archives letters that were answered long ago.', 'the inbox of the user is too full', [
    'put away what I answered last year',
    'clean up my inbox',
    'hide the old newsletters',
    'I want to see only open letters',
  ]),
  seed('delete_photo', 'destroy', 'Deletes a picture from the album for ever.', 'the user is ashamed of a picture', [
    'get rid of the one with my eyes closed',
    'throw the blurred shot away',
    'I never want to see that snapshot again',
    'the third one in the album must go',
  ]),
  seed('erase_tape', 'destroy', 'Erases a recording so that the reel can be used again.', 'no reel is free for music', [
    'we need room for the concert',
    'make the reel of May empty',
    'wipe the old rehearsal',
    'nobody listens to the session of 2019',
  ]),
];

const RETURNS: readonly JsonObject[] = [
  { type: 'object', properties: { total: { type: 'integer', description: 'How many there are.' } } },
  {
    type: 'object',
    required: ['entries'],
    properties: {
      entries: {
        type: 'array',
        items: { type: 'object', properties: { label: { type: 'string' }, price: { type: 'number' } } },
      },
      total: { type: 'integer' },
    },
  },
];

const RESULTS: readonly JsonObject[] = [
  { total: '/meta/total' },
  {
    entries: { each: '/list', fields: { label: '/name', price: { pointer: '/price', default: 0 } } },
    total: { length: '/list' },
  },
];

const SOLD_OUT: JsonObject = {
  error: 'Nothing of that kind is left.',
  code: 'sold_out',
  retry_hint: 'Offer the user something similar.',
};

type Kind = Exclude<Behavior['kind'], 'via' | 'find'>;
const KINDS: Readonly<Record<Kind, (parts: ToolParts) => JsonObject>> = {
  http: httpOf,
  command: commandOf,
  mcp: mcpOf,
  handler: () => ({ handler: 'handlers.ts' }),
  file: fileOf,
  sql: sqlOf,
};
const READING = Object.keys(KINDS) as readonly Kind[];
/** A file is only read. */
const WRITING = READING.filter((kind) => kind !== 'file');

interface ToolParts {
  readonly seed: ToolSeed;
  readonly params: Params;
  readonly behavior: Kind;
  readonly returns: number | undefined;
  readonly failures: boolean;
  readonly extras: readonly string[];
}

export function anyParts(seed: ToolSeed): fc.Arbitrary<ToolParts> {
  return fc.record({
    seed: fc.constant(seed),
    params: anyParams(),
    behavior: fc.constantFrom(...(seed.effects === 'read' ? READING : WRITING)),
    returns: fc.option(fc.nat({ max: RETURNS.length - 1 }), { nil: undefined }),
    failures: fc.boolean(),
    extras: fc.subarray(['title', 'idempotent', 'open_world', 'timeout_ms', 'arguments', 'bytes', 'lines', 'steps']),
  });
}

export function toolOf(parts: ToolParts): JsonObject {
  const { seed, params, behavior, extras } = parts;
  const returns = behavior === 'file' ? undefined : parts.returns;
  const { all, parameters, required } = params;
  const given = all.find(({ sample }) => sample !== undefined);
  const named = extras.includes('arguments') && given ? { arguments: { [given.name]: given.sample ?? null } } : {};
  return {
    name: seed.name,
    description: {
      does: seed.does,
      when: seed.when,
      examples: seed.queries.slice(0, 2).map((text) => `${text}, please`),
    },
    effects: seed.effects,
    ...(all.length > 0 && { parameters }),
    ...(required.length > 0 && { required: [...required] }),
    ...(returns !== undefined && { returns: RETURNS[returns] ?? null }),
    evals: [
      ...seed.queries.map((query, at) => ({ query, ...(at === 0 && named) })),
      { query: `write a poem about ${seed.name.split('_')[1]}`, expect: 'none' },
    ],
    ...(extras.includes('title') && { title: `${seed.name.replace('_', ' ')} of today` }),
    ...(extras.includes('idempotent') && { idempotent: seed.effects === 'read' }),
    ...(extras.includes('open_world') && { open_world: false }),
    ...(extras.includes('timeout_ms') && { timeout_ms: 4000 }),
    ...KINDS[behavior](parts),
  };
}

const variable = (name: string): string => `{${name}}`;

function resultOf({ returns }: ToolParts): JsonObject {
  return returns === undefined ? {} : { result: RESULTS[returns] ?? null };
}

/** A parameter that always has a value, and one value. */
function sureOf({ params: { all, parameters, required } }: ToolParts): ParamSeed | undefined {
  return all.find(({ name, simple }) => {
    const { [name]: schema } = parameters;
    return simple && schema?.['type'] !== 'array' && (required.includes(name) || schema?.['default'] !== undefined);
  });
}

function commandOf(parts: ToolParts): JsonObject {
  const { seed, params, failures } = parts;
  const simple = params.all.filter((one) => one.simple);
  return {
    command: {
      argv: ['tool', seed.name, '--', ...simple.map(({ name }) => variable(name))],
      env: ['HOUSE_KEY'],
      ...resultOf(parts),
      ...(failures && {
        before: [{ argv: ['tool', 'count'], fails_when: [{ pointer: '/full', contains: 'yes', ...SOLD_OUT }] }],
      }),
      ...(failures && { exit_codes: { 3: SOLD_OUT } }),
    },
  };
}

function fileOf(parts: ToolParts): JsonObject {
  const { seed, params, failures, extras } = parts;
  const sure = sureOf(parts);
  const count = params.all.find(({ name }) => params.parameters[name]?.['type'] === 'integer');
  const lines = extras.includes('lines') && count ? { lines: { count: variable(count.name) } } : {};
  return {
    file: {
      folder: '/srv/house',
      path: sure ? `${seed.name}/${variable(sure.name)}.md` : `${seed.name}.md`,
      ...(extras.includes('bytes') ? { format: 'bytes', max_bytes: 4096 } : lines),
      ...(failures && { not_found: SOLD_OUT }),
    },
  };
}

function sqlOf(parts: ToolParts): JsonObject {
  const { seed, params, failures, extras } = parts;
  const start = { read: 'select total from', write: 'update', destroy: 'delete from' }[seed.effects];
  const groups = params.all.map((one) => [`and ${one.name} = ${variable(one.name)}`]);
  const set = seed.effects === 'write' ? 'set seen = true ' : '';
  const statement = [`${start} ledger ${set}where state = 'open'`, ...groups];
  const rows = seed.effects === 'read' ? {} : { rows: 'affected', expect: 1 };
  const own = seed.effects === 'read' ? resultOf(parts) : rows;
  const first = { name: 'state', statement: "select state from states where state = 'open'", rows: 'one' };
  const last = { ...rows, statement: [...statement, 'and state = {steps.state.state}'] };
  const work = extras.includes('steps') ? { steps: [first, last] } : { statement, ...own };
  return { sql: { database: 'ledger', ...work, ...(failures && { errors: { '23xxx': SOLD_OUT } }) } };
}

function mcpOf({ seed, params, failures, returns, extras }: ToolParts): JsonObject {
  const given = Object.fromEntries(params.all.map(({ name }) => [name, variable(name)]));
  return {
    mcp: {
      upstream: 'archive',
      tool: seed.name,
      ...(extras.includes('lines') && { arguments: { ...given, scope: 'all' } }),
      ...(extras.includes('bytes') && { pin: `sha256:${'0'.repeat(64)}` }),
      ...(returns !== undefined && { result: RESULTS[returns] }),
      ...(failures && { on_error: [{ ...SOLD_OUT, contains: 'gone' }] }),
    },
  };
}

function httpOf(parts: ToolParts): JsonObject {
  const { seed, params, failures } = parts;
  const { all } = params;
  const sure = sureOf(parts);
  const rest = all.filter((one) => one !== sure);
  const method = { read: 'GET', write: 'POST', destroy: 'DELETE' }[seed.effects];
  const entries = (some: readonly ParamSeed[]): JsonObject => {
    return Object.fromEntries(some.map(({ name }) => [name.replaceAll('_', '-'), variable(name)]));
  };
  return {
    http: {
      connection: 'house',
      request: `${method} /${seed.name.split('_')[1]}${sure ? `/${variable(sure.name)}` : ''}`,
      ...(seed.effects === 'write'
        ? { json: { ...entries(rest), at: 'desk', nested: [{ first: 1 }, null] } }
        : { query: { ...entries(rest.filter((one) => one.simple)), form: 'short {{x}}' } }),
      ...resultOf(parts),
      ...(failures && {
        before: [{ connection: 'house', request: 'GET /stock', errors: { 404: SOLD_OUT } }],
        errors: {
          404: SOLD_OUT,
          409: [
            { contains: 'gone', detail: '/reason', ...SOLD_OUT },
            { contains: ['sold', 'lent'], detail: '/why', ...SOLD_OUT },
            SOLD_OUT,
          ],
        },
        fails_when: [{ pointer: '/order', finds: 'nothing', ...SOLD_OUT }],
      }),
    },
  };
}
