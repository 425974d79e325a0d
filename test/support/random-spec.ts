/** Random valid projects as plain values, and random layouts that print them as YAML; the layout is no part of the meaning. */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { Document, Pair, Scalar, isCollection, isMap, isScalar, parseDocument, visit } from 'yaml';
import type { SourceFile } from '../../compiler/diagnostic.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';

/** The documents of a project; the tools of a server are apart from it, since each may stand in a file of its own. */
export interface RandomProject {
  readonly servers: readonly RandomServer[];
  readonly skills: readonly JsonObject[];
}

export interface RandomServer {
  readonly server: JsonObject;
  readonly tools: readonly JsonObject[];
}

/** Each choice of a layout is made by `seed`; the chances say how often it is the unusual one, so that 0 is plain. */
export interface Layout {
  readonly seed: number;
  readonly flow: number;
  readonly quoted: number;
  readonly comments: number;
  readonly shuffled: boolean;
  readonly apart: number;
  readonly files: 'one' | 'by-server' | 'each';
  readonly indent: number;
  readonly lineWidth: number;
  readonly ending: '\n' | '\r\n';
}

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

/** No two share a verb, a noun or a situation: nothing is to be said about neighbours. */
const TOOLS: readonly ToolSeed[] = [
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

/** `ready` is a default that fits; what has none may be left out only where the rules allow it. */
interface ParamSeed {
  readonly name: string;
  readonly schema: JsonObject;
  readonly ready?: Json;
  /** May stand in a path, a query or an argument of a program. */
  readonly simple: boolean;
  readonly sample?: Json;
}

const words = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

function stringParam(): fc.Arbitrary<ParamSeed> {
  return fc
    .record({
      name: words('title', 'author', 'city', 'topic'),
      least: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      most: fc.option(fc.integer({ min: 12, max: 90 }), { nil: undefined }),
      pattern: fc.boolean(),
    })
    .map(({ name, least, most, pattern }) => ({
      name,
      simple: true,
      ready: 'Lisbon',
      sample: 'Lisbon',
      schema: {
        type: 'string',
        description: 'As it is printed on the cover: with capitals, such as Lisbon.',
        ...(least !== undefined && { minLength: least }),
        ...(most !== undefined && { maxLength: most }),
        ...(pattern && { pattern: '^[A-Z][a-z]+$' }),
      },
    }));
}

function enumParam(): fc.Arbitrary<ParamSeed> {
  return fc
    .tuple(
      words('order', 'binding', 'season'),
      fc.uniqueArray(words('winter', 'spring', 'late summer', 'no', '7'), { minLength: 2 }),
    )
    .map(([name, values]) => ({
      name,
      simple: true,
      ready: values[0] ?? '',
      sample: values[1] ?? '',
      schema: { type: 'string', enum: values, description: 'Which part of the year is meant, as the almanac has it.' },
    }));
}

function integerParam(): fc.Arbitrary<ParamSeed> {
  return fc
    .tuple(words('limit', 'guests', 'page_count'), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 40 }))
    .map(([name, minimum, room]) => ({
      name,
      simple: true,
      ready: minimum,
      sample: minimum + room,
      schema: { type: 'integer', minimum, maximum: minimum + room, description: 'How many there may be at most.' },
    }));
}

function booleanParam(): fc.Arbitrary<ParamSeed> {
  return fc.tuple(words('include_lent', 'is_public'), fc.boolean()).map(([name, ready]) => ({
    name,
    simple: true,
    ready,
    sample: !ready,
    schema: { type: 'boolean', description: 'Whether what belongs to others is shown as well.' },
  }));
}

function listParam(): fc.Arbitrary<ParamSeed> {
  const bounds = fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 2, max: 9 }));
  return fc.tuple(bounds, fc.boolean()).map(([[minItems, maxItems], deep]) => ({
    name: deep ? 'stops' : 'tags',
    simple: !deep,
    ready: deep ? [{ place: 'Bern' }] : ['old'],
    schema: {
      type: 'array',
      description: deep ? 'Places on the way, in the order of the journey.' : 'Marks that have to be on it.',
      minItems,
      maxItems,
      items: deep
        ? {
            type: 'object',
            required: ['place'],
            properties: {
              place: { type: 'string', description: 'Town where the journey is broken.' },
              nights: { type: 'integer', minimum: 0, maximum: 30, description: 'Nights spent there.' },
            },
          }
        : { type: 'string' },
    },
  }));
}

function objectParam(): fc.Arbitrary<ParamSeed> {
  return fc.tuple(fc.boolean(), stringParam(), integerParam()).map(([open, text, number]) => ({
    name: 'customer',
    simple: false,
    ready: {},
    schema: {
      type: 'object',
      description: 'Whoever has to pay for it in the end.',
      properties: {
        [text.name]: text.schema,
        [number.name]: number.schema,
        address: {
          type: 'object',
          description: 'Where the letter goes.',
          properties: { street: { type: 'string', description: 'With the number of the house.' } },
        },
      },
      ...(open && { additionalProperties: true }),
    },
  }));
}

interface Params {
  readonly all: readonly ParamSeed[];
  readonly parameters: Record<string, JsonObject>;
  readonly required: readonly string[];
}

/** Each is required or has its default; texts, lists and objects may have neither. */
function anyParams(): fc.Arbitrary<Params> {
  const one = fc.oneof(stringParam(), enumParam(), integerParam(), booleanParam(), listParam(), objectParam());
  const role = fc.constantFrom<('default' | 'required' | 'neither')[]>('default', 'required', 'neither');
  return fc
    .tuple(
      fc.uniqueArray(one, { maxLength: 5, selector: ({ name }) => name }),
      fc.array(role, { minLength: 5, maxLength: 5 }),
    )
    .map(([all, roles]) => {
      const required: string[] = [];
      const entries = all.map(({ name, schema, ready }, at) => {
        const free = schema['enum'] === undefined && ['string', 'array', 'object'].includes(String(schema['type']));
        if (roles[at] === 'required' && required.length < 4) required.push(name);
        else if (roles[at] === 'default' || !free) return [name, { ...schema, default: ready ?? null }] as const;
        return [name, schema] as const;
      });
      return { all, parameters: Object.fromEntries(entries), required };
    });
}

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

interface ToolParts {
  readonly seed: ToolSeed;
  readonly params: Params;
  readonly way: 'http' | 'command' | 'handler';
  readonly returns: number | undefined;
  readonly failures: boolean;
  readonly extras: readonly string[];
}

function anyParts(seed: ToolSeed): fc.Arbitrary<ToolParts> {
  return fc.record({
    seed: fc.constant(seed),
    params: anyParams(),
    way: fc.constantFrom<ToolParts['way'][]>('http', 'command', 'handler'),
    returns: fc.option(fc.nat({ max: RETURNS.length - 1 }), { nil: undefined }),
    failures: fc.boolean(),
    extras: fc.subarray(['title', 'idempotent', 'open_world', 'timeout_ms', 'arguments']),
  });
}

function toolOf(parts: ToolParts): JsonObject {
  const { seed, params, returns, extras } = parts;
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
    ...behaviourOf(parts),
  };
}

function behaviourOf({ seed, params, way, returns, failures }: ToolParts): JsonObject {
  if (way === 'handler') return { handler: 'handlers.ts' };
  const { all, parameters, required } = params;
  const result = returns === undefined ? {} : { result: RESULTS[returns] ?? null };
  const simple = all.filter((one) => one.simple);
  const variable = (name: string): string => `{${name}}`;
  if (way === 'command')
    return {
      command: {
        argv: ['tool', seed.name, '--', ...simple.map(({ name }) => variable(name))],
        env: ['HOUSE_KEY'],
        ...result,
        ...(failures && {
          before: [{ argv: ['tool', 'count'], fails_when: [{ pointer: '/full', contains: 'yes', ...SOLD_OUT }] }],
        }),
        ...(failures && { exit_codes: { 3: SOLD_OUT } }),
      },
    };
  const isScalar = (schema: JsonObject | undefined): boolean => schema?.['type'] !== 'array';
  const sure = simple.find(({ name }) => {
    return isScalar(parameters[name]) && (required.includes(name) || parameters[name]?.['default'] !== undefined);
  });
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
      ...result,
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

const SERVERS = ['library', 'farm-shop', 'town-hall'] as const;

function serverOf(name: string, transports: readonly string[] | undefined, coerce: boolean): JsonObject {
  return {
    kind: 'server',
    name,
    version: '1.2.0',
    summary: `Helps with the errands of the ${name.replace('-', ' ')}.`,
    ...(transports && { transports: [...transports] }),
    ...(coerce && { coerce }),
    env: {
      HOUSE_KEY: { description: 'Key of the account, from the letter of welcome.', secret: true },
      HOUSE_PORT: { description: 'Port on this machine.', optional: true },
    },
    connections: {
      house: {
        base_url: 'http://127.0.0.1:{env.HOUSE_PORT|8080}/v1',
        headers: { 'X-Key': '{env.HOUSE_KEY}' },
        on_unreachable: {
          error: 'The house does not answer; its door is closed.',
          retry_hint: 'Ask the user to ring, then try again.',
        },
      },
    },
    limits: { concurrency: 3 },
  };
}

/** At most two servers, so that every layout may put all of them into one folder. */
function anyServers(): fc.Arbitrary<readonly RandomServer[]> {
  const count = fc.integer({ min: 1, max: 2 });
  return count.chain((many) =>
    fc.shuffledSubarray([...TOOLS], { minLength: many, maxLength: many * 5 }).chain((seeds) =>
      fc
        .tuple(
          fc.tuple(...seeds.map(anyParts)),
          fc.subarray(['stdio', 'http'], { minLength: 1 }),
          fc.boolean(),
          fc.shuffledSubarray([...SERVERS], { minLength: many, maxLength: many }),
        )
        .map(([parts, transports, coerce, names]) =>
          names.map((name, at) => ({
            server: serverOf(name, at === 0 ? transports : undefined, coerce),
            tools: parts.filter((_, index) => index % many === at).map(toolOf),
          })),
        ),
    ),
  );
}

const SKILLS: readonly {
  readonly name: string;
  readonly does: string;
  readonly when: string;
  readonly triggers: readonly string[];
}[] = [
  {
    name: 'plan-a-journey',
    does: 'Plans a trip by rail with stops for the night.',
    when: 'the user wants to travel for several days',
    triggers: ['plan a trip to', 'a week by rail'],
  },
  {
    name: 'settle-accounts',
    does: 'Goes through unpaid work and writes to the debtors.',
    when: 'the user asks who still owes money',
    triggers: ['who owes me money', 'chase the late payers', 'go through unpaid work'],
  },
];

function anySkills(servers: readonly RandomServer[]): fc.Arbitrary<readonly JsonObject[]> {
  const tools = servers.flatMap(({ server, tools }) => tools.map((tool) => [tool['name'], server['name']] as const));
  return fc.subarray([...SKILLS]).chain((seeds) =>
    fc.tuple(
      ...seeds.map(({ name, does, when, triggers }) =>
        fc
          .tuple(fc.subarray([...tools], { minLength: 1 }), fc.boolean(), fc.boolean())
          .map(([used, evals, more]): JsonObject => ({
            kind: 'skill',
            name,
            version: '0.3.0',
            description: {
              does,
              when,
              triggers: [...triggers],
              not_for: [
                { case: 'questions about the law' },
                ...(more ? [{ case: 'a single call', use: String(used[0]?.[0]) }] : []),
              ],
            },
            context: 'The office is small.\nThere is one desk: the one by the window.\n',
            steps: ['Ask for the day.', ...used.map(([tool]) => `Call \`${String(tool)}\` and show what came.`)],
            never: ['Promise a date that no tool returned'],
            servers: [...new Set(used.map(([, server]) => String(server)))],
            ...(more && { license: 'MIT', metadata: { team: 'errands' }, title: 'In good order' }),
            ...(evals && {
              evals: [
                { input: `${triggers[0]} Lisbon`, expected_behavior: [`Calls ${String(used[0]?.[0])} first`] },
                { input: `${triggers[1]} in May`, expected_behavior: ['Shows a list with dates'] },
                { input: 'is this contract legal', should_trigger: false },
              ],
            }),
          })),
      ),
    ),
  );
}

/** A project of profile ext that no rule of severity error objects to. */
export function anyProject(): fc.Arbitrary<RandomProject> {
  return anyServers().chain((servers) => anySkills(servers).map((skills) => ({ servers, skills })));
}

export function anyLayout(): fc.Arbitrary<Layout> {
  const chance = fc.constantFrom(0, 0.1, 0.4, 0.9);
  return fc.record({
    seed: fc.nat(),
    flow: chance,
    quoted: chance,
    comments: fc.constantFrom(0, 0.05, 0.3),
    shuffled: fc.boolean(),
    apart: chance,
    files: fc.constantFrom<Layout['files'][]>('one', 'by-server', 'each'),
    indent: fc.integer({ min: 1, max: 5 }),
    lineWidth: fc.constantFrom(0, 0, 40, 100),
    ending: fc.constantFrom<Layout['ending'][]>('\n', '\n', '\n', '\r\n'),
  });
}

/** The project as files. Tools that stand apart name their server, except where it is the only one of their folder. */
export function print({ servers, skills }: RandomProject, layout: Layout): SourceFile[] {
  // Places and looks are drawn apart: two layouts of one seed put the same things into the same files.
  const random = randomOf(layout.seed);
  const looks = randomOf(layout.seed + 1);
  const byFolder = layout.files === 'by-server';
  const files = new Map<string, string[]>();
  const add = (path: string, value: Json): void => {
    files.set(path, [...(files.get(path) ?? []), printDocument(value, layout, looks)]);
  };
  for (const [index, { server, tools }] of servers.entries()) {
    const name = SERVERS[index] ?? 'more';
    const folder = byFolder ? `specs/${name}` : 'specs';
    const inline = tools.filter(() => random() >= layout.apart);
    const apart = tools.filter((tool) => !inline.includes(tool));
    const own = layout.files === 'one' ? 'specs/all.yaml' : `${folder}/${name}.yaml`;
    add(own, { ...server, ...(inline.length > 0 && { tools: inline }) });
    for (const [at, tool] of apart.entries()) {
      const path = layout.files === 'one' ? own : random() < 0.5 ? own : `${folder}/tool-${index}-${at}.yaml`;
      const mayOmit = byFolder || servers.length === 1;
      const whose = mayOmit && random() < 0.5 ? {} : { server: server['name'] ?? null };
      add(path, { kind: 'tool', ...whose, ...tool });
    }
  }
  for (const [at, skill] of skills.entries())
    add(
      layout.files === 'each'
        ? `specs/skill-${at}.yaml`
        : layout.files === 'one'
          ? 'specs/all.yaml'
          : 'specs/skills.yaml',
      skill,
    );
  return [...files].map(([path, documents]) => ({ path, text: documents.join(`---${layout.ending}`) }));
}

/** One document; every comment in it is `# remark` and a number that no other document of the project has. */
export function printDocument(value: Json, layout: Layout, random: () => number = randomOf(layout.seed)): string {
  const document = new Document(layout.shuffled ? shuffledKeys(value, random) : value, {
    aliasDuplicateObjects: false,
  });
  const remark = (): string => ` remark ${Math.floor(random() * 1e9)};`;
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string' || random() >= layout.quoted) return;
      // The library prints a map behind a key of several lines at the wrong column, and a comment into an empty block.
      node.type = pick(
        key === 'key' || !/^\S[^\n]*\S\n?$/.test(node.value)
          ? QUOTED
          : [...QUOTED, Scalar.BLOCK_LITERAL, Scalar.BLOCK_FOLDED],
        random,
      );
    },
    Collection(_key, node) {
      if (node.items.length > 0 && random() < layout.flow) node.flow = true;
      for (const item of node.items) {
        const target = item instanceof Pair ? item.key : item;
        if (isScalar(target) && random() < layout.comments) target.commentBefore = remark();
        const behind = item instanceof Pair ? item.value : item;
        if (isScalar(behind) && random() < layout.comments) behind.comment = remark();
      }
    },
  });
  if (isCollection(document.contents)) document.contents.flow = isMap(document.contents) && random() < layout.flow / 4;
  if (random() < layout.comments) document.commentBefore = remark();
  const written = (lineWidth: number): string => {
    return document.toString({
      indent: layout.indent,
      lineWidth,
      indentSeq: layout.seed % 2 === 0,
      flowCollectionPadding: layout.seed % 3 !== 0,
    });
  };
  const folded = written(layout.lineWidth);
  // Where hardly any width is left, the library folds a text into another one (yaml 2.x).
  const text = layout.lineWidth === 0 || readsAs(folded, value) ? folded : written(0);
  return layout.ending === '\n' ? text : text.replaceAll('\n', layout.ending);
}

function readsAs(text: string, value: Json): boolean {
  const read = parseDocument(text, { uniqueKeys: false });
  return read.errors.length === 0 && isDeepStrictEqual(read.toJS(), structuredClone(value));
}

const QUOTED: readonly [Scalar.Type, ...Scalar.Type[]] = [Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE];

function pick<T>(items: readonly [T, ...T[]], random: () => number): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

function shuffledKeys(value: Json, random: () => number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => shuffledKeys(item, random));
  const entries = Object.entries(value).map(([key, inner]) => [random(), key, shuffledKeys(inner, random)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, inner]) => [key, inner]));
}

/** mulberry32: the same numbers for the same seed, on every machine. */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
