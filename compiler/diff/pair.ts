/** Two Plans → everything in the earlier one with its counterpart in the later one; renames are recognized. */
import { ownMember } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import { compareText } from '../diagnostic.ts';
import { isEqual } from '../equal.ts';
import { memoizeBy } from '../memo.ts';
import type { Plan, ServerPlan, SkillPlan, ToolPlan } from '../plan/model.ts';
import type { AllPairs, Pair, SchemaPair, ServerPair, SkillPair, ToolPair } from './change.ts';
import { isSame } from './same.ts';
import { changedTexts } from './schema/branch-texts.ts';
import { simplified } from './schema/simplify.ts';
import { plainForm } from './schema/unjudged.ts';
import { kindsOf, typeRelation } from './schema/types.ts';
import { bagLikeness, bagOf, mostLikeness } from './likeness.ts';
import type { Bag } from './likeness.ts';

/** Remembered for as long as both Plans are: the differences and their judgment look at the same pairs. */
export function pairUp(before: Plan, after: Plan): AllPairs {
  return pairsWith(before)(after);
}

const pairsWith = memoizeBy((before: Plan) => memoizeBy((after: Plan) => pairs(before, after)));

function pairs(before: Plan, after: Plan): AllPairs {
  const servers = withRenames(byName(before.servers, after.servers), SAME_SERVER);
  const server = servers.map((pair) => (isMatched(pair) ? serverIndex(pair.before)(pair.after) : serverPair(pair)));
  const [oldServed, nowServed] = [servedBy(before), servedBy(after)];
  const skill = withRenames(byName(before.skills, after.skills), SAME_SKILL).map((pair): SkillPair => {
    return { ...pair, served: oldServed.has(pair.before?.name) && nowServed.has(pair.after?.name) };
  });
  return {
    server,
    tool: server.flatMap(({ changed }) => changed),
    schema: server.flatMap(({ schemas }) => schemas),
    skill,
  };
}

type Matched<T> = Renamed<T> & { readonly before: T; readonly after: T };

function isMatched<T>(pair: Renamed<T>): pair is Matched<T> {
  return !pair.renamed && pair.before !== undefined && pair.after !== undefined;
}

/** A server that was compared before is the same pair again. */
const serverIndex = memoizeBy((before: ServerPlan) =>
  memoizeBy((after: ServerPlan) => serverPair({ before, after, renamed: false })),
);

function serverPair(pair: Renamed<ServerPlan>): ServerPair {
  const tools = toolPairs(pair);
  const changed = tools.filter((tool) => !isSame(tool));
  return { ...pair, tools, changed, schemas: changed.flatMap(schemaPairs) };
}

/** Names of the skills that hosts can read from a server. */
function servedBy({ servers }: Plan): ReadonlySet<string | undefined> {
  return new Set(servers.flatMap(({ skills = [] }) => skills));
}

interface Named {
  readonly name: string;
}

function byName<T extends Named>(before: readonly T[], after: readonly T[]): Pair<T>[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort(compareText);
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [one.name, one])));
  return names.map((name) => ({ before: old?.get(name), after: now?.get(name) }));
}

interface Renamed<T> extends Pair<T> {
  readonly renamed: boolean;
}

/** When two things with different names are one that was renamed. */
interface Sameness<T> {
  /** Must be identical; undefined where it proves nothing. */
  readonly form: (one: T) => string | undefined;
  /** Each has to be nearly the same. */
  readonly words: (one: T) => readonly Bag[];
}

/** Beyond this words are nearly the same. */
const NEAR = 0.75;

/** Takes the most alike of what was removed and added together, each once. */
function withRenames<T extends Named>(pairs: readonly Pair<T>[], sameness: Sameness<T>): Renamed<T>[] {
  const taken = new Set<T>();
  const renames: Renamed<T>[] = [];
  for (const { before, after } of candidates(pairs, sameness)) {
    if (taken.has(before) || taken.has(after)) continue;
    taken.add(before).add(after);
    renames.push({ before, after, renamed: true });
  }
  const rest = pairs.filter(({ before, after }) => !((before && taken.has(before)) || (after && taken.has(after))));
  return [...rest.map((pair) => ({ ...pair, renamed: false })), ...renames];
}

interface Candidate<T> {
  readonly before: T;
  readonly after: T;
  readonly score: number;
}

/** The most alike first. Only what has the same form is compared word by word. */
function candidates<T>(pairs: readonly Pair<T>[], { form, words }: Sameness<T>): Candidate<T>[] {
  const added = pairs.flatMap(({ before, after }) => (after && !before ? [after] : []));
  const removed = pairs.flatMap(({ before, after }) => (before && !after ? [before] : []));
  if (added.length === 0 || removed.length === 0) return [];
  const byForm = new Map<string, { readonly after: T; readonly bags: readonly Bag[] }[]>();
  for (const after of added) {
    const key = form(after);
    if (key !== undefined) byForm.set(key, [...(byForm.get(key) ?? []), { after, bags: words(after) }]);
  }
  const scored = removed.flatMap((before) => {
    const others = byForm.get(form(before) ?? '') ?? [];
    const own = others.length === 0 ? [] : words(before);
    return others.map(({ after, bags }) => ({ before, after, score: nearness(own, bags) }));
  });
  return scored.filter(({ score }) => score >= NEAR).sort((a, b) => b.score - a.score);
}

/** That of the least alike words; 0 where they cannot be near. */
function nearness(left: readonly Bag[], right: readonly Bag[]): number {
  let least = 1;
  for (const [index, bag] of left.entries()) {
    const other = right[index] ?? [];
    least = mostLikeness(bag, other) < NEAR ? 0 : Math.min(least, bagLikeness(bag, other));
    if (least < NEAR) return 0;
  }
  return least;
}

const SAME_SERVER: Sameness<ServerPlan> = {
  form: ({ tools }) => (tools.length > 0 ? 'server' : undefined),
  words: ({ tools }) => [tools.map(({ name }) => name).sort(compareText)],
};

/** A successor next to its predecessor is a new tool and not a rename. */
const SAME_TOOL: Sameness<ToolPlan> = {
  form: ({ inputSchema, replaces }) => (replaces === undefined ? JSON.stringify(inputSchema) : undefined),
  words: ({ description }) => [bagOf(description.text)],
};

const SAME_SKILL: Sameness<SkillPlan> = {
  form: () => 'skill',
  words: ({ description, steps }) => [bagOf(description.text), bagOf(steps.join('\n'))],
};

interface Property extends Named {
  readonly schema: Schema;
}

const SAME_PROPERTY: Sameness<Property> = {
  form: ({ schema: { title: _title, description, ...form } }) =>
    description === undefined ? undefined : JSON.stringify(form),
  words: ({ schema }) => [bagOf(schema.description ?? '')],
};

function toolPairs({ before, after }: Pair<ServerPlan>): ToolPair[] {
  const server = (after ?? before)?.name ?? '';
  const pairs = withRenames(byName(before?.tools ?? [], after?.tools ?? []), SAME_TOOL);
  return pairs.map((pair) => ({ ...pair, server, owner: { before, after } }));
}

function schemaPairs(tool: ToolPair): SchemaPair[] {
  const { before, after } = tool;
  if (!before || !after) return [];
  const arguments_ = { before: plainForm(before.inputSchema), after: plainForm(after.inputSchema) };
  const input = { before: simplified(arguments_.before), after: simplified(arguments_.after) };
  const written = { before: withDefinitions(before.returns, before), after: withDefinitions(after.returns, after) };
  const result = { before: simplified(written.before), after: simplified(written.after) };
  const place: Place = { tool, side: 'result', path: ['returns'], roots: written };
  const branchTexts = changedTexts(written, result);
  const whole = { required: { before: true, after: true }, holder: result, branchTexts };
  const root = { ...result, ...place, name: 'returns', ...whole };
  const at: Place = { tool, side: 'argument', path: ['parameters'], roots: arguments_ };
  return [
    ...(isEqual(arguments_.before, arguments_.after)
      ? []
      : [...rootPair(input, at), ...propertyPairs(input, at, arguments_)]),
    ...(isEqual(written.before, written.after) ? [] : [root, ...nested(result, place)]),
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
  return [
    { ...holder, ...place, name: 'parameters', required: { before: true, after: true }, holder, branchTexts: [] },
  ];
}

type Place = Pick<SchemaPair, 'tool' | 'side' | 'path' | 'roots'>;

/** Results refer to the definitions of their tool. */
const definitionsWith = memoizeBy((returns: Schema) =>
  memoizeBy(({ inputSchema: { $defs } }: ToolPlan): Schema => plainForm($defs ? { ...returns, $defs } : returns)),
);

function withDefinitions(returns: Schema, tool: ToolPlan): Schema {
  return definitionsWith(returns)(tool);
}

function propertyPairs(holder: Pair<Schema>, place: Place, written?: Pair<Schema>): SchemaPair[] {
  const pairs = withRenames(byName(propertiesOf(holder.before), propertiesOf(holder.after)), SAME_PROPERTY);
  return pairs.flatMap(({ before: old, after: now, renamed }) => {
    const name = (now ?? old)?.name ?? '';
    const pair = { before: old?.schema, after: now?.schema };
    const at = { ...place, path: [...place.path, name] };
    const required = { before: isRequired(holder.before, old), after: isRequired(holder.after, now) };
    const was = renamed && old ? { renamedFrom: old.name } : {};
    const own = {
      before: ownMember(written?.before?.properties ?? {}, old?.name ?? ''),
      after: ownMember(written?.after?.properties ?? {}, name),
    };
    const branchTexts = written ? changedTexts(own, pair, place.roots) : [];
    const isKept =
      !renamed && required.before === required.after && branchTexts.length === 0 && !leadsElsewhere(pair, place);
    if (isKept && isEqual(pair.before, pair.after)) return [];
    return [{ ...pair, ...at, name, ...was, required, holder, branchTexts }, ...nested(pair, at)];
  });
}

/** What is inside objects and lists that both Plans accept. */
function nested(holder: Pair<Schema>, place: Place): SchemaPair[] {
  const { before, after } = holder;
  if (!before || !after || typeRelation(holder) === 'other') return [];
  const bothAre = (kind: string): boolean => kindsOf(before).has(kind) && kindsOf(after).has(kind);
  const isSplit = bothAre('object') && declareAlike(before, after);
  const properties = isSplit ? propertyPairs(holder, { ...place, path: [...place.path, 'properties'] }) : [];
  if (!bothAre('array') || !before.items || !after.items || isEqual(before.items, after.items)) return properties;
  const items = { before: before.items, after: after.items };
  const at = { ...place, path: [...place.path, 'items'] };
  const whole: SchemaPair = {
    ...items,
    ...at,
    name: 'items',
    required: { before: false, after: false },
    holder,
    branchTexts: [],
  };
  return [...properties, whole, ...nested(items, at)];
}

/** Properties that only branches declare are compared with the branches. */
function declareAlike(before: Schema, after: Schema): boolean {
  const [old, now] = [before, after].map(({ properties, anyOf, oneOf, allOf, $ref }) => {
    return properties === undefined && (anyOf ?? oneOf ?? allOf ?? $ref) !== undefined;
  });
  return old === now;
}

/** A reference in a circle reads the same while what it leads to changes. */
function leadsElsewhere({ before }: Pair<Schema>, { roots }: Place): boolean {
  const isSame = isEqual(roots.before.$defs, roots.after.$defs);
  return !isSame && before !== undefined && JSON.stringify(before).includes('"$ref"');
}

function propertiesOf(schema: Schema | undefined): Property[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({ name, schema: property }));
}

function isRequired(holder: Schema | undefined, property: Property | undefined): boolean {
  return property !== undefined && (holder?.required?.includes(property.name) ?? false);
}
