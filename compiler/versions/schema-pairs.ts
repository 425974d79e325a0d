/** The schemas of a tool in two Plans → pairs of what is inside them, wherever they differ. */
import type { Schema } from '@haft/runtime/language';
import { isEqual } from '../base/json.ts';
import { memoizeByTwo } from '../base/memo.ts';
import type { ToolPlan } from '../plan/model.ts';
import type { Pair, SchemaPair, ToolPair } from './change.ts';
import { type HasName, type RenamedPair, type Sameness, bagOf, byName, withRenames } from './renames.ts';
import { declareAlike, kindsOf, plainForm, typeRelation } from './schema/forms.ts';
import { openSchema, simplifiedSchema } from './schema/simplify.ts';

interface Property extends HasName {
  readonly schema: Schema;
}

const SAME_PROPERTY: Sameness<Property> = {
  form: ({ schema: { title: _title, description, ...form } }) =>
    description === undefined ? undefined : JSON.stringify(form),
  words: ({ schema }) => [bagOf(schema.description ?? '')],
};

export function schemaPairs(tool: ToolPair): SchemaPair[] {
  const { before, after } = tool;
  if (!before || !after) return [];
  const arguments_ = { before: plainForm(before.inputSchema), after: plainForm(after.inputSchema) };
  const input = { before: simplifiedSchema(arguments_.before), after: simplifiedSchema(arguments_.after) };
  const written = { before: withDefinitions(before.returns, before), after: withDefinitions(after.returns, after) };
  const result = { before: simplifiedSchema(written.before), after: simplifiedSchema(written.after) };
  const place: Place = { tool, side: 'result', path: ['returns'], roots: written };
  const open = openedPair(result, written);
  const root = { ...open, ...place, name: 'returns', required: { before: true, after: true }, holder: open };
  const at: Place = { tool, side: 'argument', path: ['parameters'], roots: arguments_ };
  return [
    ...(isEqual(arguments_.before, arguments_.after) ? [] : [...rootPair(input, at), ...propertyPairs(input, at)]),
    ...(isEqual(written.before, written.after) ? [] : [root, ...nestedPairs(open, place, new Set())]),
  ];
}

/** The arguments as a whole, where more than the parameters changed. */
function rootPair(input: Pair<Schema>, place: Place): SchemaPair[] {
  const { properties, required: _required, ...now } = input.after ?? {};
  const { properties: _properties, required: _others, ...old } = input.before ?? {};
  if (isEqual({ ...old, $defs: undefined }, { ...now, $defs: undefined })) return [];
  const [before, after] = [old, now].map((root): Schema => ({ ...root, ...(properties && { properties }) }));
  if (!before || !after) return [];
  const holder = { before, after };
  return [{ ...holder, ...place, name: 'parameters', required: { before: true, after: true }, holder }];
}

type Place = Pick<SchemaPair, 'tool' | 'side' | 'path' | 'roots'>;

/** Results refer to the definitions of their tool. */
const withDefinitions = memoizeByTwo((returns: Schema, { inputSchema: { $defs } }: ToolPlan): Schema =>
  plainForm($defs ? { ...returns, $defs } : returns),
);

/** `compared`: definitions that were, inside the same parameter; without it this is the object of all parameters. */
function propertyPairs(holder: Pair<Schema>, place: Place, compared?: Set<string>): SchemaPair[] {
  return pairedProperties(holder).flatMap(({ before: old, after: now, renamed }) => {
    const name = (now ?? old)?.name ?? '';
    const own = { before: old?.schema, after: now?.schema };
    const at = { ...place, path: [...place.path, name] };
    // A schema may demand names that it does not declare.
    const required = { before: isRequired(holder.before, old ?? now), after: isRequired(holder.after, now ?? old) };
    if (!renamed && required.before === required.after && isSameThroughout(own, place)) return [];
    const was = renamed && old ? { renamedFrom: old.name } : {};
    const pair = { ...openedPair(own, place.roots), ...at, name, ...was, required, holder };
    return [pair, ...inside(own, at, compared ?? new Set())];
  });
}

/** What is inside objects and lists that both Plans accept. */
function nestedPairs(holder: Pair<Schema>, place: Place, compared: Set<string>): SchemaPair[] {
  const { before, after } = holder;
  if (!before || !after || typeRelation(holder) === 'other') return [];
  const bothAre = (kind: string): boolean => kindsOf(before).has(kind) && kindsOf(after).has(kind);
  const isSplit = bothAre('object') && declareAlike(before, after);
  const at = { ...place, path: [...place.path, 'properties'] };
  const properties = isSplit ? propertyPairs(holder, at, compared) : [];
  if (!bothAre('array') || !before.items || !after.items) return properties;
  return [...properties, ...itemPairs(holder, { before: before.items, after: after.items }, place, compared)];
}

function itemPairs(holder: Pair<Schema>, own: Pair<Schema>, place: Place, compared: Set<string>): SchemaPair[] {
  if (isSameThroughout(own, place)) return [];
  const at = { ...place, path: [...place.path, 'items'] };
  const required = { before: false, after: false };
  const whole = { ...openedPair(own, place.roots), ...at, name: 'items', required, holder };
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

export function pairedProperties({ before, after }: Pair<Schema>): readonly RenamedPair<Property>[] {
  return withRenames(byName(propertiesOf(before), propertiesOf(after)), SAME_PROPERTY);
}

function isRequired(holder: Schema | undefined, property: Property | undefined): boolean {
  return property !== undefined && (holder?.required?.includes(property.name) ?? false);
}
