/** Grades fixes by proof: safe where the comparison of both versions and example calls show no difference, a suggestion elsewhere. */
import { behaviorsOf } from '../../spec/behaviors/index.ts';
import type { Surroundings } from '../../check/check.ts';
import { type PlannedSpecs, planSpecs } from '../../plan/plan-specs.ts';
import type { About, Diagnostic, Fix, Grade, Rename, SourceFile } from '../../base/diagnostic.ts';
import type { Change } from '../../versions/change.ts';
import { callMembers } from '../../versions/compare/failures.ts';
import { diff } from '../../versions/diff.ts';
import { isEqual } from '../../base/json.ts';
import { settingsOf } from '../../check/settings.ts';
import type { Plan, ToolPlan } from '../../plan/model.ts';
import { type PlannedTool, allTools } from '../../plan/named-tools.ts';
import { sentenceOf, witnessOf } from '../../report/changes/sentence.ts';
import { withoutRules } from '../../edge/tasks/surroundings.ts';
import type { JsonObject, Schema } from '@haft/runtime/language';
import type { PlacedKey } from '../../spec/behaviors/behavior.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { withEdits } from '../../spec/yaml/apply-edits.ts';

/** A finding with a fix. */
export type FixableFinding = Diagnostic & { readonly fix: Fix };

/** How fixes are proved. */
export interface Prover {
  readonly surroundings: Surroundings;
  /** How what a call sends differs for the same arguments; undefined where it is proved to be the same. */
  readonly callDifference: (
    before: PlannedTool,
    after: PlannedTool,
    renames: readonly Rename[],
  ) => Promise<string | undefined>;
  /** What the rules of versions find, where something was released. */
  readonly policy?: (compiled: PlannedSpecs) => readonly Diagnostic[];
}

export function isProposal(finding: Diagnostic): finding is FixableFinding {
  return finding.fix !== undefined;
}

export function applyFixes(specs: readonly SourceFile[], fixes: readonly FixableFinding[]): readonly SourceFile[] {
  const edits = fixes.flatMap(({ fix }) => fix.edits);
  return specs.map((source) => withEdits(source, edits));
}

/** The first proposals that are about different things and meet in no place, so that each can be judged by itself. */
export function independent(proposals: readonly FixableFinding[]): readonly FixableFinding[] {
  const owners = new Set<string>();
  const chosen: FixableFinding[] = [];
  for (const one of proposals) {
    const owner = JSON.stringify(ownerOf(one.about));
    const meets = (other: FixableFinding): boolean =>
      one.fix.edits.some((a) => other.fix.edits.some((b) => a.file === b.file && a.start <= b.end && b.start <= a.end));
    if (owners.has(owner) || chosen.some(meets)) continue;
    owners.add(owner);
    chosen.push(one);
  }
  return chosen;
}

/** The grade of each, all of them against these specs. */
export async function gradesOf(
  specs: readonly SourceFile[],
  proposals: readonly FixableFinding[],
  prover: Prover,
): Promise<ReadonlyMap<Diagnostic, Grade>> {
  const grades = new Map<Diagnostic, Grade>();
  for (let rest = proposals; rest.length > 0; rest = rest.filter((one) => !grades.has(one)))
    for (const [one, grade] of await judgeFixes(specs, independent(rest), prover)) grades.set(one, grade);
  return grades;
}

/** @param fixes Independent of each other. */
export async function judgeFixes(
  specs: readonly SourceFile[],
  fixes: readonly FixableFinding[],
  prover: Prover,
): Promise<ReadonlyMap<FixableFinding, Grade>> {
  const before = planUnjudged(specs, prover.surroundings);
  const after = planUnjudged(applyFixes(specs, fixes), prover.surroundings);
  const renames = fixes.flatMap(({ fix }) => fix.renames ?? []);
  const changes = before && after ? wireChanges(before, after, renames) : [];
  const isForeign = (change: Change): boolean => !fixes.some((one) => isOf(change.target, ownerOf(one.about)));
  const grades = new Map<FixableFinding, Grade>();
  if (fixes.length > 1 && (!after || changes.some(isForeign))) {
    for (const one of fixes) for (const [key, grade] of await judgeFixes(specs, [one], prover)) grades.set(key, grade);
    return grades;
  }
  for (const one of fixes) {
    const firstChange = changes.find((change) => isForeign(change) || isOf(change.target, ownerOf(one.about)));
    const because = await reasonAgainst(one, firstChange, { before, after, prover });
    grades.set(one, because === undefined ? { kind: 'safe' } : { kind: 'suggestion', because });
  }
  return grades;
}

/** What the fix would change, or why that cannot be known. */
async function reasonAgainst(
  one: FixableFinding,
  change: Change | undefined,
  { before, after, prover }: { readonly [K in keyof Versions]: Versions[K] | (K extends 'prover' ? never : undefined) },
): Promise<string | undefined> {
  if (one.fix.repairs) return undefined;
  if (!before || !after) return UNPLANNED;
  return change
    ? `${sentenceOf(change)} ${witnessOf(change) ?? change.why}`
    : difference(one, { before, after, prover });
}

const UNPLANNED = 'The specs have errors that hide what this would change.';

interface Versions {
  readonly before: PlannedSpecs;
  readonly after: PlannedSpecs;
  readonly prover: Prover;
}

async function difference(one: FixableFinding, { before, after, prover }: Versions): Promise<string | undefined> {
  const owner = ownerOf(one.about);
  const [old, now] = [toolsOf(before.plan, owner), toolsOf(after.plan, owner)];
  if (owner.tool !== undefined && old.length === 0) return UNPLANNED;
  for (const [at, tool] of old.entries()) {
    const next = now[at];
    if (!next) return UNPLANNED;
    if (isEqual(running(tool), running(next))) continue;
    const renames = [one.fix.renames ?? []].flat();
    const different = await prover.callDifference(tool, next, renames);
    if (different !== undefined) return different;
  }
  return prover.policy && newFinding(prover.policy(before), prover.policy(after), owner);
}

/** Without the rules, which have found what is to be fixed; a file with errors of another kind is left out. */
function planUnjudged(specs: readonly SourceFile[], surroundings: Surroundings): PlannedSpecs | undefined {
  const settings = withoutRules(surroundings.settings ?? settingsOf({}));
  for (let readable = specs; readable.length > 0;) {
    const unread = surroundings.unread === true || readable.length < specs.length;
    const { value, diagnostics } = planSpecs(readable, { ...surroundings, settings, unread });
    if (value) return value;
    const broken = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ span }) => span.file));
    const rest = readable.filter(({ path }) => !broken.has(path));
    if (rest.length === readable.length) return undefined;
    readable = rest;
  }
  return undefined;
}

/** What callers would notice, but for the new names of parameters. */
function wireChanges(before: PlannedSpecs, after: PlannedSpecs, renames: readonly Rename[]): readonly Change[] {
  const mapping = renames.flatMap((one) => {
    const tools = before.spec.tools.filter(({ spec, server }) => isOfTool(one, server?.spec.name, spec.name));
    return tools.flatMap(({ spec }) => behaviorsOf(spec).flatMap((behavior) => behavior.nameMapping(one) ?? []));
  });
  const renamed = ({ plan }: PlannedSpecs): Plan => renamedIn(plan, renames, mapping);
  return diff(renamed(before), renamed(after)).filter(({ axis, level }) => axis === 'wire' && level !== 'safe');
}

/** The smallest thing with a name: a tool, a skill, or a whole server. */
function ownerOf({ tool, skill, server }: About): Partial<Omit<About, 'path'>> {
  return tool !== undefined
    ? { tool, ...(server !== undefined && { server }) }
    : skill !== undefined
      ? { skill }
      : { ...(server !== undefined && { server }) };
}

function isOf(target: About, owner: Partial<About>): boolean {
  if (owner.tool !== undefined) return isOfTool(owner, target.server, target.tool);
  return (['skill', 'server'] as const).some((key) => owner[key] !== undefined && owner[key] === target[key]);
}

/** A tool document in the folder of its server does not name it, so a finding about it may not either. */
function isOfTool(owner: Partial<About>, server: string | undefined, tool: string | undefined): boolean {
  return owner.tool === tool && (owner.server === undefined || server === undefined || owner.server === server);
}

function toolsOf(plan: Plan, owner: Partial<About>): readonly PlannedTool[] {
  return allTools(plan).filter(({ server, tool }) =>
    owner.tool === undefined ? server.name === owner.server : isOfTool(owner, server.name, tool.name),
  );
}

/** What a call goes through. */
function running({ server, tool }: PlannedTool): object {
  const { coerce, env, connections, databases, limits, upstreams } = server;
  const { inputSchema, at_least_one, behavior } = tool;
  return withoutTexts({
    coerce,
    env,
    connections,
    databases,
    limits,
    upstreams,
    inputSchema,
    at_least_one,
    call: callMembers(behavior),
  });
}

/** Descriptions and titles are read by models alone; a parameter of such a name has a schema and stays. */
function withoutTexts(value: object): object {
  const isText = (key: string, inner: unknown): boolean =>
    (key === 'description' || key === 'title') && typeof inner === 'string';
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (isText(key, inner) ? undefined : inner)));
}

function newFinding(before: readonly Diagnostic[], after: readonly Diagnostic[], owner: Partial<About>) {
  const oldKeys = new Set(before.map(({ code, about, message }) => JSON.stringify([code, about, message])));
  const added = after.filter(({ code, about, message }) => !oldKeys.has(JSON.stringify([code, about, message])));
  return (added.find(({ about }) => isOf(about, owner)) ?? added[0])?.message;
}

/** `mapping` are keys of behaviors that only map the old names to the new ones: example calls judge those. */
function renamedIn(plan: Plan, renames: readonly Rename[], mapping: readonly PlacedKey[]): Plan {
  if (renames.length === 0) return plan;
  const servers = plan.servers.map((server) => ({
    ...server,
    tools: server.tools.map((tool) => {
      const own = renames.filter((one) => one.tool === tool.name && (one.server ?? server.name) === server.name);
      return own.reduce((result, one) => renamedTool(result, one), own.length > 0 ? without(tool, mapping) : tool);
    }),
  }));
  return { ...plan, servers };
}

function without(tool: ToolPlan, mapping: readonly PlacedKey[]): ToolPlan {
  const keys = new Set(mapping.map(({ key }) => key));
  const behavior = Object.fromEntries(Object.entries(tool.behavior).filter(([key]) => !keys.has(key)));
  return { ...tool, behavior: behavior as ToolPlan['behavior'] };
}

function renamedTool(tool: ToolPlan, { from, to }: Rename): ToolPlan {
  const { inputSchema, at_least_one, behavior } = tool;
  const { properties = {}, required } = inputSchema;
  const named = (name: string): string => (name === from ? to : name);
  const members = Object.entries(properties).map(([name, schema]): [string, Schema] => [named(name), schema]);
  // Only what is the same but for the name may differ: both sides are read with the new one.
  const word = new RegExp(`(?<!\\w)${from.replaceAll(/\W/g, '\\$&')}(?!\\w)`, 'g');
  const text = JSON.stringify(behavior).replaceAll(word, to);
  return {
    ...tool,
    inputSchema: {
      ...inputSchema,
      properties: Object.fromEntries(members),
      ...(required && { required: required.map(named) }),
    },
    ...(at_least_one && { at_least_one: at_least_one.map((group) => group.map(named)) }),
    behavior: { ...readJsonMap(text) } as ToolPlan['behavior'],
  };
}

/** Arguments under the new names. */
export function renamedArguments(args: JsonObject, renames: readonly Rename[]): JsonObject {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [names.get(name) ?? name, value]));
}
