/** Values between JSON and MySQL or MariaDB: exact, and the same in every time zone. */
import type { Json } from '../../language/json.ts';
import { parseJson } from '../shared/response.ts';
import { type BoundValue, type ExactValue, exactText, safeInteger } from './bound.ts';

/** What the driver sends: a `bigint` as an integer, and a number as a DOUBLE. */
export type MysqlValue = string | number | bigint | Uint8Array | null;

/** A number where one is declared; else a text, which the database converts to the type of the column. */
export function toMysql({ json: value, form, exact = null }: BoundValue): MysqlValue {
  if (typeof exact === 'object' && exact !== null && 'base64' in exact) return Buffer.from(exact.base64, 'base64');
  if (typeof exact === 'object' && exact !== null && 'integer' in exact)
    return toMysql({ json: Number(exact.integer), form: 'integer' });
  if (exact !== null) return exactText(exact);
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return toMysql({ json: Number(value), form });
  if (typeof value === 'number' && form) return Number.isSafeInteger(value) ? BigInt(value) : value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What the driver knows of a column. */
export interface MysqlColumn {
  readonly name: string;
  readonly columnType: number;
  readonly flags: number;
  /** Of MariaDB, where JSON is a text. */
  readonly extendedFormat?: string | undefined;
}

/** Numbers of types in the protocol, and flags of columns. */
const TYPE = { float: 4, timestamp: 7, longlong: 8, datetime: 12, bit: 16, json: 245, geometry: 255 } as const;
const ENUM_OR_SET = 256 | 2048;

/** As the driver reads it: 64-bit integers, decimals, dates, times and JSON as texts, bytes as bytes. */
export function fromMysql({ columnType, extendedFormat }: MysqlColumn, value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array)
    return columnType === TYPE.bit ? safeInteger(bitsOf(value)) : { bytes: value.length };
  if (typeof value === 'number') return columnType === TYPE.float ? shortest(value) : value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (columnType === TYPE.json || extendedFormat === 'json') return parseJson(text) ?? null;
  if (columnType === TYPE.longlong) return safeInteger(text);
  if (columnType === TYPE.datetime) return text.replace(' ', 'T');
  // The zone of the session is UTC.
  return columnType === TYPE.timestamp ? `${text.replace(' ', 'T')}Z` : text;
}

/** FLOAT with all digits of its 32 bits, which is what a comparison sees. ENUM and SET sort by number, and JSON by type. */
export function exactMysql({ columnType, flags }: MysqlColumn, value: unknown): ExactValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) {
    const bits = columnType === TYPE.bit ? bitsOf(value) : undefined;
    return bits !== undefined && bits <= Number.MAX_SAFE_INTEGER
      ? { integer: String(bits) }
      : { base64: Buffer.from(value).toString('base64') };
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // TINYINT, SMALLINT, INT, BIGINT, MEDIUMINT and YEAR.
  if ([1, 2, 3, 8, 9, 13].includes(columnType) && Number.isSafeInteger(Number(text))) return { integer: text };
  const isUnordered = columnType === TYPE.json || columnType === TYPE.geometry || (flags & ENUM_OR_SET) !== 0;
  return isUnordered ? { unordered: text } : text;
}

function bitsOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** With the digits that a number of 32 bits has. */
function shortest(value: number): number {
  const digits = [6, 7, 8].map((count) => Number(value.toPrecision(count)));
  return digits.find((one) => Math.fround(one) === value) ?? value;
}
