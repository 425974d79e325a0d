/** Values between JSON and MySQL or MariaDB: exact, and the same in every time zone. */
import type { Json } from '../../language/json.ts';
import { parseJson } from '../shared/response.ts';

/** A text, which the database converts to the type of the column: a number would be equal to every text that starts with no digit. */
export function toMysql(value: Json): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What the driver knows of a column. */
interface MysqlColumn {
  readonly type: string;
  /** Of MariaDB, where JSON is a text. */
  readonly extendedFormat?: string | undefined;
}

/** As the driver reads it: 64-bit integers, decimals, dates, times and JSON as texts, bytes as bytes. */
export function fromMysql({ type, extendedFormat }: MysqlColumn, read: () => unknown): Json {
  const value = read();
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return type === 'BIT' ? bitsOf(value) : { bytes: value.length };
  if (typeof value === 'number') return type === 'FLOAT' ? shortest(value) : value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (type === 'JSON' || extendedFormat === 'json') return parseJson(text) ?? null;
  if (type === 'LONGLONG') return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (type === 'DATETIME') return text.replace(' ', 'T');
  // The zone of the session is UTC.
  return type === 'TIMESTAMP' ? `${text.replace(' ', 'T')}Z` : text;
}

function bitsOf(bytes: Uint8Array): Json {
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return Number.isSafeInteger(Number(number)) ? Number(number) : String(number);
}

/** With the digits that a number of 32 bits has. */
function shortest(value: number): number {
  const digits = [6, 7, 8].map((count) => Number(value.toPrecision(count)));
  return digits.find((one) => Math.fround(one) === value) ?? value;
}
