/** Checks of JSON values: files that anyone can edit must have the schema that later steps rely on. */
import { type FileFormat, type FormatProblem, formatProblem } from '../../base/file-formats.ts';
import { type Json, isObject } from '@haft/runtime/language';

/**
 * What is wrong with a value and where, as a sentence without its period; undefined where it matches. Maps may have other keys,
 * which a newer Haft may have written, unless the value is `closed`.
 */
export interface ValueForm<out Accepted = unknown> {
  (value: unknown, at: string, isClosed?: boolean): string | undefined;
  /** The type of what it accepts; never there. */
  readonly accepts?: Accepted;
}

type Forms = Readonly<Record<string, ValueForm>>;
/** The type of what a form accepts. */
export type AcceptedBy<Form> = Form extends ValueForm<infer Accepted> ? Accepted : never;
type Members<Required extends Forms, Optional extends Forms> = {
  readonly [Key in keyof Required]: AcceptedBy<Required[Key]>;
} & { readonly [Key in keyof Optional]?: AcceptedBy<Optional[Key]> };

/** The value, where it has a form, or what is wrong with it. */
export function readValue<Accepted>(
  value: unknown,
  form: ValueForm<Accepted>,
  at = '',
): { readonly read: Accepted } | { readonly problem: string } {
  return matches(value, form) ? { read: value } : { problem: form(value, at) ?? '' };
}

function matches<Accepted>(value: unknown, form: ValueForm<Accepted>): value is Accepted {
  return form(value, '') === undefined;
}

/** The same for a parsed file, whose number is read first: a newer one may have another form. */
export function readFile<Accepted>(
  value: unknown,
  format: FileFormat,
  form: ValueForm<Accepted>,
): { readonly read: Accepted } | FormatProblem {
  if (!isObject(value)) return { problem: 'it is not a map' };
  return formatProblem(value, format) ?? readValue(value, form);
}

export const anything: ValueForm<Json> = () => undefined;
export const text: ValueForm<string> = (value, at) => (typeof value === 'string' ? undefined : `${at} is not a string`);
export const flag: ValueForm<boolean> = (value, at) =>
  typeof value === 'boolean' ? undefined : `${at} is not true or false`;
export const none: ValueForm<null> = (value, at) => (value === null ? undefined : `${at} is not null`);
export const number: ValueForm<number> = (value, at) =>
  typeof value === 'number' ? undefined : `${at} is not a number`;

/** A string that passes a test; `what` describes the valid ones. */
export function textLike(what: string, test: (value: string) => boolean): ValueForm<string> {
  return (value, at) => (typeof value === 'string' && test(value) ? undefined : `${at} is not ${what}`);
}

export function oneOf<const Word extends string>(...words: readonly Word[]): ValueForm<Word> {
  return (value, at) => (words.some((word) => word === value) ? undefined : `${at} is not one of ${words.join(', ')}`);
}

export function list<Item>(item: ValueForm<Item>): ValueForm<readonly Item[]> {
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
export function mapOf<Member>(member: ValueForm<Member>): ValueForm<Readonly<Record<string, Member>>> {
  return (value, at, isClosed) => {
    if (!isObject(value)) return `${at} is not a map`;
    for (const [key, one] of Object.entries(value)) {
      const problem = member(one, `${at}[${JSON.stringify(key)}]`, isClosed);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

export function map<const Required extends Forms, const Optional extends Forms = Record<never, ValueForm>>(
  required: Required,
  optional?: Optional,
): ValueForm<Members<Required, Optional>> {
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
): ValueForm<{ [Name in keyof All]: AcceptedBy<All[Name]> & { readonly [Own in Key]: Name } }[keyof All]> {
  return (value, at, isClosed) => {
    const named = isObject(value) && Object.hasOwn(value, key) ? String(value[key]) : '';
    const form = Object.hasOwn(forms, named) ? forms[named] : undefined;
    return form
      ? form(isClosed === true ? without(value, key) : value, at, isClosed)
      : `${at}.${key} is not one of ${Object.keys(forms).join(', ')}`;
  };
}

function without(value: unknown, key: string): unknown {
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => name !== key));
}

/** Matches at least one of them; otherwise the last one gives the reason. */
export function either<const All extends readonly ValueForm[]>(...forms: All): ValueForm<AcceptedBy<All[number]>> {
  return (value, at, isClosed) => {
    let problem: string | undefined;
    for (const form of forms) if ((problem = form(value, at, isClosed)) === undefined) return undefined;
    return problem;
  };
}

/** Its maps may always have other keys. */
export function open<Accepted>(form: ValueForm<Accepted>): ValueForm<Accepted> {
  return (value, at) => form(value, at);
}

/** One that refers to itself. */
export function later<Accepted>(form: () => ValueForm<Accepted>): ValueForm<Accepted> {
  return (value, at, isClosed) => form()(value, at, isClosed);
}

/** Whether a value has at most this many levels of lists and maps. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
