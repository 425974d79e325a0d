/** Every place of a shape where a text may be, each with the smallest value that has a text there. */
import type { SchemaNode } from '../../compiler/spec/shape/build.ts';
import { isJsonObject, isObject } from '../../runtime/language/json.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';

export interface SchemaPlace {
  /** Keys, with `*` for names of an author's own and for items. */
  readonly path: string;
  readonly part: 'key' | 'value';
  /** A value that is valid but for the text: `change` gets one that would be. */
  readonly withText: (change: (valid: string) => string) => Json;
}

/** Texts of all forms that the language asks for. */
const TEXTS = [
  'Some words',
  'some_name',
  'some-name',
  '1.0.0',
  '2026-11-20',
  'GET /a',
  'example.com/group',
  'notes://styles',
  'references/a.md',
  'https://a.example',
  '/a',
  'SOME_NAME',
  '404',
  '1',
  'Some-Name',
  `sha256:${'0'.repeat(64)}`,
  'a.ts',
  'postgres://a/b',
  '23505',
  'references/a.md',
  '.md',
  '{a}',
  '-1',
  'a',
  'image/png',
  'page.html',
];

type Definitions = Readonly<Record<string, SchemaNode>>;

/** The forms of a node: itself, and each branch for one type; a reference is followed once on each way. */
function formsOf(
  node: SchemaNode,
  definitions: Definitions,
  refs: readonly string[],
): readonly (readonly [SchemaNode, readonly string[]])[] {
  const { $ref, allOf } = node;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    const target = definitions[name];
    return refs.includes(name) || !target ? [] : formsOf(target, definitions, [...refs, name]);
  }
  const branches = ((allOf ?? []) as readonly { readonly then?: SchemaNode }[]).flatMap(
    ({ then }): readonly SchemaNode[] => (then ? [then] : []),
  );
  if (branches.every(({ type, $ref: to }) => type === undefined && to === undefined))
    return [[withRequired(node, branches), refs]];
  return branches.flatMap((branch) => formsOf(branch, definitions, refs));
}

function withRequired(node: SchemaNode, branches: readonly SchemaNode[]): SchemaNode {
  return {
    ...node,
    required: [node, ...branches].flatMap(({ required }) => (required as readonly string[] | undefined) ?? []),
  };
}

/** A text that fits, the `nth` of its kind. */
function textFor({ pattern, enum: values, format, minLength }: SchemaNode, nth = 0): string {
  if (Array.isArray(values)) return String(values[nth] ?? values[0]);
  const isFit = (text: string): boolean =>
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)) &&
    (format !== 'date' || /^\d{4}-/.test(text)) &&
    text.length >= Number(minLength ?? 0);
  const fitting = TEXTS.flatMap((text) => [
    text,
    ...(nth > 0 ? [`${text}${nth}`, `${text.slice(0, -1)}${nth}`] : []),
  ]).filter(isFit);
  const found = fitting[nth > 0 ? 1 : 0] ?? fitting[0];
  if (found === undefined) throw new Error(`no text fits ${String(pattern)}`);
  return found;
}

function smallest(node: SchemaNode, definitions: Definitions, nth = 0): Json {
  const form = formsOf(node, definitions, [])[0]?.[0] ?? {};
  const type = [form['type']].flat()[0];
  if (type === 'string' || Array.isArray(form['enum'])) return textFor(form, nth);
  if (type === 'integer' || type === 'number') return Number(form['minimum'] ?? 1);
  if (type === 'boolean') return true;
  if (type === 'array')
    return Array.from({ length: Number(form['minItems'] ?? 0) }, (_, at) =>
      smallest((form['items'] ?? {}) as SchemaNode, definitions, at),
    );
  return type === 'object' ? membersOf(form, definitions) : 'Some words';
}

function membersOf({ required = [], properties = {} }: SchemaNode, definitions: Definitions): JsonObject {
  const known = properties as Definitions;
  return Object.fromEntries(
    (required as readonly string[]).map((key) => [key, smallest(known[key] ?? {}, definitions)]),
  );
}

export function placesIn(
  node: SchemaNode,
  definitions: Definitions,
  refs: readonly string[] = [],
): readonly SchemaPlace[] {
  return formsOf(node, definitions, refs).flatMap(([form, inner]) => placesOf(form, definitions, inner));
}

function placesOf(form: SchemaNode, definitions: Definitions, refs: readonly string[]): readonly SchemaPlace[] {
  const { properties = {}, additionalProperties: others, propertyNames = {}, items, enum: values } = form;
  const types = new Set([form['type']].flat());
  const isAny = form['type'] === undefined && !isObject(form['properties']);
  const whole: SchemaPlace[] = [];
  if ((types.has('string') && !Array.isArray(values)) || isAny)
    whole.push({ path: '', part: 'value', withText: (change) => change(isAny ? 'Some words' : textFor(form)) });
  const base = types.has('object') ? membersOf(form, definitions) : {};
  const keyed = Object.entries(properties as Definitions).flatMap(([key, one]) =>
    placesIn(one, definitions, refs).map((place) => below(key, place, (value) => ({ ...base, [key]: value }))),
  );
  const isOpen =
    isObject(others) || (types.has('object') && others === undefined && Object.keys(properties as object).length === 0);
  const named = isOpen
    ? namedPlaces(propertyNames as SchemaNode, (isObject(others) ? others : {}) as SchemaNode, definitions, refs)
    : [];
  const listed = isObject(items)
    ? placesIn(items as SchemaNode, definitions, refs).map((place) =>
        below('*', place, (value) => itemsWith(value, form, definitions)),
      )
    : [];
  return [...whole, ...keyed, ...named, ...listed];
}

function namedPlaces(
  names: SchemaNode,
  values: SchemaNode,
  definitions: Definitions,
  refs: readonly string[],
): readonly SchemaPlace[] {
  const name = textFor(names['pattern'] === undefined ? { pattern: '^some_name$' } : names);
  const key: SchemaPlace = {
    path: '*',
    part: 'key',
    withText: (change) => ({ [change(name)]: smallest(values, definitions) }),
  };
  return [
    key,
    ...placesIn(values, definitions, refs).map((place) => below('*', place, (value) => ({ [name]: value }))),
  ];
}

function itemsWith(value: Json, form: SchemaNode, definitions: Definitions): Json {
  const others = Array.from({ length: Math.max(0, Number(form['minItems'] ?? 0) - 1) }, (_, at) =>
    smallest(form['items'] as SchemaNode, definitions, at + 1),
  );
  return [value, ...others];
}

function below(key: string, { path, part, withText }: SchemaPlace, around: (value: Json) => Json): SchemaPlace {
  return { path: path === '' ? key : `${key}.${path}`, part, withText: (change) => around(withText(change)) };
}

/** The members of both, those of the second first where both have one; lists are those of the second. */
export function overlaid(base: Json, value: Json): Json {
  if (!isJsonObject(base) || !isJsonObject(value)) return value;
  return {
    ...base,
    ...Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, base[key] === undefined ? one : overlaid(base[key], one)]),
    ),
  };
}

/** A whole document; a text of an imported skill is in place of the parts of its body. */
export function documentWith(base: JsonObject, value: Json): Json {
  const { context: _context, steps: _steps, never: _never, ...others } = base;
  const isText = isJsonObject(value) && (value['text'] !== undefined || value['text_file'] !== undefined);
  return overlaid(isText ? others : base, value);
}
