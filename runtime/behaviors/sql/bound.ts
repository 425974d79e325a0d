/** Values on their way into a database: arguments in the form that their declared type needs, and values of columns as the database gave them. */
import { type Json, type JsonObject, isObject, ownMember } from '../../language/json.ts';
import { type AnyType, type Schema, mainType } from '../../language/schema.ts';
import type { TemplateVariable } from '../../language/template.ts';

/**
 * What a database gave for a column, so that it takes the same value back: the form for models is another one for bytes,
 * times and large numbers. `unordered` compares otherwise than its column sorts. It is JSON, since a cursor has it.
 */
export type ExactValue =
  | string
  | number
  | boolean
  | null
  | { readonly integer: string }
  | { readonly real: string }
  | { readonly base64: string }
  | { readonly unordered: string };

export type ExactRow = Readonly<Record<string, ExactValue>>;

export interface BoundValue {
  /** As a model reads it: what a dry run prints, and what a recording and the hash of a cursor have. */
  readonly json: Json;
  /** The declared type of an argument, or of the elements of a list. */
  readonly form?: AnyType | undefined;
  readonly exact?: ExactValue | undefined;
}

/** The members of an exact value that is no scalar; each has a text. */
const TAGS = ['integer', 'real', 'base64', 'unordered'] as const;

/** A cursor comes from a model. */
export function isExact(value: unknown): value is ExactValue {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (!isObject(value)) return false;
  const [[tag, text] = [], ...more] = Object.entries(value);
  return more.length === 0 && typeof text === 'string' && TAGS.some((one) => one === tag);
}

/** Text beyond what a number holds exactly: the schema of the result decides. */
export function safeInteger(value: string | bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** A number, true and false as their text. */
export function exactText(exact: Exclude<ExactValue, null>): string {
  return typeof exact === 'object' ? (Object.values(exact)[0] ?? '') : String(exact);
}

interface Declared extends Pick<BoundValue, 'form'> {
  readonly isMoment: boolean;
}

/** How the value of a variable is bound: what the schema of its parameter says, if there is one with a single type. */
export function declaredAs({ path }: TemplateVariable, input: Schema | undefined): Declared {
  const schema = path.reduce<Schema | undefined>((at, name) => ownMember(at?.properties ?? {}, name), input);
  const own = schema && mainType(schema);
  const items = own === 'array' ? (schema?.items ?? {}) : undefined;
  const { format } = items ?? schema ?? {};
  return { form: items ? mainType(items) : own, isMoment: format === 'date-time' || format === 'time' };
}

const MOMENT = /^(?:(\d{4}-\d\d-\d\d)[Tt ])?(\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * A date-time or time of RFC 3339, or a list of them, at the offset of the session, which is UTC: a column without a zone would
 * drop the offset. MySQL takes none at all.
 */
export function inUtc(value: Json, isMysql: boolean): Json {
  if (Array.isArray(value)) return value.map((one: Json) => inUtc(one, isMysql));
  const [, date, time = '', fraction = '', offset = ''] = (typeof value === 'string' && MOMENT.exec(value)) || [];
  const moment = new Date(`${date ?? '2000-01-02'}T${time}${offset.toUpperCase()}`);
  if (offset === '' || Number.isNaN(moment.getTime())) return value;
  const iso = moment.toISOString();
  if (!/^\d{4}-/.test(iso)) return value;
  const clock = `${iso.slice(11, 19)}${fraction}`;
  const day = date === undefined ? '' : `${iso.slice(0, 10)}${isMysql ? ' ' : 'T'}`;
  return `${day}${clock}${isMysql ? '' : 'Z'}`;
}

/** The row that a later statement or a cursor reads, as the database gave it; of a recording without, as a model reads it. */
export function exactRow({
  rows,
  exact,
}: {
  readonly rows: readonly JsonObject[];
  readonly exact?: ExactRow;
}): ExactRow {
  if (exact) return exact;
  const plain = Object.entries(rows.at(-1) ?? {}).filter((entry): entry is [string, ExactValue] => isExact(entry[1]));
  return Object.fromEntries(plain);
}
