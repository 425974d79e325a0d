/** Checks of JSON values: files that anyone can edit must have the schema that later steps rely on. */
import { type Json, isObject, ownMember } from '@haft/runtime/language';
import { isDate } from '../../base/calendar.ts';
import { type FileFormat, type FormatProblem, formatProblem, numberOf } from '../../base/file-formats.ts';

/**
 * What is wrong with a value and where, as a sentence without its period; undefined where it matches. Maps may have other keys,
 * which a newer Haft may have written, unless the value is `closed`.
 */
export interface ValueForm<T = unknown> {
  (value: unknown, at: string, isClosed?: boolean): string | undefined;
  /** Only for types: what a value is that matches. */
  readonly matches?: T;
}

type Flat<T> = { [K in keyof T]: T[K] };
type Forms = Readonly<Record<string, ValueForm>>;
/** What a value is that matches the form. */
export type Matching<F> = F extends ValueForm<infer T> ? T : never;

export function isMatch<T>(value: unknown, form: ValueForm<T>): value is T {
  return form(value, '') === undefined;
}

/** The value, where it has a form, or what is wrong with it. */
export function readValue<T>(value: unknown, form: ValueForm<T>, at = ''): { readonly read: T } | FormatProblem {
  return isMatch(value, form) ? { read: value } : { problem: form(value, at) ?? '' };
}

/** What a file of Haft has, or why it cannot be read. */
export function readForm<T>(value: unknown, format: FileFormat, form: ValueForm<T>): T | FormatProblem {
  if (!isObject(value)) return { problem: 'it is not a map' };
  const unread = formatProblem(value, format);
  if (unread) return unread;
  return isMatch(value, form) ? value : { problem: form(value, '') ?? '' };
}

/** Of a file whose list has one line an entry, so that two branches seldom change the same one. */
export function entriesText(format: FileFormat, key: string, entries: readonly string[]): string {
  const lines = entries.length > 0 ? `\n    ${entries.join(',\n    ')}\n  ` : '';
  return `{\n  "${format.key}": ${numberOf(format)},\n  "${key}": [${lines}]\n}\n`;
}

/** Of a value that was JSON. */
export const anything: ValueForm<Json> = () => undefined;
export const text: ValueForm<string> = (value, at) => (typeof value === 'string' ? undefined : `${at} is not a string`);
export const flag: ValueForm<boolean> = (value, at) =>
  typeof value === 'boolean' ? undefined : `${at} is not true or false`;
export const number: ValueForm<number> = (value, at) =>
  typeof value === 'number' ? undefined : `${at} is not a number`;

export const none: ValueForm<null> = (value, at) => (value === null ? undefined : `${at} is not null`);

/** A string that passes a test; `what` describes the valid ones. */
export function textLike(what: string, test: (value: string) => boolean): ValueForm<string> {
  return (value, at) => (typeof value === 'string' && test(value) ? undefined : `${at} is not ${what}`);
}

export const date = textLike('a date such as 2027-01-31', isDate);

export function oneOf<W extends string>(...words: readonly W[]): ValueForm<W> {
  return (value, at) => (words.some((word) => word === value) ? undefined : `${at} is not one of ${words.join(', ')}`);
}

export function list<T>(item: ValueForm<T>): ValueForm<readonly T[]> {
  return (value, at, isClosed) => {
    if (!Array.isArray(value)) return `${at} is not a list`;
    for (const [index, one] of value.entries()) {
      const problem = item(one, `${at}[${index}]`, isClosed);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** A map whose keys are names of the author's. */
export function mapOf<T>(member: ValueForm<T>): ValueForm<Readonly<Record<string, T>>> {
  return (value, at, isClosed) => {
    if (!isObject(value)) return `${at} is not a map`;
    for (const [key, one] of Object.entries(value)) {
      const problem = member(one, `${at}[${JSON.stringify(key)}]`, isClosed);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

export function map<R extends Forms, O extends Forms = Readonly<Record<never, ValueForm>>>(
  required: R,
  optional?: O,
): ValueForm<Flat<{ readonly [K in keyof R]: Matching<R[K]> } & { readonly [K in keyof O]?: Matching<O[K]> }>> {
  const needed = Object.keys(required);
  const forms = new Map<string, ValueForm>(Object.entries({ ...optional, ...required }));
  return (value, at, isClosed) => {
    if (!isObject(value)) return `${at} is not a map`;
    const missing = needed.find((key) => !Object.hasOwn(value, key));
    if (missing !== undefined) return `${at === '' ? 'it' : at} has no "${missing}"`;
    const unknown = isClosed === true ? Object.keys(value).find((key) => !forms.has(key)) : undefined;
    if (unknown !== undefined) return `${at === '' ? 'it' : at} has an unknown "${unknown}"`;
    for (const [key, form] of forms) {
      if (!Object.hasOwn(value, key)) continue;
      const problem = form(value[key], at === '' ? `"${key}"` : `${at}.${key}`, isClosed);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** The form that one member names, such as a `kind`. */
export function byMember<Key extends string, const All extends Forms>(
  key: Key,
  forms: All,
): ValueForm<{ [Name in keyof All]: Matching<All[Name]> & { readonly [Own in Key]: Name } }[keyof All]> {
  return (value, at, isClosed) => {
    const named = isObject(value) ? String(ownMember(value, key) ?? '') : '';
    const form = ownMember<ValueForm>(forms, named);
    return form
      ? form(isClosed === true ? without(value, key) : value, at, isClosed)
      : `${at}.${key} is not one of ${Object.keys(forms).join(', ')}`;
  };
}

function without(value: unknown, key: string): unknown {
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => name !== key));
}

/** Matches at least one of them; otherwise the last one gives the reason. */
export function either<F extends readonly ValueForm[]>(...forms: F): ValueForm<Matching<F[number]>> {
  return (value, at, isClosed) => {
    let problem: string | undefined;
    for (const form of forms) if ((problem = form(value, at, isClosed)) === undefined) return undefined;
    return problem;
  };
}

/** Its maps may always have other keys. */
export function open<T>(form: ValueForm<T>): ValueForm<T> {
  return (value, at) => form(value, at);
}

/** One that refers to itself. */
export function later<T>(form: () => ValueForm<T>): ValueForm<T> {
  return (value, at, isClosed) => form()(value, at, isClosed);
}

/** Whether a value has at most this many levels of lists and maps. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
