/** Schemas as the strict mode of OpenAI takes them: every property is required, what is optional may be null, and objects are closed. */
import { isObject, ownMember, setOwn } from '../language/json.ts';

/** What strict mode takes as it is. Further bounds of values are left to the call, whose message names what is wrong. */
const KEPT = /^(?:description|type|enum|const|(?:exclusiveM|m)(?:in|ax)imum|multipleOf|m(?:in|ax)Items)$/;

/** What makes an object open, or a value more than one shape. */
const REFUSED = /^(?:\$ref|(?:all|any|one)Of|not|if|prefixItems|patternProperties|dependent.+|m(?:in|ax)Properties)$/;

/** Strict mode takes no more than 10 levels (OpenAI, "Structured model outputs"). */
const MAX_DEPTH = 10;

/** A schema, or arguments: JSON, of which each member is looked at where it is read. */
type Members = Readonly<Record<string, unknown>>;

/** Undefined where the schema expresses more than strict mode can. */
export function strictSchema(schema: Members, depth = 1): Members | undefined {
  const entries = Object.entries(schema);
  if (depth > MAX_DEPTH || entries.some(([key]) => REFUSED.test(key))) return undefined;
  const plainKeywords = Object.fromEntries(entries.filter(([key]) => KEPT.test(key)));
  const { type, items } = schema;
  if (type === 'object') return strictObject(schema, plainKeywords, depth);
  if (type === 'array') {
    const inner = isObject(items) && strictSchema(items, depth + 1);
    return inner ? { ...plainKeywords, items: inner } : undefined;
  }
  const isScalar = type ? !/object|array/.test(String(type)) : 'enum' in plainKeywords || 'const' in plainKeywords;
  return isScalar ? plainKeywords : undefined;
}

/** Of an object that declares members and does not mention others, the declared ones are what the tool reads. */
function strictObject(schema: Members, plainKeywords: Members, depth: number): Members | undefined {
  const { properties, additionalProperties: others, required } = schema;
  const all = isObject(properties) ? Object.entries(properties) : [];
  if (others !== false && (others !== undefined || all.length === 0)) return undefined;
  const members: Record<string, unknown> = {};
  for (const [name, property] of all) {
    const own = isObject(property) && strictSchema(property, depth + 1);
    const isRequired = Array.isArray(required) && required.includes(name);
    // One null cannot be both "not given" and a value of its own.
    if (!own || (!isRequired && takesNull(property))) return undefined;
    setOwn(members, name, isRequired ? own : orNull(own));
  }
  return { ...plainKeywords, properties: members, required: Object.keys(members), additionalProperties: false };
}

function orNull({ const: only, ...schema }: Members): Members {
  const { type, enum: values = only === undefined ? only : [only] } = schema;
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(values !== undefined && { enum: [...new Set([values, null].flat())] }),
  };
}

/** The arguments without the nulls that stand for "not given": the schema of the tool has no such value. */
export function withoutNulls(value: unknown, schema: Members): unknown {
  const { items, properties } = schema;
  if (Array.isArray(value)) return isObject(items) ? value.map((one: unknown) => withoutNulls(one, items)) : value;
  if (!isObject(value) || !isObject(properties)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const own = ownMember(properties, name);
    const property = isObject(own) ? own : {};
    return member === null && !takesNull(property) ? [] : [[name, withoutNulls(member, property)]];
  });
  return Object.fromEntries(members);
}

function takesNull({ type, enum: values, const: only }: Members): boolean {
  if (Array.isArray(values)) return values.includes(null);
  return only === null || (only === undefined && [type].flat().includes('null'));
}
