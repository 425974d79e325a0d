/** The proof of a breaking change: a call that worked and is rejected now, or a result that is not what it was (ADR 14). */
import {
  compileImported,
  compileSchema,
  hasImported,
  isObject,
  ownMember,
  parsePointer,
  requiringOne,
  sameJson,
} from '@haft/runtime/language';
import type { Issue, Json, JsonObject, Schema, Validator } from '@haft/runtime/language';
import { memoizeByTwo } from '../../base/memo.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { hasImportedKeywords } from '../../plan/schemas.ts';
import type { ChangeFacts, SchemaPair, ToolPair, Witness } from '../change.ts';
import { json } from '../compare/changed.ts';
import { plainForm } from '../schema/forms.ts';
import { isStillReturned } from '../schema/still-returned.ts';
import { readingsOfSchema } from '../subset/values.ts';
import { rootedSchema, samplesOf } from './samples.ts';
import { withoutSecrets } from './secrets.ts';

/** Of a tool that is no longer there under its name, or that rejects calls which give none of several parameters. */
export function toolWitness(pair: ToolPair, facts: ChangeFacts): Witness | undefined {
  const { before, after, renamed } = pair;
  if (!before) return undefined;
  const { name: tool, inputSchema } = before;
  if (after && !renamed)
    return facts.path?.[0] === 'at_least_one'
      ? groupWitness(pair, before, [facts.after ?? []].flat().map(String))
      : undefined;
  const schema = plainForm(inputSchema);
  const call = samplesFor(schema, schema).find((value) => isTaken(pair, value));
  const now = `Unknown tool: ${tool}.`;
  if (call === undefined) return undefined;
  return withoutSecrets({ of: 'call', tool, before: call, now }, [inputSchema]);
}

/** A call that gives no member of a group which is new. */
function groupWitness(pair: ToolPair, before: ToolPlan, group: readonly string[]): Witness | undefined {
  const root = plainForm(before.inputSchema);
  // Of the group alone: a schema that changed as well has its own witness.
  const judge = requiringOne((value) => ({ value: json(value) }), [group]);
  for (const sample of samplesBetween(root, root)) {
    const members = Object.entries<Json>(Object(sample)).filter(([name]) => !group.includes(name));
    const call = Object.fromEntries(members);
    const judged = isTaken(pair, call) ? judge(call) : { value: call };
    const [issue] = 'issues' in judged ? judged.issues : [];
    if (issue) return withoutSecrets({ of: 'call', tool: before.name, before: call, now: issue.message }, [root]);
  }
  return undefined;
}

/** As the server judges calls of a tool, which may also be one that it nearly has. */
export const judgeOf = memoizeByTwo(
  (server: Pick<ServerPlan, 'tools'>, { inputSchema, at_least_one: groups }: ToolPlan): Validator => {
    const isImported = hasImportedKeywords(server) || hasImported(inputSchema);
    return requiringOne(isImported ? compileImported(plainForm(inputSchema)) : compileSchema(inputSchema), groups);
  },
);

/** By the tool as it was, also where something behind it judges what its server passes on. */
function isTaken({ before, owner }: ToolPair, call: Json): boolean {
  if (!before || !owner.before) return false;
  return (
    'value' in judgeOf(owner.before, before)(call) &&
    'value' in readingsOfSchema(plainForm(before.inputSchema)).least(call)
  );
}

export function schemaWitness(pair: SchemaPair, facts: ChangeFacts): Witness | undefined {
  const tool = pair.tool.before?.name ?? '';
  const place = placeOf(pair, facts);
  const witness = pair.side === 'argument' ? callWitness(pair, place, facts) : resultWitness(pair, place, tool);
  return withoutSecrets(witness, [pair.roots.before, pair.roots.after]);
}

function callWitness(pair: SchemaPair, place: readonly string[], facts: ChangeFacts): Witness | undefined {
  const { before, after } = pair.tool;
  if (!before || !after) return undefined;
  const [from, to] = [plainForm(before.inputSchema), plainForm(after.inputSchema)];
  const alone = withThisAlone(pair, facts, before.inputSchema);
  if (!alone && place.length === 0) return undefined;
  const validBefore = (all: readonly Failure[]): readonly Failure[] =>
    all.filter(({ value }) => isTaken(pair.tool, value));
  // Other changes of the same place break other calls: those are their proofs.
  const ofThis = alone ? validBefore(failures(from, alone)).flatMap(({ value }) => failuresOf(to, value)) : [];
  const own = closest(ofThis, place, pair) ?? closest(validBefore(failures(from, to)), place, pair);
  return own && { of: 'call', tool: before.name, before: own.value, now: own.issue.message };
}

/** The earlier schema with the change of one keyword; undefined where that is the only change of its place, or none of a keyword. */
function withThisAlone(pair: SchemaPair, { path = [] }: ChangeFacts, root: Schema): Schema | undefined {
  const [keyword, ...others] = path;
  if (typeof keyword !== 'string' || keyword === 'required' || others.length > 0 || !pair.before || !pair.after)
    return undefined;
  const keywords = new Set([...Object.keys(pair.before), ...Object.keys(pair.after)]);
  const { before, after } = pair;
  const changed = [...keywords].filter((one) => !sameJson(Reflect.get(before, one), Reflect.get(after, one)));
  const isWhole = pair.path.length === 1;
  // Of the arguments as a whole, what is in them may have changed as well.
  if (changed.length < 2 && !isWhole) return undefined;
  const alone = withKeyword(root, isWhole ? [] : pair.path, keyword, Reflect.get(after, keyword));
  return alone && plainForm(alone);
}

function withKeyword(schema: Schema, path: readonly string[], keyword: string, value: unknown): Schema | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return { ...schema, [keyword]: value };
  const key = step === 'parameters' ? 'properties' : step;
  const inner: unknown = Reflect.get(schema, key);
  const changed = isObject(inner) ? withKeyword(inner, rest, keyword, value) : undefined;
  return changed && { ...schema, [key]: changed };
}

interface Failure {
  readonly value: Json;
  readonly issues: readonly Issue[];
}

/** Values of the first schema that the second one rejects. */
const failures = memoizeByTwo((from: Schema, to: Schema): readonly Failure[] =>
  samplesBetween(from, to).flatMap((value) => failuresOf(to, value)),
);

/** Rejected by the runtime, and by every validator that judges more. */
function failuresOf(to: Schema, value: Json): readonly Failure[] {
  const { runtime, most } = readingsOfSchema(to);
  const outcome = runtime(value);
  return 'issues' in outcome && 'issues' in most(value) ? [{ value, issues: outcome.issues }] : [];
}

/** Values of the first schema that tell it from the second; many changes of one result ask for them. */
const samplesFor = memoizeByTwo((from: Schema, to: Schema): Json[] => samplesOf(rootedSchema(from), rootedSchema(to)));

/**
 * Values of a schema, with those near the bounds of another one. Of an object each property gets as many values as it takes
 * to reach every one of its own.
 */
export function samplesBetween(own: Schema, near: Schema): Json[] {
  const whole = samplesFor(own, near);
  const [base = {}] = whole;
  const single = Object.entries(own.properties ?? {}).flatMap(([name, schema]) => {
    const counterpart = ownMember(near.properties ?? {}, name);
    const other = counterpart ? rootedSchema(counterpart, near) : { facets: [], root: near };
    return samplesOf(rootedSchema(schema, own), other).map((value): JsonObject => ({ ...Object(base), [name]: value }));
  });
  const { runtime, least } = readingsOfSchema(own);
  return [...whole, ...single].filter((value) => 'value' in runtime(value) && 'value' in least(value));
}

/** The failure that is only of this place, or mostly; the first is the smallest. */
function closest(failing: readonly Failure[], place: readonly string[], { renamedFrom }: SchemaPair) {
  const places = [place, ...(renamedFrom === undefined ? [] : [[...place.slice(0, -1), renamedFrom]])];
  const all = failing.flatMap(({ value, issues }) =>
    issues.flatMap((issue) => {
      const tokens = parsePointer(issue.path) ?? [];
      const depth = places.some((one) => startsWith(tokens, one)) ? tokens.length - place.length : -1;
      return depth < 0 ? [] : [{ value, issue, rank: depth * 1000 + issues.length }];
    }),
  );
  return all.sort((a, b) => a.rank - b.rank).at(0);
}

/** Which item of a list it is makes no difference. */
function startsWith(tokens: readonly string[], place: readonly string[]): boolean {
  return place.every((name, at) => (name === ITEM ? /^\d+$/.test(tokens[at] ?? '') : tokens[at] === name));
}

const ITEM = '#';

/** `['parameters', 'authors', 'items', 'properties', 'name']` → `['authors', '#', 'name']` */
function placeOf({ path, side }: SchemaPair, facts: ChangeFacts): string[] {
  const place: string[] = [];
  for (let at = side === 'argument' ? 0 : 1; at < path.length; at += 1) {
    const step = path[at];
    if (step === 'items') place.push(ITEM);
    // The arguments as a whole have no name.
    else if (path.length > 1) place.push(path[(at += 1)] ?? '');
  }
  // A name that is demanded without being declared.
  const demanded = facts.path?.[0] === 'required' && typeof facts.after === 'string' ? [facts.after] : [];
  return [...place, ...demanded];
}

function resultWitness(pair: SchemaPair, place: readonly string[], tool: string): Witness | undefined {
  const { before, after } = pair.roots;
  const own = closest(failures(after, before), place, pair);
  const gone = [...place.slice(0, -1), pair.renamedFrom ?? place.at(-1) ?? ''];
  const has = samplesFor(before, after).find((value) => hasPlace(value, gone, place.length === 0));
  if (has === undefined) return undefined;
  const isLost = !pair.after || pair.renamedFrom !== undefined;
  if (isLost) {
    // An open result still takes the property, with any value.
    const isOpen = isStillReturned(pair);
    const value = isOpen
      ? own?.value
      : (samplesFor(after, after).find((one) => !hasPlace(one, gone, false)) ?? own?.value);
    if (value === undefined) return undefined;
    const text = JSON.stringify(value);
    const now = isOpen ? `the same can be returned, and ${text} is a valid result, too` : text;
    return { of: 'result', tool, before: has, now };
  }
  return own && { of: 'result', tool, before: has, now: `${JSON.stringify(own.value)}: ${own.issue.message}` };
}

function hasPlace(value: Json | undefined, place: readonly string[], isRoot: boolean): boolean {
  const [name, ...rest] = place;
  if (isRoot || name === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return name === ITEM && value.some((item: Json) => hasPlace(item, rest, rest.length === 0));
  return Object.hasOwn(value, name) && hasPlace(Reflect.get(value, name), rest, rest.length === 0);
}
