/** Checks of JSON values: files that anyone can edit must have the schema that later steps rely on. */
import { isObject } from '@haft/runtime/language';

/**
 * What is wrong with a value and where, as a sentence without its period; undefined where it matches. Maps may have other keys,
 * which a newer Haft may have written, unless the value is `closed`.
 */
export type ValueForm = (value: unknown, at: string, isClosed?: boolean) => string | undefined;

export const anything: ValueForm = () => undefined;
export const text: ValueForm = (value, at) => (typeof value === 'string' ? undefined : `${at} is not a string`);
export const flag: ValueForm = (value, at) => (typeof value === 'boolean' ? undefined : `${at} is not true or false`);
export const number: ValueForm = (value, at) => (typeof value === 'number' ? undefined : `${at} is not a number`);

/** A string that passes a test; `what` describes the valid ones. */
export function textLike(what: string, test: (value: string) => boolean): ValueForm {
  return (value, at) => (typeof value === 'string' && test(value) ? undefined : `${at} is not ${what}`);
}

export function oneOf(...words: readonly string[]): ValueForm {
  return textLike(`one of ${words.join(', ')}`, (value) => words.includes(value));
}

export function list(item: ValueForm): ValueForm {
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
export function mapOf(member: ValueForm): ValueForm {
  return (value, at, isClosed) => {
    if (!isObject(value)) return `${at} is not a map`;
    for (const [key, one] of Object.entries(value)) {
      const problem = member(one, `${at}[${JSON.stringify(key)}]`, isClosed);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

export function map(
  required: Readonly<Record<string, ValueForm>>,
  optional: Readonly<Record<string, ValueForm>> = {},
): ValueForm {
  const needed = Object.keys(required);
  const forms = new Map(Object.entries({ ...optional, ...required }));
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
export function byMember(key: string, forms: Readonly<Record<string, ValueForm>>): ValueForm {
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
export function either(...forms: readonly ValueForm[]): ValueForm {
  return (value, at, isClosed) => {
    let problem: string | undefined;
    for (const form of forms) if ((problem = form(value, at, isClosed)) === undefined) return undefined;
    return problem;
  };
}

/** Its maps may always have other keys. */
export function open(form: ValueForm): ValueForm {
  return (value, at) => form(value, at);
}

/** One that refers to itself. */
export function later(form: () => ValueForm): ValueForm {
  return (value, at, isClosed) => form()(value, at, isClosed);
}

/** Whether a value has at most this many levels of lists and maps. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
