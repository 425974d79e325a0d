/** Reads numbers with a unit and dates of any format, as services and programs write them. */
import type { Json } from './json.ts';
import { isInexact } from './plain.ts';

/** How a text is read (`as:` of a result rule). */
export type ValueReading = 'number' | { readonly number: NumberForm } | { readonly date: string };

interface NumberForm {
  /** Text before or after the digits, such as EUR. */
  readonly unit?: string;
  /** What separates the decimals; the other of the two separates thousands. */
  readonly decimal?: '.' | ',';
}

type ReadValue = (value: Json) => Json | undefined;

/** Reads values; undefined if a value does not have the format. */
export function compileReading(reading: ValueReading): ReadValue {
  if (reading === 'number') return (value) => numberOf(value, {});
  if ('number' in reading) return (value) => numberOf(value, reading.number);
  const read = compileDate(reading.date);
  return typeof read === 'string' ? () => undefined : read;
}

/** A number stays one; what a number does not hold is a text of its digits, as in JSON. */
function numberOf(value: Json, { unit = '', decimal = '.' }: NumberForm): number | string | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  // The end of a sentence is no decimal separator.
  const bare = withoutUnit(value.trim().replace(/[.,;:]$/, ''), unit);
  const group = decimal === '.' ? ",'" : ".'";
  const isGrouped = new RegExp(`^[-+]?\\d{1,3}(?:[${group}\\u00A0\\u202F ]\\d{3})+(?!\\d)`).test(bare);
  const plain = isGrouped ? bare.replaceAll(new RegExp(`[${group}\\u00A0\\u202F ]`, 'g'), '') : bare;
  const text = (decimal === ',' ? plain.replace(',', '.') : plain).replace(/^\+/, '');
  if (!/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$/.test(text)) return undefined;
  // Fractions are always rounded.
  return isInexact(text.replace(/\.\d+$/, '')) ? text : Number(text);
}

function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text;
  if (text.endsWith(unit)) return text.slice(0, -unit.length).trim();
  return text.startsWith(unit) ? text.slice(unit.length).trim() : text;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The letters of Unicode TR 35 that are known, each with what it matches; others are errors. */
const FIELDS: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  MMMM: '(?<name>[A-Za-z]{3,9})',
  MMM: '(?<name>[A-Za-z]{3})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{2})',
  d: '(?<day>\\d{1,2})',
  EEEE: '[A-Za-z]{6,9}',
  EEE: '[A-Za-z]{3}',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<half>\\d{2})',
  h: '(?<half>\\d{1,2})',
  a: '(?<noon>[AaPp][Mm])',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  SSS: '(?<fraction>\\d{3})',
  X: '(?<zone>Z|[-+]\\d{2}(?::?\\d{2})?)',
};

const FORMAT_PART = /'([^']*)'|([A-Za-z])\2*|[^A-Za-z']+/y;

/** What is wrong with the format of a date; undefined if it can be read. */
export function dateFormatProblem(format: string): string | undefined {
  const read = compileDate(format);
  return typeof read === 'string' ? read : undefined;
}

/** `unix` and `unix_ms` are seconds and milliseconds since 1970. */
function compileDate(format: string): ReadValue | string {
  if (format === 'unix' || format === 'unix_ms') return (value) => sinceEpoch(value, format === 'unix' ? 1000 : 1);
  const parts = partsOf(format);
  if (typeof parts === 'string') return parts;
  const { pattern, fields } = parts;
  const lacks = (...names: string[]): boolean => !names.some((name) => fields.has(name));
  if (lacks('year') || lacks('month', 'name') || lacks('day')) return 'it has no year, month and day';
  if (fields.has('half') !== fields.has('noon')) return '"h" and "a" need each other';
  if (fields.has('minute') && lacks('hour', 'half')) return 'it has minutes without hours';
  const whole = new RegExp(`^${pattern}$`);
  const isUtc = /'Z'\s*$/.test(format);
  return (value) => {
    const groups = typeof value === 'string' ? whole.exec(value.trim())?.groups : undefined;
    return groups && dateText(groups, isUtc);
  };
}

function partsOf(format: string): { readonly pattern: string; readonly fields: ReadonlySet<string> } | string {
  let pattern = '';
  const fields = new Set<string>();
  FORMAT_PART.lastIndex = 0;
  while (FORMAT_PART.lastIndex < format.length) {
    const [part, literal, letter] = FORMAT_PART.exec(format) ?? [];
    if (part === undefined) return 'it has a quote that does not end';
    const field = letter === undefined ? escapeText(literal ?? part) : FIELDS[part];
    if (field === undefined) return `"${part}" is not known; known: ${Object.keys(FIELDS).join(', ')}, unix, unix_ms`;
    const name = /^\(\?<(\w+)>/.exec(field)?.[1];
    if (name !== undefined && fields.has(name)) return `"${part}" gives the ${name} again`;
    if (name !== undefined) fields.add(name);
    pattern += field;
  }
  return { pattern, fields };
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** RFC 3339: a date alone, or a date with its time; without a zone it is a local time. */
function dateText(groups: Readonly<Record<string, string | undefined>>, isUtc: boolean): string | undefined {
  const month = groups['month'] ?? String(MONTHS.indexOf((groups['name'] ?? '').slice(0, 3).toLowerCase()) + 1);
  const [year = '', day = ''] = [groups['year'], groups['day']];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) return undefined;
  const text = `${year}-${pad(month)}-${pad(day)}`;
  const hour = hourOf(groups);
  if (hour === undefined) return text;
  const { minute = '00', second = '00', fraction } = groups;
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const tail = fraction === undefined ? '' : `.${fraction}`;
  return `${text}T${pad(String(hour))}:${minute}:${second}${tail}${zoneText(groups['zone'], isUtc)}`;
}

function hourOf({ hour, half, noon = '' }: Readonly<Record<string, string | undefined>>): number | undefined {
  if (half === undefined) return hour === undefined ? undefined : Number(hour);
  return (Number(half) % 12) + (noon.toLowerCase() === 'pm' ? 12 : 0);
}

function zoneText(zone: string | undefined, isUtc: boolean): string {
  if (zone === undefined) return isUtc ? 'Z' : '';
  const [, sign = '', hours = '', minutes = '00'] = /^([-+])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign === '' ? 'Z' : `${sign}${hours}:${minutes}`;
}

function pad(text: string): string {
  return text.padStart(2, '0');
}

function sinceEpoch(value: Json, factor: number): string | undefined {
  const date = new Date(Number(numberOf(value, {}) ?? Number.NaN) * factor);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
}
