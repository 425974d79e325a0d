/** Plans one server. */
import type { ConnectionDescriptor, EnvDescriptor } from '@haft/runtime';
import { errorTable } from '../spec/behaviors/contract-forms.ts';
import { planUpstream } from '../spec/behaviors/upstreams.ts';
import type { ServerPart, SkillPart } from '../check/model.ts';
import type { ConnectionSpec, EnvSpec } from '../check/documents/server.ts';
import { compareText } from '../base/diagnostic.ts';
import { memoizeBy } from '../base/memo.ts';
import type { ServerPlan } from './model.ts';
import { titleOf } from './names.ts';
import { withSecrets } from './secrets.ts';
import { planTool } from './tool.ts';

const DEFAULT_LIMITS = { calls_per_minute: 120, concurrency: 8, timeout_ms: 30_000 };

export function planServer(part: ServerPart, skills: readonly SkillPart[]): ServerPlan {
  const plan = planAlone(part);
  return part.spec.serve_skills === true ? { ...plan, skills: namedBy(skills, plan.name) } : plan;
}

const planAlone = memoizeBy(({ spec, tools, file }: ServerPart): ServerPlan => {
  const {
    name,
    version,
    title = titleOf(name),
    summary,
    transports = ['stdio'],
    coerce = false,
    env,
    connections,
    programs,
    upstreams,
    limits,
    instructions,
    results,
  } = spec;
  return withSecrets({
    name,
    version,
    title,
    summary,
    ...(instructions !== undefined && { instructions }),
    transports: [...new Set(transports)],
    coerce,
    env: sorted(env ?? {}, planEnv),
    connections: sorted(connections ?? {}, planConnection),
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...(upstreams && { upstreams: sorted(upstreams, planUpstream) }),
    tools: tools.map((tool) => planTool({ tool, programs, results })).sort((a, b) => compareText(a.name, b.name)),
    source: file,
  });
});

/** The skills whose steps may name the tools of a server. */
function namedBy(skills: readonly SkillPart[], server: string): string[] {
  const naming = skills.filter(({ spec }) => spec.servers?.includes(server));
  return naming.map(({ spec }) => spec.name).sort(compareText);
}

export function sorted<T, R>(record: Readonly<Record<string, T>>, plan: (value: T) => R): Record<string, R> {
  const names = Object.entries(record).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(names.map(([name, value]) => [name, plan(value)]));
}

function planEnv({ description, secret = false, optional = false, on_missing }: EnvSpec): EnvDescriptor {
  return { description, secret, optional, ...(on_missing && { on_missing }) };
}

function planConnection({ errors, timeout_ms = 10_000, ...rest }: ConnectionSpec): ConnectionDescriptor {
  return { ...rest, timeout_ms, ...(errors && { errors: errorTable(errors) }) };
}
