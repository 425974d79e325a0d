/** The settings by which a host leaves out a server, a tool or a skill although it is installed. */
import type { SettingsFile } from './config-file.ts';

/** What a setting is asked about: the names of a server, and of one of its tools or of a skill. */
export interface SwitchSubject {
  readonly server: string;
  readonly tool: string;
  readonly skill: string;
}

export interface Switch {
  readonly of: 'server' | 'tool' | 'skill';
  /** Below the entry of the server, or from the root of a file; `{folder}` is replaced by the folder of the project. */
  readonly place: 'entry' | 'file';
  readonly path: readonly string[];
  /** Where it acts on the servers of one kind of file alone. */
  readonly scope?: 'user' | 'project';
  /** The files that have it; those with the servers where absent. */
  readonly files?: readonly SettingsFile[];
  readonly isOff: (value: unknown, subject: SwitchSubject) => boolean;
}

type IsOff = Switch['isOff'];

/** A member of an entry. */
export function inEntry(of: Switch['of'], key: string, isOff: IsOff): Switch {
  return { of, place: 'entry', path: [key], isOff };
}

/** A setting of a whole file. */
export function inFile(of: Switch['of'], path: string, isOff: IsOff, files?: readonly SettingsFile[]): Switch {
  return { of, place: 'file', path: path.split('.'), isOff, ...(files && { files }) };
}

export const isFalse: IsOff = (value) => value === false;
export const isTrue: IsOff = (value) => value === true;

/** A list with one of these forms; `{server}`, `{tool}` and `{skill}` are replaced by the names. */
export function listsAny(...forms: readonly string[]): IsOff {
  return (value, subject) => forms.some((form) => lists(value, withNames(form, subject)));
}

/** A list of what is used, without any of these forms. */
export function listsOthers(...forms: readonly string[]): IsOff {
  return (value, subject) => Array.isArray(value) && !listsAny(...forms)(value, subject);
}

/** A list of patterns with `*`, of which one fits. */
export function listsPattern(...forms: readonly string[]): IsOff {
  return (value, subject) =>
    Array.isArray(value) &&
    value.some((item) => typeof item === 'string' && forms.some((form) => fits(item, withNames(form, subject))));
}

/** A map of patterns: the last one that fits decides. */
export function mapsTo(off: unknown, form: string): IsOff {
  return (value, subject) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fitting = Object.entries(value).filter(([pattern]) => fits(pattern, withNames(form, subject)));
    return fitting.length > 0 && fitting.at(-1)?.[1] === off;
  };
}

function withNames(form: string, { server, tool, skill }: SwitchSubject): string {
  const names: Readonly<Record<string, string>> = { server, tool, skill };
  return form.replaceAll(/\{(server|tool|skill)\}/g, (_whole, key: string) => names[key] ?? '');
}

/** `*` matches any text. No regular expression: a pattern of a user's file costs linear time for each `*`. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const position = name.indexOf(part, at);
    if (position < 0 || position + part.length > name.length - last.length) return false;
    at = position + part.length;
  }
  return true;
}

/** The member below the keys; undefined where there is none. Own members only: an entry may be named "constructor". */
export function memberBelow(value: unknown, ...keys: readonly string[]): unknown {
  let inner = value;
  for (const key of keys) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = Reflect.get(inner, key);
  }
  return inner;
}

/** Whether the value is a list with this item. */
export function lists(value: unknown, item: string): boolean {
  return Array.isArray(value) && value.includes(item);
}
