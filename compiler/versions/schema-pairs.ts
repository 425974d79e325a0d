/** The schemas of a tool in two Plans → pairs of what is inside them, wherever they differ. */
import { ownMember, type Schema } from '@haft/runtime/language';
import { groupBy } from '../base/groups.ts';
import { isEqual } from '../base/json.ts';
import { wordList } from '../base/word-lists.ts';
import type { HasName, Pair, SchemaPair, ToolPair, TextChange } from './change.ts';
import { type Sameness, bagOf, byName, likeness, withRenames } from './renames.ts';
import { declareAlike, demandedOnlyBy, kindsOf, plainForm, returnsOf, typeRelation } from './schema/forms.ts';
import { definitionOf } from './subset/leading-to.ts';
import { PASSED_ON } from './subset/passed-on.ts';
import { openSchema, simplifiedSchema } from './schema/simplify.ts';

interface Property extends HasName {
  readonly schema: Schema;
}

/** Without a proof: words that are alike say so, unless each parameter is sent elsewhere. */
function sameProperty({ tool: { before, after }, path }: Place): Sameness<Property> {
  const isParameter = path.length === 1 && path[0] === 'parameters';
  return {
    form: ({ schema: { title: _title, description, ...form } }) =>
      description === undefined ? undefined : JSON.stringify(form),
    words: ({ schema }) => [bagOf(schema.description ?? '')],
    areApart: (old, now) => {
      if (!isParameter) return false;
      const uses = usesIn(after?.behavior, now.name);
      const former = usesIn(before?.behavior, old.name);
      return former.length > 0 && uses.length > 0 && !uses.some((use) => former.includes(use));
    },
  };
}

/** Where a behavior sends a parameter: the key, and the text around it. */
function usesIn(behavior: unknown, name: string, key = ''): readonly string[] {
  if (typeof behavior === 'string') {
    const text = ['}', '.', '|'].reduce((one, end) => one.replaceAll(`{${name}${end}`, `{${end}`), behavior);
    return text === behavior ? [] : [`${key} ${text}`];
  }
  if (typeof behavior !== 'object' || behavior === null) return [];
  const isList = Array.isArray(behavior);
  return Object.entries(behavior).flatMap(([own, one]: [string, unknown]) => [
    ...(own === name && typeof one === 'string' ? [`${key} ${one}`] : []),
    ...usesIn(one, name, isList ? key : own),
  ]);
}

export function schemaPairs(tool: ToolPair): SchemaPair[] {
  const { before, after } = tool;
  if (!before || !after) return [];
  const arguments_ = { before: plainForm(before.inputSchema), after: plainForm(after.inputSchema) };
  const input = { before: simplifiedSchema(arguments_.before), after: simplifiedSchema(arguments_.after) };
  const written = { before: returnsOf(before), after: returnsOf(after) };
  const result = { before: simplifiedSchema(written.before), after: simplifiedSchema(written.after) };
  const place: Place = { tool, side: 'result', path: ['returns'], roots: written };
  const open = openedPair(result, written);
  const branchTexts = changedTexts(written, result);
  const whole = { required: { before: true, after: true }, holder: open, branchTexts };
  const root = { ...open, ...place, name: 'returns', ...whole };
  const at: Place = { tool, side: 'argument', path: ['parameters'], roots: arguments_ };
  return [
    ...(isEqual(arguments_.before, arguments_.after)
      ? []
      : [...rootPair(input, at), ...propertyPairs(input, at, arguments_)]),
    ...(isEqual(written.before, written.after) ? [] : [root, ...nestedPairs(open, place, new Set())]),
  ];
}

/** The arguments as a whole, where more than the parameters changed. */
function rootPair(input: Pair<Schema>, place: Place): SchemaPair[] {
  const { properties, required: _required, ...now } = input.after ?? {};
  const { properties: _properties, required: _others, ...old } = input.before ?? {};
  const branchTexts = changedTexts({ before: ownTexts(place.roots.before), after: ownTexts(place.roots.after) }, input);
  if (branchTexts.length === 0 && isEqual({ ...old, $defs: undefined }, { ...now, $defs: undefined })) return [];
  const [before, after] = [old, now].map((root): Schema => ({ ...root, ...(properties && { properties }) }));
  if (!before || !after) return [];
  const holder = { before, after };
  return [{ ...holder, ...place, name: 'parameters', required: { before: true, after: true }, holder, branchTexts }];
}

/** Properties have texts of their own; definitions are reached through references. */
function ownTexts({ properties: _properties, ...root }: Schema): Schema {
  return root;
}

type Place = Pick<SchemaPair, 'tool' | 'side' | 'path' | 'roots'>;

/** `compared`: definitions that were, inside the same parameter; without it this is the object of all parameters. */
function propertyPairs(
  holder: Pair<Schema>,
  place: Place,
  written?: Pair<Schema>,
  compared?: Set<string>,
): SchemaPair[] {
  const pairs = withRenames(byName(propertiesOf(holder.before), propertiesOf(holder.after)), sameProperty(place));
  const undeclared = place.path.length === 1 && written ? demandedAlone(holder) : [];
  return [...pairs, ...undeclared].flatMap(({ before: old, after: now, renamed }) => {
    const name = (now ?? old)?.name ?? '';
    const own = { before: old?.schema, after: now?.schema };
    const at = { ...place, path: [...place.path, name] };
    // A schema may demand names that it does not declare.
    const required = { before: isRequired(holder.before, old ?? now), after: isRequired(holder.after, now ?? old) };
    const was = renamed && old ? { renamedFrom: old.name } : {};
    const text = {
      before: ownMember(written?.before?.properties ?? {}, old?.name ?? ''),
      after: ownMember(written?.after?.properties ?? {}, name),
    };
    const branchTexts = written ? changedTexts(text, own, place.roots) : [];
    const isUnchanged = !renamed && required.before === required.after && branchTexts.length === 0;
    if (isUnchanged && isSameThroughout(own, place)) return [];
    const pair = openedPair(own, place.roots);
    return [{ ...pair, ...at, name, ...was, required, holder, branchTexts }, ...inside(own, at, compared ?? new Set())];
  });
}

/** What is inside objects and lists that both Plans accept. */
function nestedPairs(holder: Pair<Schema>, place: Place, compared: Set<string>): SchemaPair[] {
  const { before, after } = holder;
  if (!before || !after || typeRelation(holder) === 'other') return [];
  const bothAre = (kind: string): boolean => kindsOf(before).has(kind) && kindsOf(after).has(kind);
  const isSplit = bothAre('object') && declareAlike(before, after);
  const at = { ...place, path: [...place.path, 'properties'] };
  const properties = isSplit ? propertyPairs(holder, at, undefined, compared) : [];
  if (!bothAre('array') || !before.items || !after.items) return properties;
  return [...properties, ...itemPairs(holder, { before: before.items, after: after.items }, place, compared)];
}

function itemPairs(holder: Pair<Schema>, own: Pair<Schema>, place: Place, compared: Set<string>): SchemaPair[] {
  if (isSameThroughout(own, place)) return [];
  const at = { ...place, path: [...place.path, 'items'] };
  const required = { before: false, after: false };
  const whole = { ...openedPair(own, place.roots), ...at, name: 'items', required, holder, branchTexts: [] };
  return [whole, ...inside(own, at, compared)];
}

/** Two definitions are compared once in each parameter, where they are first met: others that contain them would double the work. */
function inside(own: Pair<Schema>, place: Place, compared: Set<string>): SchemaPair[] {
  const pair = openedPair(own, place.roots);
  if (pair.before === own.before || pair.after === own.after) return nestedPairs(pair, place, compared);
  const key = JSON.stringify([own.before, own.after]);
  if (compared.has(key)) return [];
  compared.add(key);
  return nestedPairs(pair, place, compared);
}

function openedPair({ before, after }: Pair<Schema>, roots: Place['roots']): Pair<Schema> {
  return { before: before && openSchema(before, roots.before), after: after && openSchema(after, roots.after) };
}

/** Also in what references lead to. */
function isSameThroughout(pair: Pair<Schema>, place: Place): boolean {
  return isEqual(pair.before, pair.after) && !leadsElsewhere(pair, place);
}

/** A reference in a circle reads the same while what it leads to changes. */
function leadsElsewhere({ before }: Pair<Schema>, { roots }: Place): boolean {
  const isSame = isEqual(roots.before.$defs, roots.after.$defs);
  return !isSame && before !== undefined && JSON.stringify(before).includes('"$ref"');
}

function propertiesOf(schema: Schema | undefined): Property[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({ name, schema: property }));
}

/** Arguments of any value that one of the two demands without declaring them: both know no more of them. */
function demandedAlone({ before, after }: Pair<Schema>) {
  const names = new Set([...demandedOnlyBy(before, after), ...demandedOnlyBy(after, before)]);
  return [...names].map((name) => {
    const property: Property = { name, schema: {} };
    return { before: property, after: property, renamed: false as const };
  });
}

function isRequired(holder: Schema | undefined, property: Property | undefined): boolean {
  return property !== undefined && (holder?.required?.includes(property.name) ?? false);
}

/** Titles and descriptions inside branches, definitions and other places that the pairs do not cover. */
interface Text {
  readonly key: 'title' | 'description';
  readonly text: string;
  readonly path: readonly (string | number)[];
  /** The path with branches by what they accept, since their order has no meaning. */
  readonly place: string;
}

/** Each text that one place has no longer, beside the new one of the place, or else the most similar one. */
function changedTexts(written: Pair<Schema>, compared: Pair<Schema>, roots: Pair<Schema> = written): TextChange[] {
  const { before, after } = written;
  if (!before || !after) return [];
  const old = hiddenTexts(before, compared.before, roots.before ?? before);
  const now = hiddenTexts(after, compared.after, roots.after ?? after);
  const inPlace = pairedBy(({ place }) => place, old, now);
  // The same text at another place, such as a branch that accepts more.
  const moved = pairedBy(({ key, text }) => `${key} ${text}`, inPlace.removed, inPlace.added);
  const { pairs, added } = pairedByLikeness(moved.removed, moved.added);
  const changed = [...inPlace.pairs, ...pairs].filter(([one, next]) => one.text !== next?.text);
  return [
    ...changed.map(([{ key, path, text }, next]) => ({
      key,
      path: next?.path ?? path,
      before: text,
      after: next?.text,
    })),
    ...added.map(({ key, path, text }) => ({ key, path, before: undefined, after: text })),
  ];
}

/** Those with the same name on both sides, in their order, and the rest of each side. */
function pairedBy(nameOf: (text: Text) => string, old: readonly Text[], now: readonly Text[]) {
  const waiting = groupBy(now, nameOf);
  const pairs: [Text, Text][] = [];
  const removed = old.filter((one) => {
    const next = waiting.get(nameOf(one))?.shift();
    if (next) pairs.push([one, next]);
    return next === undefined;
  });
  const left = new Set([...waiting.values()].flat());
  return { pairs, removed, added: now.filter((one) => left.has(one)) };
}

function pairedByLikeness(removed: readonly Text[], added: readonly Text[]) {
  const left = new Set(added);
  const pairs = removed.map((one): [Text, Text | undefined] => {
    const others = [...left].filter(({ key }) => key === one.key);
    const scored = others.map((other) => ({ other, score: likeness(other.text, one.text) }));
    const next = scored.toSorted((a, b) => b.score - a.score)[0]?.other;
    if (next) left.delete(next);
    return [one, next];
  });
  return { pairs, added: [...left] };
}

/** Those that the comparison of properties and items does not see. */
function hiddenTexts(written: Schema, compared: Schema | undefined, root: Schema): Text[] {
  const texts = new Set<string>();
  const references = new Set<string>();
  const open = (closed: Schema | undefined): void => {
    const schema = closed && openSchema(closed, root);
    if (!schema) return;
    for (const key of KEYS) if (schema[key] !== undefined) texts.add(`${key} ${schema[key]}`);
    if (schema !== closed && isRepeated(JSON.stringify(closed), references)) return;
    open(schema.items);
    for (const one of Object.values(schema.properties ?? {})) open(one);
  };
  open(compared);
  return allTexts(written, root, { path: [], place: [] }, new Set()).filter(
    ({ key, text }) => !texts.has(`${key} ${text}`),
  );
}

const KEYS = ['title', 'description'] as const;

function isRepeated(key: string, keys: Set<string>): boolean {
  return keys.size === keys.add(key).size;
}

/** Each definition is read once, where it is first referred to. */
function allTexts(schema: Schema, root: Schema, at: TextPlace, followed: Set<string>): Text[] {
  const own = KEYS.flatMap((key): Text[] => {
    const { path, place } = below(at, key);
    return schema[key] === undefined ? [] : [{ key, text: schema[key], path, place: place.join('\n') }];
  });
  const inside = Object.entries(schema).flatMap(([key, value]: [string, unknown]): Text[] => {
    if (DATA.has(key) || typeof value !== 'object' || value === null) return [];
    const isSchema = SINGLE.has(key) && !Array.isArray(value);
    if (isSchema) return allTexts(value, root, below(at, key), followed);
    return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
      if (typeof one !== 'object' || one === null) return [];
      const step = Array.isArray(value) ? Number(name) : name;
      return allTexts(one, root, below(below(at, key), step, UNORDERED.has(key) ? formOf(one) : name), followed);
    });
  });
  const { $ref } = schema;
  if ($ref === undefined || isRepeated($ref, followed)) return [...own, ...inside];
  const target = definitionOf($ref, root);
  return [...own, ...inside, ...(target ? allTexts(target, root, at, followed) : [])];
}

interface TextPlace {
  readonly path: Text['path'];
  readonly place: readonly string[];
}

function below({ path, place }: TextPlace, step: string | number, name = String(step)): TextPlace {
  return { path: [...path, step], place: [...place, name] };
}

/** What a schema accepts, without what it says of it. */
function formOf(schema: object): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    (key === 'title' || key === 'description') && typeof value === 'string' ? undefined : value,
  );
}

const UNORDERED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);
/** Values are no schemas. */
const DATA: ReadonlySet<string> = new Set([...wordList('enum const default examples type required $defs'), PASSED_ON]);
const SINGLE: ReadonlySet<string> = new Set(['items', 'not', 'propertyNames', 'additionalProperties']);
