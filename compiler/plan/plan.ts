/** Plans a checked spec, its servers and skills; total, because check rejects everything that could not be planned. */
import type { ConnectionDescriptor, EnvDescriptor } from '@haft/runtime';
import { compareText } from '../base/diagnostic.ts';
import { withoutUndefined } from '../base/json.ts';
import { filterMemo, isSameList, memoizeBy } from '../base/memo.ts';
import { type OnStep, mapInSteps } from '../base/progress.ts';
import { takesOffers } from '../check/analysis/evals/offers.ts';
import { isFileOf } from '../check/analysis/skill-files.ts';
import { learnedStatements, resultStatement, rowColumns } from '../check/analysis/tables/columns.ts';
import type { LearnedDatabases } from '../check/analysis/tables/learned.ts';
import { viewPageOf, viewPageText } from '../check/analysis/viewed.ts';
import { skillDescription } from '../check/description.ts';
import { type ConnectionSpec, DEFAULT_LIMITS, type EnvSpec } from '../check/documents/server.ts';
import type { CheckedSpec, ServerPart, SkillFile, SkillPart, ToolPart } from '../check/model.ts';
import { workOf } from './adapter.ts';
import { planDescription } from './description.ts';
import { withOffers } from './offers.ts';
import { fileHash, textHash } from './hash.ts';
import type { Plan, ServerPlan, SkillFilePlan, SkillPlan, ToolPlan } from './model.ts';
import { titleOf } from './names.ts';
import { withSecrets } from './secrets.ts';
import { planTool } from './tool.ts';
import { errorTable } from '../spec/behaviors/contract-forms.ts';
import { planDatabase } from '../spec/behaviors/databases.ts';
import { blocksOf } from '../spec/behaviors/index.ts';
import { type AuthSpec, planAuth, scopesByEffects } from '../spec/behaviors/server-auth.ts';
import { planUpstream } from '../spec/behaviors/upstreams.ts';

/** Plans one server. */
const planAlone = memoizeBy(({ spec, tools, file }: ServerPart): ServerPlan => {
  const { name, version, title = titleOf(name), summary, transports = ['stdio'], coerce = false, instructions } = spec;
  const { list, auth, env = {}, connections = {}, programs, databases, upstreams, limits, results } = spec;
  return withSecrets({
    name,
    version,
    title,
    summary,
    ...(instructions !== undefined && { instructions }),
    transports: [...new Set(transports)],
    coerce,
    ...(list === 'search' && { list }),
    env: mapSorted(env, planEnv),
    connections: mapSorted(connections, planConnection),
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...(auth && { auth: planAuth(auth) }),
    ...(databases && { databases: mapSorted(databases, planDatabase) }),
    ...(upstreams && { upstreams: mapSorted(upstreams, planUpstream) }),
    tools: withBlocks(tools.map((tool) => withScopes(planTool({ tool, programs, results }), auth))).sort(byName),
    source: file,
  });
});

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compareText(a.name, b.name);
}

/** Scopes that follow from its effects are those of the tool. */
function withScopes(tool: ToolPlan, auth: AuthSpec | undefined): ToolPlan {
  const scopes = tool.scopes || tool.public === true ? undefined : scopesByEffects(auth, tool.annotations);
  return scopes ? { ...tool, scopes } : tool;
}

/** A tool with `via` has content blocks where the tool that it leads to has them. */
function withBlocks(tools: readonly ToolPlan[]): ToolPlan[] {
  return tools.map((tool) => {
    const blocks = blocksOf(workOf(tool, tools).behavior);
    const isVia = tool.behavior.kind === 'via' && blocks !== 'never';
    return isVia ? { ...tool, behavior: { ...tool.behavior, blocks } } : tool;
  });
}

const latest = new WeakMap<SkillPart, Planned>();

export function plan(spec: CheckedSpec, onStep?: OnStep): Plan {
  const folders = spec.skills.map(({ folder }) => folder);
  const isSent = spec.settings.choices.some(({ evals = [] }) => evals.some(takesOffers));
  const learned = spec.servers.some((server) => server.spec.databases) ? spec.settings.learned?.() : undefined;
  return {
    planVersion: 1,
    servers: mapInSteps(spec.servers, ['planning', 'servers'], onStep, (server) =>
      withColumns(
        withPages(withOffers(planServer(server, spec.skills), server, spec.files, isSent), server.tools, spec.files),
        server.tools,
        learned,
      ),
    ).sort(byName),
    skills: mapInSteps(spec.skills, ['planning', 'skills'], onStep, (skill) =>
      planSkill(skill, spec.files, folders),
    ).sort(byName),
  };
}

/** Plans one skill, with its files. */
interface Planned {
  readonly files: readonly SkillFile[];
  readonly plan: SkillPlan;
}

/** The plan of before when the skill and its files are those of before. */
function planSkill(skill: SkillPart, all: readonly SkillFile[], folders: readonly string[]): SkillPlan {
  const files = all.filter(({ path }) => isFileOf(path, skill, folders));
  const before = latest.get(skill);
  if (before && isSameList(before.files, files)) return before.plan;
  const plan = planWith(skill, files);
  latest.set(skill, { files, plan });
  return plan;
}

function planWith({ spec, file, folder, imported }: SkillPart, files: readonly SkillFile[]): SkillPlan {
  const { name, version, title = titleOf(name), context, steps, never, license, compatibility, allowed_tools } = spec;
  return {
    name,
    version,
    title,
    description: planDescription(skillDescription(spec.description)),
    context,
    steps,
    never,
    ...(spec.example !== undefined && { example: spec.example }),
    not_for: spec.description.not_for,
    references: spec.references ?? [],
    servers: spec.servers ?? [],
    ...withoutUndefined({ license, compatibility }),
    metadata: spec.metadata ?? {},
    ...(allowed_tools && { allowed_tools }),
    ...imported,
    files: filePlans(folder, files),
    evals: (spec.evals ?? []).map(({ input, expected_behavior = [], should_trigger = true }) => {
      return { input, expected_behavior, should_trigger };
    }),
    source: file,
  };
}

function filePlans(folder: string, files: readonly SkillFile[]): SkillFilePlan[] {
  return files
    .map(({ path, bytes, executable }) => {
      return { path: path.slice(folder.length), from: path, sha256: fileHash(bytes), executable };
    })
    .sort((a, b) => compareText(a.path, b.path));
}

function planServer(part: ServerPart, skills: readonly SkillPart[]): ServerPlan {
  const plan = planAlone(part);
  return part.spec.serve_skills === true ? { ...plan, skills: namedBy(skills, plan.name) } : plan;
}

/** The skills whose steps may name the tools of a server. */
function namedBy(skills: readonly SkillPart[], server: string): string[] {
  const naming = skills.filter(({ spec }) => spec.servers?.includes(server));
  return naming.map(({ spec }) => spec.name).sort(compareText);
}

export function mapSorted<T, R>(record: Readonly<Record<string, T>>, plan: (value: T) => R): Record<string, R> {
  const names = Object.entries(record).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(names.map(([name, value]) => [name, plan(value)]));
}

function planEnv({ description, secret = false, optional = false, on_missing }: EnvSpec): EnvDescriptor {
  return { description, secret, optional, ...(on_missing && { on_missing }) };
}

function planConnection({ errors, timeout_ms = 10_000, ...rest }: ConnectionSpec): ConnectionDescriptor {
  return { ...rest, timeout_ms, ...(errors && { errors: errorTable(errors) }) };
}

const withView = filterMemo(({ spec }: ToolPart) => spec.view !== undefined);

/** The same server where no tool has one. */
function withPages(server: ServerPlan, parts: readonly ToolPart[], files: readonly SkillFile[]): ServerPlan {
  const pages = new Map(
    withView(parts).flatMap((part) => {
      const page = viewPageOf(part, files);
      return page ? [[part.spec.name, viewPageText(page)] as const] : [];
    }),
  );
  if (pages.size === 0) return server;
  const tools = server.tools.map((tool) => {
    const pageText = pages.get(tool.name);
    return pageText === undefined ? tool : { ...tool, page: textHash(pageText), pageText };
  });
  return { ...server, tools };
}

/** The same server where nothing was learned. */
function withColumns(
  server: ServerPlan,
  parts: readonly ToolPart[],
  learned: LearnedDatabases | undefined,
): ServerPlan {
  if (!learned || !server.databases) return server;
  const tools = server.tools.map((tool) => {
    const part = parts.find(({ spec }) => spec.name === tool.name);
    const statement = part && resultStatement(part, learnedStatements(part, learned));
    const columns = statement && rowColumns(statement);
    if (!columns) return tool;
    return { ...tool, columns: Object.fromEntries([...columns].map(([name, column]) => [name, column?.type ?? ''])) };
  });
  return { ...server, tools };
}
