/** Two behaviors as one: which variables of the later one are where those of the earlier one were, with everything else the same. */
import { templateRoots } from '../../spec/behaviors/variables.ts';
import { isObject, parseTemplate, sameJson } from '@haft/runtime/language';
import type { TemplatePart } from '@haft/runtime/language';

/** By variable of the later tool, such as `place.lat`: the variable of the earlier one, or the text that was sent. */
export type Bindings = ReadonlyMap<string, BoundSource>;

export type BoundSource = { readonly variable: string } | { readonly text: string };

/** The names of the parameters of both tools. */
export interface Names {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/** The bindings, or the path of the first part that is not the same. */
export function unify(before: unknown, after: unknown, names: Names, given: Given = {}): Bindings | string {
  const state: State = { names, bound: new Map(given.bindings), added: new Set(), apart: new Set(given.apart) };
  const path = differing(before, after, [], state);
  if (path) return path.join('.');
  const clash = [...state.bound.keys()].find((name) => state.added.has(rootOf(name)));
  return clash === undefined ? state.bound : clash;
}

interface Given {
  /** Bindings that must hold as well. */
  readonly bindings?: Bindings;
  /** Members that are compared elsewhere. */
  readonly apart?: readonly string[];
}

/** The parameter of a variable. */
export function rootOf(variable: string): string {
  return variable.split('.', 1)[0] ?? '';
}

interface State {
  readonly names: Names;
  readonly bound: Map<string, BoundSource>;
  /** New parameters that only new parts send: these must have no counterpart. */
  readonly added: Set<string>;
  readonly apart: ReadonlySet<string>;
}

type Path = readonly string[];

/** The path of the first difference. */
function differing(before: unknown, after: unknown, path: Path, state: State): Path | undefined {
  if (typeof before === 'string' && typeof after === 'string')
    return sameText(before, after, path, state) ? undefined : path;
  if (Array.isArray(before) && Array.isArray(after)) return inLists(before, after, path, state);
  if (isObject(before) && isObject(after))
    return path.at(-2) === 'argv' ? inFlags(before, after, path, state) : inMaps(before, after, path, state);
  return sameJson(before ?? null, after ?? null) ? undefined : path;
}

function sameText(before: string, after: string, path: Path, state: State): boolean {
  if (NAMING.has(path.at(-1) ?? '') && state.names.before.has(before)) return bind(after, before, state);
  const [old, now] = [parseTemplate(before), parseTemplate(after)];
  if (old.problem || now.problem) return before === after;
  const [whole, text] = [now.parts[0], old.parts[0] ?? ''];
  const isSent = path.some((key) => OPEN.has(key) && key !== 'argv');
  const isFixed =
    isSent && now.parts.length === 1 && typeof whole === 'object' && old.parts.length < 2 && typeof text === 'string';
  if (isFixed && state.names.after.has(whole.path[0] ?? '')) return add(whole.name, { text }, state);
  return (
    old.parts.length === now.parts.length && old.parts.every((part, at) => samePart(part, now.parts[at] ?? '', state))
  );
}

/** Keys of a result whose value can be the name of a parameter. */
const NAMING: ReadonlySet<string> = new Set(['argument', 'start', 'length']);

function samePart(before: TemplatePart, after: TemplatePart, state: State): boolean {
  if (typeof before === 'string' || typeof after === 'string') return before === after;
  if (before.fallback !== after.fallback) return false;
  const { names } = state;
  const isOwn = [names.before.has(before.path[0] ?? ''), names.after.has(after.path[0] ?? '')];
  return isOwn[0] && isOwn[1]
    ? bind(after.name, before.name, state)
    : isOwn[0] === isOwn[1] && before.name === after.name;
}

function bind(after: string, before: string, state: State): boolean {
  return state.names.after.has(rootOf(after)) && add(after, { variable: before }, state);
}

function add(name: string, source: BoundSource, { bound }: State): boolean {
  const previous = bound.get(name);
  bound.set(name, source);
  return previous === undefined || sameJson({ ...previous }, { ...source });
}

/** A list may have further elements of new parameters, which are left out where these are. */
function inLists(before: readonly unknown[], after: readonly unknown[], path: Path, state: State): Path | undefined {
  let at = 0;
  for (const [index, one] of after.entries()) {
    const place = [...path, String(index)];
    const trial: State = { ...state, bound: new Map(state.bound), added: new Set(state.added) };
    if (at < before.length && !differing(before[at], one, place, trial)) {
      for (const [name, source] of trial.bound) state.bound.set(name, source);
      for (const name of trial.added) state.added.add(name);
      at += 1;
    } else if (!(typeof one === 'object' && isAddition(one, place, state))) return place;
  }
  return at < before.length ? path : undefined;
}

function inMaps(before: object, after: object, path: Path, state: State): Path | undefined {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const place = [...path, key];
    if (path.length === 0 && state.apart.has(key)) continue;
    if (!old.has(key) && isAddition(now.get(key), place, state)) continue;
    if (!old.has(key) || !now.has(key)) return place;
    const difference = differing(old.get(key), now.get(key), place, state);
    if (difference) return difference;
  }
  return undefined;
}

/** `{ verbose: --verbose }` in `argv`: parameters by name, with the texts of those that are true. */
function inFlags(before: object, after: object, path: Path, state: State): Path | undefined {
  const now = new Map<string, unknown>(Object.entries(after));
  for (const [name, text] of Object.entries(before)) {
    const [flag] = [...now].filter(([, one]) => one === text).map(([other]) => other);
    if (flag === undefined || !bind(flag, name, state)) return [...path, name];
    now.delete(flag);
  }
  for (const name of now.keys()) state.added.add(name);
  return undefined;
}

/** Where a part that sends nothing is no part: a part of new parameters alone adds nothing to a call that has none of them. */
const OPEN: ReadonlySet<string> = new Set(['query', 'form', 'headers', 'json', 'arguments', 'argv']);

function isAddition(value: unknown, path: Path, { names, added }: State): boolean {
  if (!path.slice(0, -1).some((key) => OPEN.has(key))) return false;
  const roots = path.at(-2) === 'argv' ? rootsInArgument(value) : rootsIn(value);
  const isNew = roots.length > 0 && roots.every((name) => names.after.has(name) && !names.before.has(name));
  if (isNew) for (const name of roots) added.add(name);
  return isNew;
}

/** A list is left out as a whole. */
function rootsInArgument(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap(rootsIn) : Object.keys(Object(value));
}

/** The variables of a text or part; `['']`, which no parameter matches, for a part that has a text without any: it is sent in every call. */
function rootsIn(value: unknown): string[] {
  if (typeof value === 'string') return templateRoots(value);
  if (typeof value !== 'object' || value === null) return [''];
  const inner = Object.values(value).map(rootsIn);
  return inner.some((roots) => roots.length === 0) ? [''] : inner.flat();
}
