/** Edits of tools as authors make them before a bump, by kind. */
import type { Json, JsonObject, Schema } from '../../runtime/language/index.ts';
import { isJsonObject } from '../../runtime/language/index.ts';

/** What an author does to a tool; undefined if the tool has nothing of the kind. `pick` chooses among several, below its argument. */
type CorpusEdit = (tool: JsonObject, pick: (below: number) => number) => JsonObject | undefined;

export const CORPUS_EDITS = { rename, default: changeDefault, bounds, values, move, result } satisfies Readonly<
  Record<string, CorpusEdit>
>;

type Parameters = Readonly<Record<string, Schema>>;

function parametersOf(tool: JsonObject): Parameters {
  return (tool['parameters'] ?? {}) as Parameters;
}

function chosen<T>(list: readonly T[], pick: (below: number) => number): T | undefined {
  return list[pick(Math.max(1, list.length))];
}

function rename(tool: JsonObject, pick: (below: number) => number): JsonObject | undefined {
  const from = chosen(Object.keys(parametersOf(tool)), pick);
  const to = `${from}_given`;
  if (from === undefined) return undefined;
  const parameters = Object.entries(parametersOf(tool)).map(([name, schema]) => [name === from ? to : name, schema]);
  return { ...inAll(withArguments(tool), from, to), parameters: Object.fromEntries(parameters) as JsonObject };
}

const NOT_RENAMED = new Set(['name', 'description', 'parameters', 'returns', 'definitions', 'from', 'output_schema']);

/** In every template, and where a parameter is named outside of one. */
function inAll(tool: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(tool).map(([key, value]) => [key, NOT_RENAMED.has(key) ? value : inValue(value, from, to, key)]),
  );
}

function inValue(value: Json, from: string, to: string, key: string): Json {
  if (typeof value === 'string') {
    const isName = ['argument', 'start', 'length', 'required', 'at_least_one'].includes(key) && value === from;
    return isName ? to : value.replaceAll(new RegExp(`\\{${from}(?=[.}|])`, 'g'), `{${to}`);
  }
  if (Array.isArray(value)) return value.map((one: Json) => inValue(one, from, to, key));
  if (!isJsonObject(value)) return value;
  const isNamed = key === 'translate' || key === 'omit' || key === 'argv';
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [isNamed && name === from ? to : name, inValue(one, from, to, name)]),
  );
}

/** A front sends all arguments under their names. */
function withArguments(tool: JsonObject): JsonObject {
  const mcp = tool['mcp'];
  if (!isJsonObject(mcp) || mcp['arguments']) return tool;
  const all = Object.keys(parametersOf(tool)).map((name) => [name, `{${name}}`]);
  return { ...tool, mcp: { ...mcp, arguments: Object.fromEntries(all) as JsonObject } };
}

function changed(tool: JsonObject, name: string, schema: Schema): JsonObject {
  return { ...tool, parameters: { ...parametersOf(tool), [name]: schema } as never };
}

function changeDefault(tool: JsonObject, pick: (below: number) => number): JsonObject | undefined {
  const known = Object.entries(parametersOf(tool)).filter(
    ([, { default: value, enum: listed = [] }]) =>
      typeof value === 'number' || typeof value === 'boolean' || listed.length > 1,
  );
  const [name, schema] =
    chosen(
      known.filter(([, { default: value }]) => value !== undefined),
      pick,
    ) ?? [];
  if (name === undefined || !schema || pick(3) === 0) return withNew(tool);
  const { default: value, enum: listed, maximum = Infinity } = schema;
  const other =
    typeof value === 'boolean'
      ? !value
      : (listed?.find((one) => one !== value) ?? (Number(value) + 1 > maximum ? Number(value) - 1 : Number(value) + 1));
  return changed(tool, name, { ...schema, default: other });
}

/** A new parameter with a default, which is sent. */
function withNew(tool: JsonObject): JsonObject | undefined {
  const extra = {
    type: 'string',
    enum: ['short', 'long'],
    default: 'short',
    description: 'How much to show.',
  } as const;
  const made = changed(withArguments(tool), 'detail', extra);
  const { http, mcp, command } = made;
  if (isJsonObject(http))
    return { ...made, http: { ...http, query: { ...(http['query'] as JsonObject), detail: '{detail}' } } };
  if (isJsonObject(mcp))
    return { ...made, mcp: { ...mcp, arguments: { ...(mcp['arguments'] as JsonObject), detail: '{detail}' } } };
  if (isJsonObject(command))
    return { ...made, command: { ...command, argv: [...(command['argv'] as Json[]), ['--detail', '{detail}']] } };
  return made;
}

function bounds(tool: JsonObject, pick: (below: number) => number): JsonObject | undefined {
  const known = Object.entries(parametersOf(tool)).filter(
    ([, { type }]) => type === 'integer' || type === 'number' || type === 'string' || type === 'array',
  );
  const [name, schema] =
    chosen(
      known.filter(([, { enum: listed, format }]) => !listed && format === undefined),
      pick,
    ) ?? [];
  if (name === undefined || !schema) return undefined;
  const [key, usual] =
    schema.type === 'string'
      ? (['maxLength', 200] as const)
      : schema.type === 'array'
        ? (['maxItems', 20] as const)
        : (['maximum', 100] as const);
  const isWider = pick(2) === 0;
  const { [key]: before, ...rest } = schema;
  if (isWider && before === undefined) return undefined;
  return changed(
    tool,
    name,
    isWider
      ? pick(2) === 0
        ? rest
        : { ...schema, [key]: Number(before) * 2 }
      : { ...schema, [key]: Math.max(1, Math.floor((before ?? usual) / 2)) },
  );
}

function values(tool: JsonObject, pick: (below: number) => number): JsonObject | undefined {
  const [name, schema] =
    chosen(
      Object.entries(parametersOf(tool)).filter(([, one]) => (one.enum ?? []).length > 1),
      pick,
    ) ?? [];
  if (name === undefined || !schema?.enum) return undefined;
  const way = pick(3);
  if (way === 0) return changed(tool, name, { ...schema, enum: [...schema.enum, 'of_tomorrow'] });
  if (way === 1 && schema.enum.length > 2)
    return changed(tool, name, { ...schema, enum: schema.enum.filter((one, at) => at > 0 || one === schema.default) });
  return withValue(tool, name, schema);
}

/** A value with a better name, for which the service gets the one that it knows. */
function withValue(tool: JsonObject, name: string, schema: Schema): JsonObject | undefined {
  const old = schema.enum?.find((one) => typeof one === 'string');
  const key = (['http', 'command'] as const).find((one) => tool[one] !== undefined);
  if (typeof old !== 'string' || key === undefined) return undefined;
  const now = `${old}_only`;
  const work = tool[key] as JsonObject;
  const tables = { ...(work['translate'] as JsonObject) };
  const { [old]: sent = old, ...others } = { ...(tables[name] as JsonObject) };
  const edited = changed(tool, name, {
    ...schema,
    enum: (schema.enum ?? []).map((one) => (one === old ? now : one)),
    ...(schema.default === old && { default: now }),
  });
  return { ...edited, [key]: { ...work, translate: { ...tables, [name]: { ...others, [now]: sent } } } };
}

/** A parameter goes into a map of options. */
function move(tool: JsonObject, pick: (below: number) => number): JsonObject | undefined {
  const name = chosen(Object.keys(parametersOf(tool)), pick);
  if (name === undefined || parametersOf(tool)['options']) return undefined;
  const { [name]: schema = {}, ...others } = parametersOf(tool);
  const { default: filled, ...inner } = schema;
  const required = (tool['required'] ?? []) as string[];
  const isRequired = required.includes(name);
  const options = {
    type: 'object',
    description: 'What to look for.',
    properties: { [name]: inner },
    ...(isRequired && { required: [name] }),
  };
  if (filled !== undefined) return undefined;
  const moved = inAll(
    { ...withArguments(tool), required: required.map((one) => (one === name ? 'options' : one)) },
    name,
    `options.${name}`,
  );
  return { ...moved, parameters: { ...others, options } as never };
}

/** A further property, one with a better name, or one that is now inside of another. */
function result(tool: JsonObject, pick: (below: number) => number): JsonObject | undefined {
  const returns = (tool['returns'] ?? { type: 'object' }) as Schema;
  const key = (['http', 'command'] as const).find(
    (one) => isJsonObject(tool[one]) && (tool[one] as JsonObject)['result'] !== undefined,
  );
  const name = chosen(Object.keys(returns.properties ?? {}), pick);
  const way = key === undefined || name === undefined ? 0 : pick(3);
  const properties = { ...returns.properties };
  const work = { ...(tool[key ?? 'http'] as JsonObject) };
  const table = { ...(work['result'] as JsonObject) };
  const required = [...(returns.required ?? [])];
  if (way === 0) {
    properties['checked_at'] = { type: 'string' };
    table['checked_at'] = '/checked_at';
  } else {
    const { [name ?? '']: schema = {}, ...rest } = properties;
    const { [name ?? '']: rule = '', ...rules } = table;
    const to = way === 1 ? `${name}_found` : 'found';
    const made: Schema =
      way === 1
        ? schema
        : {
            type: 'object',
            properties: { [name ?? '']: schema },
            ...(required.includes(name ?? '') && { required: [name ?? ''] }),
          };
    const edited = {
      ...returns,
      properties: { ...rest, [to]: made },
      required: required.map((one) => (one === name ? to : one)),
    };
    if (rule === '' || properties[to]) return undefined;
    return {
      ...tool,
      returns: edited as never,
      [key ?? 'http']: { ...work, result: { ...rules, [to]: way === 1 ? rule : { fields: { [name ?? '']: rule } } } },
    };
  }
  const more = { ...tool, returns: { ...returns, properties } as never };
  return key === undefined ? more : { ...more, [key]: { ...work, result: table } };
}
