/** Values between JSON and PostgreSQL: by type, exact, and the same in every time zone. */
import { type Json, isObject } from '../../language/json.ts';
import { parseJson } from '../shared/response.ts';
import { type BoundValue, exactText, safeInteger } from './bound.ts';

/** The text of a bound value: of an array type where it is a list of scalars, of JSON for lists and maps of others. What a column gave is the same text. */
export function toPostgres({ json: value, form, exact = null }: BoundValue): string | null {
  if (exact !== null) return exactText(exact);
  if (value === null) return null;
  if (
    form !== 'object' &&
    form !== 'array' &&
    Array.isArray(value) &&
    value.every((item: Json) => !isObject(item) && !Array.isArray(item))
  )
    return `{${value.map((item: Json) => (item === null ? 'NULL' : quoteElement(String(item)))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoteElement(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}

type Convert = (text: string) => Json;

const number: Convert = (text) => {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
};

const withT: Convert = (text) => text.replace(' ', 'T');

/** The zone of the session is UTC. */
const instant: Convert = (text) => text.replace(' ', 'T').replace(/\+00(?=$| BC$)/, 'Z');

const fromJson: Convert = (text) => parseJson(text) ?? null;

const text: Convert = (same) => same;

/** In hexadecimal digits, two for a byte. */
const bytes: Convert = (hex) => ({ bytes: (hex.length - 2) / 2 });

/** By the number of the type, and that of its array type (pg_type of PostgreSQL, which never change). */
const TYPES: readonly (readonly [oid: number, array: number, convert: Convert])[] = [
  [16, 1000, (bool) => bool === 't'],
  [17, 1001, bytes],
  [18, 1002, text],
  [19, 1003, text],
  [20, 1016, safeInteger],
  [21, 1005, number],
  [23, 1007, number],
  [25, 1009, text],
  [26, 1028, number],
  [114, 199, fromJson],
  [650, 651, text],
  [700, 1021, number],
  [701, 1022, number],
  [790, 791, text],
  [829, 1040, text],
  [869, 1041, text],
  [1042, 1014, text],
  [1043, 1015, text],
  [1082, 1182, text],
  [1083, 1183, text],
  [1114, 1115, withT],
  [1184, 1185, instant],
  [1186, 1187, text],
  [1266, 1270, text],
  [1700, 1231, text],
  [2950, 2951, text],
  [3802, 3807, fromJson],
];

const SCALARS = new Map(TYPES.map(([oid, , convert]) => [oid, convert]));

const ARRAYS = new Map(TYPES.map(([, array, convert]) => [array, convert]));

/** Types that are not listed are their text. */
export function fromPostgres(oid: number, value: string | null): Json {
  if (value === null) return null;
  const element = ARRAYS.get(oid);
  return element ? readArray(value, element) : (SCALARS.get(oid) ?? text)(value);
}

/** `{1,NULL,"a,b",{…}}`, where bounds may be in front: `[0:2]={…}`. */
function readArray(literal: string, convert: Convert): Json {
  const stack: Json[][] = [[]];
  const tokens = /\{|\}|"((?:[^"\\]|\\[^])*)"|([^{},"]+)/g;
  tokens.lastIndex = literal.indexOf('{');
  for (let match = tokens.exec(literal); match !== null; match = tokens.exec(literal)) {
    const [token, inQuotes, plain] = match;
    const list = stack.at(-1) ?? [];
    if (token === '{') {
      const inner: Json[] = [];
      list.push(inner);
      stack.push(inner);
    } else if (token === '}') stack.pop();
    else if (inQuotes !== undefined) list.push(convert(inQuotes.replaceAll(/\\([^])/g, '$1')));
    else list.push(plain === 'NULL' ? null : convert(plain ?? ''));
  }
  return stack[0]?.[0] ?? [];
}
