/** Keywords of a schema that do not involve other schemas: types, bounds, enums, formats. */
import { withoutUndefined } from '../../../base/json.ts';
import { wordSet } from '../../../base/word-lists.ts';
import { type AnyType, compileImported, type Json, type Schema } from '@haft/runtime/language';
import { isPattern } from '../../../check/analysis/patterns/slow.ts';
import { jsonOf, listAt, memberOf, type RawNode, textAt } from './values.ts';

/** Reports what of a schema is not imported unchanged. */
export type Lose = (subject: string, message: string, hint?: string) => void;

/** With types that documents have and JSON Schema has not. */
const NAMES = [
  ['string', 'string file binary str text date datetime date-time uuid url enum'],
  ['integer', 'integer int int32 int64 long'],
  ['number', 'number float double decimal numeric'],
  ['boolean', 'boolean bool'],
  ['array', 'array list'],
  ['object', 'object map dict hash'],
  ['null', 'null'],
] as const;
const TYPES: ReadonlyMap<string, AnyType> = new Map(
  NAMES.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
);

/** The types of a schema, with null where it may be null; none where any is possible. */
export function typesOf(raw: RawNode): readonly AnyType[] {
  const { type } = raw;
  // Most schemas have one type.
  const only = typeNamed(type);
  if (only !== undefined && !isNullable(raw)) return [only];
  const named = (Array.isArray(type) ? type : [type]).flatMap((one) => typeNamed(one) ?? []);
  const types = named.length > 0 ? [...new Set(named)] : impliedTypes(raw);
  const orNull = isNullable(raw) && types.length > 0 && !types.includes('null');
  return orNull ? [...types, 'null'] : types;
}

export function isNullable(raw: RawNode): boolean {
  return raw['nullable'] === true || raw['x-nullable'] === true;
}

function typeNamed(type: unknown): AnyType | undefined {
  return typeof type === 'string' ? TYPES.get(type.toLowerCase()) : undefined;
}

function impliedTypes(raw: RawNode): readonly AnyType[] {
  if (['properties', 'additionalProperties'].some((key) => memberOf(raw, key) !== undefined)) return ['object'];
  if (memberOf(raw, 'items') !== undefined) return ['array'];
  const values = listAt(raw, 'enum');
  return values.length > 0 && values.every((value) => typeof value === 'string') ? ['string'] : [];
}

/** Formats of numbers and of bytes say nothing to a model that the type does not say. */
const KEPT_FORMATS = wordSet(
  'date date-time time email uri uuid ipv4 ipv6 byte hostname duration uri-reference regex json-pointer',
);

/** They say how a value is stored or shown. */
const SILENT_FORMATS = wordSet('binary password string int32 int64 float double');

/** The keywords of a value that is neither a list nor a map. */
export function scalarKeywords(raw: RawNode, types: readonly AnyType[], lose: Lose): Schema {
  const isText = types.includes('string');
  const isNumber = types.includes('integer') || types.includes('number');
  const rawFormat = textAt(raw, 'format');
  const format = rawFormat === 'url' ? 'uri' : rawFormat;
  if (isText && format !== undefined && !KEPT_FORMATS.has(format) && !SILENT_FORMATS.has(format)) {
    const message = `The format ${JSON.stringify(format.slice(0, 80))} is left out.`;
    lose('formats', message, 'Describe the format in the description of the parameter.');
  }
  return {
    ...enumOf(raw, types, lose),
    ...(isText && format !== undefined && KEPT_FORMATS.has(format) && { format }),
    ...(isText && lengths(raw, 'minLength', 'maxLength')),
    ...(isText && patternOf(raw, lose)),
    ...(isNumber && bounds(raw)),
  };
}

function enumOf(raw: RawNode, types: readonly AnyType[], lose: Lose): Schema {
  if ('const' in raw) return { const: jsonOf(raw['const']) ?? null };
  const { enum: members } = raw;
  if (!Array.isArray(members) || types.includes('array')) return {};
  const all = members.map((value: Json) => convertScalar(value, types));
  const fitting = all.filter((value) => isOf(value, types));
  const values = [...new Map(fitting.map((value) => [JSON.stringify(value), value])).values()];
  if (values.length < members.length) {
    const message = `${members.length - values.length} of ${members.length} values of an enum are repeated or of another type than the value; they are left out.`;
    lose('values of enums', message, 'Add the values that the service accepts.');
  }
  return values.length > 0 ? { enum: values } : {};
}

/** YAML reads `1` and `true` where a text was meant. */
function convertScalar(value: Json, types: readonly AnyType[]): Json {
  if (types.length === 0 || isOf(value, types)) return value;
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (typeof value === 'string' && types.some((type) => type === 'integer' || type === 'number')) {
    const number = Number(value);
    return value.trim() !== '' && Number.isFinite(number) ? number : value;
  }
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function isOf(value: Json, types: readonly AnyType[]): boolean {
  return types.length === 0 || types.some((type) => hasType(value, type));
}

function hasType(value: Json, type: AnyType): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** The lower and the upper one; neither where they exclude each other. */
export function lengths(raw: RawNode, low: keyof Schema, high: keyof Schema): Schema {
  const [min, max] = [count(raw[low]), count(raw[high])];
  if (min !== undefined && max !== undefined && min > max) return {};
  return withoutUndefined({ [low]: min === 0 ? undefined : min, [high]: max });
}

function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : undefined;
}

/** Draft 4 says `exclusiveMinimum: true`; a bound that no double can tell from its neighbors says nothing. */
function bounds(raw: RawNode): Schema {
  const [low, high] = [numberOf(raw['minimum']), numberOf(raw['maximum'])];
  const [isAbove, isBelow] = [raw['exclusiveMinimum'] === true, raw['exclusiveMaximum'] === true];
  const exclusiveMinimum = isAbove ? low : numberOf(raw['exclusiveMinimum']);
  const exclusiveMaximum = isBelow ? high : numberOf(raw['exclusiveMaximum']);
  const [minimum, maximum] = [isAbove ? undefined : low, isBelow ? undefined : high];
  const [from, to] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  if (from !== undefined && to !== undefined && from > to) return {};
  const step = numberOf(raw['multipleOf']);
  const multipleOf = step !== undefined && step > 0 ? step : undefined;
  return withoutUndefined({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

function patternOf(raw: RawNode, lose: Lose): Schema {
  const pattern = textAt(raw, 'pattern');
  if (pattern === undefined) return {};
  const bare = /^\/(.*)\/$/.exec(pattern)?.[1] ?? pattern;
  if (isPattern(bare)) return { pattern: bare };
  const message = `The pattern ${JSON.stringify(pattern.slice(0, 80))} is not a JavaScript regular expression; it is left out.`;
  lose('patterns', message, 'Describe the format in the description of the parameter.');
  return {};
}

/** Whether a default fits its schema, which it need not in documents; one that refers to others has no default. */
export function fitsSchema(value: Json, schema: Schema): boolean {
  if (JSON.stringify(schema).includes('"$ref"')) return false;
  try {
    return !('issues' in compileImported(schema)(value));
  } catch {
    return false;
  }
}
