/** The released Plan as a file: what callers rely on, readable in a review, one tool's change on one tool's lines. */
import { describeValue, isObject } from '@haft/runtime/language';
import { contractForm } from './contract-form.ts';
import { isShallow } from '../language/form.ts';
import type { Plan, ServerPlan, SkillPlan, ToolPlan } from './model.ts';
import { membersOf, readJson } from './read-json.ts';

/** The format of the file; older ones are still read. */
const CONTRACT_VERSION = 2;
/** Levels; a spec has at most 64, and a contract a few more around it. */
const MAX_DEPTH = 100;

/** Deterministic: the same Plan gives the same bytes. A contract has no places of specs. */
export function contractText(plan: Plan): string {
  const released = { servers: plan.servers.map(releasedServer), skills: plan.skills.map(releasedSkill) };
  return `${JSON.stringify({ contractVersion: CONTRACT_VERSION, planVersion: plan.planVersion, ...released }, null, 2)}\n`;
}

function releasedServer({ source: _source, tools, ...server }: ServerPlan): object {
  return { ...server, tools: tools.map(releasedTool) };
}

function releasedTool({ source: _source, handlerFile: _file, ...tool }: ToolPlan): object {
  return tool;
}

function releasedSkill({ source: _source, files, ...skill }: SkillPlan): object {
  return { ...skill, files: files.map(({ from: _from, ...file }) => file) };
}

/** A Plan, or the reason why the text is not one. */
export type ReadContract = { readonly plan: Plan } | { readonly problem: string };

export function readContract(text: string): ReadContract {
  const written = parsed(text);
  if (typeof written === 'string') return { problem: written };
  if (!isShallow(written, MAX_DEPTH)) return { problem: `it nests deeper than ${MAX_DEPTH} levels` };
  const value = written['contractVersion'] === 1 ? upgraded(written) : written;
  const { contractVersion, servers, skills } = value;
  if (contractVersion === undefined) return { problem: 'it has no "contractVersion"' };
  if (contractVersion !== CONTRACT_VERSION)
    return { problem: `it must have format ${CONTRACT_VERSION}, got ${describeValue(contractVersion)}` };
  const problem = contractForm(value, '');
  if (problem !== undefined) return { problem };
  return { plan: { planVersion: 1, ...complete(servers as ServerPlan[], skills as SkillPlan[]) } };
}

/** The keys of a tool that format 1 had under other names. */
const FORMER_KEYS: ReadonlyMap<string, string> = new Map([
  ['words', 'authored'],
  ['behaviour', 'behavior'],
]);

/** From format 1; the order of the keys is preserved, so that the next release changes only the names. */
function upgraded(contract: Record<string, unknown>): Record<string, unknown> {
  const servers = inList(contract['servers'], (server) => ({
    ...server,
    tools: inList(server['tools'], (tool) => {
      return Object.fromEntries(Object.entries(tool).map(([key, part]) => [FORMER_KEYS.get(key) ?? key, part]));
    }),
  }));
  return { ...contract, contractVersion: CONTRACT_VERSION, servers };
}

/** Anything but a list of maps is returned as it is: the schema of the contract is checked later. */
function inList(value: unknown, change: (item: Record<string, unknown>) => object): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (isObject(item) ? change({ ...item }) : item));
}

function parsed(text: string): Record<string, unknown> | string {
  const read = readJson(text);
  return 'problem' in read ? read.problem : (membersOf(read.value) ?? 'it is not a map');
}

/** What a contract leaves out, in its neutral form. */
function complete(servers: readonly ServerPlan[], skills: readonly SkillPlan[]): Pick<Plan, 'servers' | 'skills'> {
  return { servers: servers.map(completeServer), skills: skills.map(completeSkill) };
}

function completeServer(server: ServerPlan): ServerPlan {
  return { ...server, source: '', tools: server.tools.map((tool) => ({ ...tool, source: '' })) };
}

function completeSkill(skill: SkillPlan): SkillPlan {
  return { ...skill, source: '', files: skill.files.map((file) => ({ ...file, from: '' })) };
}
