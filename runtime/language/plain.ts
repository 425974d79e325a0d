/** The plain form of an imported schema, which is what Haft judges of it, and numbers that JavaScript cannot represent. */
import { type Json, isObject, ownMember, rewriteJson } from './json.ts';
import { type Schema, VALUE_KEYWORDS, WITH_LIST, WITH_MAP, WITH_NAMES, WITH_SCHEMA } from './schema.ts';

/** Such a number has that many digits, or such an exponent; hardly any other text has. */
const SUSPECT = /\d{16}|\d[eE]\+?\d{3}/;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The least number of 16 digits. */
const MIN_INEXACT = 1e15;

/** Beyond these the value of any number is infinite. */
const MAX_DIGITS = 309;

/**
 * The same schema with the keywords that `imported.ts` judges alone, `true` and `false` as schemas, and every reference as
 * `#/$defs/<name>` of the result. A reference may be any JSON Pointer into `root` (RFC 6901); what leads elsewhere allows
 * everything. A schema that is plain already is returned itself.
 */
export function plain(schema: Schema, root: Schema = schema): Schema {
  const own = ownMember(Object(root), '$defs');
  const named = new Map<string, unknown>(isObject(own) ? Object.entries(own) : []);
  const judged = new Map<string, Schema>();
  const place: Place = { root, named };
  const whole = plainSchema(schema, place);
  // References that are found on the way add to the names.
  for (let before = -1; before !== judged.size;) {
    before = judged.size;
    for (const [name, target] of named) if (!judged.has(name)) judged.set(name, plainSchema(target, place));
  }
  if (judged.size === 0) return whole;
  const { $defs: definitions } = root;
  const names = Object.fromEntries(judged);
  const $defs = definitions && isSame(definitions, names) ? definitions : names;
  const result = { ...whole, $defs };
  return isSame({ ...schema }, result) ? schema : result;
}

/** The very same members, in any order. */
function isSame(a: Members, b: Members): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => ownMember(b, name) === a[name]);
}

type Members = Readonly<Record<string, unknown>>;

interface Place {
  readonly root: Schema;
  /** What is under `$defs` of the result, by name. */
  readonly named: Map<string, unknown>;
}

/** References and patterns are judged by themselves. */
const JUDGED: ReadonlySet<string> = new Set<keyof Schema>(['type', 'required', ...VALUE_KEYWORDS]);

function plainSchema(schema: unknown, place: Place): Schema {
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return {};
  const members = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    const plain = plainKeyword(key, value, place);
    return plain === undefined ? [] : [[key, plain]];
  });
  const plain = Object.fromEntries(members);
  return isSame(schema, plain) ? schema : plain;
}

function plainKeyword(key: string, value: unknown, place: Place): unknown {
  if (key === 'pattern') return isPattern(value) ? value : undefined;
  if (key === '$ref') return reference(value, place);
  if (JUDGED.has(key)) return value;
  if (key === 'additionalProperties') return typeof value === 'boolean' ? value : plainSchema(value, place);
  // A list under `items` is a tuple of draft 7.
  if (WITH_SCHEMA.has(key)) return Array.isArray(value) ? undefined : plainSchema(value, place);
  if (WITH_LIST.has(key) && Array.isArray(value)) {
    const plain = value.map((one) => plainSchema(one, place));
    return plain.every((one, at) => one === value[at]) ? value : plain;
  }
  if (!WITH_MAP.has(key) || !isObject(value)) return undefined;
  const members = Object.entries(value).filter(([name]) => key !== 'patternProperties' || isPattern(name));
  const plain = Object.fromEntries(members.map(([name, one]) => [name, plainSchema(one, place)]));
  return isSame(value, plain) ? value : plain;
}

/** Patterns of other languages, such as those of Python with `(?i)`, are passed on. */
function isPattern(text: unknown): boolean {
  try {
    return typeof text === 'string' && new RegExp(text, 'u').flags === 'u';
  } catch {
    return false;
  }
}

const DEFINITIONS = '#/$defs/';

function reference(value: unknown, { root, named }: Place): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.startsWith(DEFINITIONS) ? value.slice(DEFINITIONS.length) : value;
  if (!named.has(name)) {
    const target = targetOf(root, value);
    if (target === undefined) return undefined;
    named.set(name, target);
  }
  const written = `${DEFINITIONS}${name}`;
  return written === value ? value : written;
}

/**
 * The schema that a reference leads to: a pointer from the root of the whole, only through places where schemas are.
 * Undefined where it leads nowhere, out of the schema, or into what is not judged.
 */
export function targetOf(root: Schema, pointer: string): unknown {
  if (pointer === '#') return root;
  if (!pointer.startsWith('#/')) return undefined;
  let at: unknown = root;
  const steps = pointer.slice(2).split('/').map(decodeStep);
  for (let step = 0; step < steps.length; step += 1) {
    const key = steps[step] ?? '';
    if (!isObject(at)) return undefined;
    const inner = ownMember(at, key);
    if (WITH_NAMES.has(key)) {
      step += 1;
      at = isObject(inner) ? ownMember(inner, steps[step] ?? '') : undefined;
    } else if (WITH_LIST.has(key) || (key === 'items' && Array.isArray(inner))) {
      step += 1;
      at = Array.isArray(inner) ? inner[Number(steps[step])] : undefined;
    } else {
      at = WITH_SCHEMA.has(key) || key === 'additionalProperties' ? inner : undefined;
    }
  }
  return isObject(at) || typeof at === 'boolean' ? at : undefined;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

/** Parses JSON; an integer or a magnitude that would change is a string of its digits instead. Throws where it is no JSON. */
export function parseExact(text: string): Json {
  return parseDigits(text, (number) => `"${number}"`);
}

/** The same with JSON text of any kind in place of such a number. */
export function parseDigits(text: string, digits: (number: string) => string): Json {
  const value: Json = JSON.parse(text);
  if (!SUSPECT.test(text)) return value;
  let changed = false;
  const exact = rewriteJson(text, itself, (part) =>
    part.replaceAll(NUMBER, (number) => {
      if (!isInexact(number)) return number;
      changed = true;
      return digits(number);
    }),
  );
  return changed ? JSON.parse(exact) : value;
}

/** The first number in `text` that its parsed value does not represent exactly, as written. */
export function inexactNumber(text: string, value: unknown): string | undefined {
  // Hardly any call has such a number: the text need not be searched.
  if (firstNumber(value, (number) => Math.abs(number) >= MIN_INEXACT) === undefined) return undefined;
  const inexact = new Map<number, string>();
  rewriteJson(text, itself, (part) => {
    for (const [number] of part.matchAll(NUMBER)) if (isInexact(number)) inexact.set(Number(number), number);
    return '';
  });
  const first = firstNumber(value, (number) => inexact.has(number));
  return first === undefined ? undefined : inexact.get(first);
}

/** Without recursion: values from outside may be deeper than the stack. */
function firstNumber(value: unknown, fits: (number: number) => boolean): number | undefined {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && fits(next)) return next;
    if (typeof next === 'object' && next !== null) for (const inside of Object.values(next)) open.push(inside);
  }
  return undefined;
}

/** Whether a double is another number than the one that is written; fractions are always rounded. */
export function isInexact(number: string): boolean {
  if (!Number.isFinite(Number(number))) return true;
  if (!/^-?\d{16,}$/.test(number)) return false;
  return number.length > MAX_DIGITS || BigInt(number) !== BigInt(Number(number));
}

function itself(text: string): string {
  return text;
}
