/** Two Plans → everything in the earlier one beside its counterpart in the later one; renames are recognised. */
import type { Schema } from '@haft/runtime/language';
import { compareText } from '../diagnostic.ts';
import type { Plan, ServerPlan, SkillPlan, ToolPlan } from '../plan/model.ts';
import type { AllPairs, Pair, SchemaPair, ServerPair, SkillPair, ToolPair } from './change.ts';
import { likeness } from './likeness.ts';

export function pairUp(before: Plan, after: Plan): AllPairs {
  const servers = withRenames(byName(before.servers, after.servers), SAME_SERVER);
  const server = servers.map((pair): ServerPair => ({ ...pair, tools: toolPairs(pair) }));
  const tool = server.flatMap(({ tools }) => tools);
  const skill: SkillPair[] = withRenames(byName(before.skills, after.skills), SAME_SKILL);
  return { server, tool, schema: tool.flatMap(schemaPairs), skill };
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

/** When two things of different names are one that was renamed. */
interface Sameness<T> {
  /** Has to be the same to the letter; undefined where nothing can be told from it. */
  readonly form: (one: T) => string | undefined;
  /** From 0 to 1. */
  readonly alike: (before: T, after: T) => number;
}

/** Beyond this two things of the same form are one that was renamed. */
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
function candidates<T>(pairs: readonly Pair<T>[], { form, alike }: Sameness<T>): Candidate<T>[] {
  const added = pairs.flatMap(({ before, after }) => (after && !before ? [after] : []));
  if (added.length === 0) return [];
  const byForm = new Map<string | undefined, T[]>();
  for (const after of added) byForm.set(form(after), [...(byForm.get(form(after)) ?? []), after]);
  const scored = pairs.flatMap(({ before, after: other }) => {
    const wanted = before && !other ? form(before) : undefined;
    if (!before || wanted === undefined) return [];
    return (byForm.get(wanted) ?? []).map((after) => ({ before, after, score: alike(before, after) }));
  });
  return scored.filter(({ score }) => score >= NEAR).sort((a, b) => b.score - a.score);
}

const SAME_SERVER: Sameness<ServerPlan> = {
  form: ({ tools }) => (tools.length > 0 ? 'server' : undefined),
  alike: (before, after) => {
    const names = new Set(before.tools.map(({ name }) => name));
    const common = after.tools.filter(({ name }) => names.has(name)).length;
    return (2 * common) / (before.tools.length + after.tools.length);
  },
};

const SAME_TOOL: Sameness<ToolPlan> = {
  form: ({ inputSchema }) => JSON.stringify(inputSchema),
  // A successor beside its base is a new tool and not a rename.
  alike: (before, after) =>
    after.replaces === undefined ? likeness(before.description.text, after.description.text) : 0,
};

const SAME_SKILL: Sameness<SkillPlan> = {
  form: () => 'skill',
  alike: (before, after) => {
    const sameWords = likeness(before.description.text, after.description.text);
    return sameWords < NEAR ? sameWords : Math.min(sameWords, likeness(stepsOf(before), stepsOf(after)));
  },
};

function stepsOf({ steps }: SkillPlan): string {
  return steps.join('\n');
}

interface Property extends Named {
  readonly schema: Schema;
}

const SAME_PROPERTY: Sameness<Property> = {
  form: ({ schema: { title: _title, description, ...form } }) =>
    description === undefined ? undefined : JSON.stringify(form),
  alike: (before, after) => likeness(before.schema.description ?? '', after.schema.description ?? ''),
};

function toolPairs({ before, after }: Pair<ServerPlan>): ToolPair[] {
  const server = (after ?? before)?.name ?? '';
  const pairs = withRenames(byName(before?.tools ?? [], after?.tools ?? []), SAME_TOOL);
  return pairs.map((pair) => ({ ...pair, server, owner: { before, after } }));
}

function schemaPairs(tool: ToolPair): SchemaPair[] {
  const { before, after } = tool;
  if (!before || !after) return [];
  const arguments_ = { before: before.inputSchema, after: after.inputSchema };
  const result = { before: before.returns, after: after.returns };
  const place: Place = { tool, side: 'result', path: ['returns'] };
  const root = { ...result, ...place, name: 'returns', required: { before: true, after: true }, holder: result };
  return [
    ...propertyPairs(arguments_, { tool, side: 'argument', path: ['parameters'] }),
    root,
    ...nested(result, place),
  ];
}

type Place = Pick<SchemaPair, 'tool' | 'side' | 'path'>;

function propertyPairs(holder: Pair<Schema>, place: Place): SchemaPair[] {
  const pairs = withRenames(byName(propertiesOf(holder.before), propertiesOf(holder.after)), SAME_PROPERTY);
  return pairs.flatMap(({ before: old, after: now, renamed }) => {
    const name = (now ?? old)?.name ?? '';
    const pair = { before: old?.schema, after: now?.schema };
    const at = { ...place, path: [...place.path, name] };
    const required = { before: isRequired(holder.before, old), after: isRequired(holder.after, now) };
    const was = renamed && old ? { renamedFrom: old.name } : {};
    return [{ ...pair, ...at, name, ...was, required, holder }, ...nested(pair, at)];
  });
}

/** What is inside a schema that has the same type in both Plans. */
function nested(holder: Pair<Schema>, place: Place): SchemaPair[] {
  const { before, after } = holder;
  if (!before || !after || before.type !== after.type) return [];
  const properties = propertyPairs(holder, { ...place, path: [...place.path, 'properties'] });
  if (!before.items || !after.items) return properties;
  const items = { before: before.items, after: after.items };
  const at = { ...place, path: [...place.path, 'items'] };
  const whole: SchemaPair = { ...items, ...at, name: 'items', required: { before: false, after: false }, holder };
  return [...properties, whole, ...nested(items, at)];
}

function propertiesOf(schema: Schema | undefined): Property[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({ name, schema: property }));
}

function isRequired(holder: Schema | undefined, property: Property | undefined): boolean {
  return property !== undefined && (holder?.required?.includes(property.name) ?? false);
}
