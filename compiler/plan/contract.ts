/** The released Plan as a file: what callers rely on, readable in a review, one tool's change on one tool's lines. */
import type { Plan, ServerPlan, SkillPlan, ToolPlan } from './model.ts';

/** Rises when the form of the file changes; readers of older forms stay. */
const CONTRACT_VERSION = 1;

/** Deterministic: the same Plan gives the same bytes. Where things stand in the specs is no part of a contract. */
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

/** A Plan, or the sentence that says why the text is none. */
export type ReadContract = { readonly plan: Plan } | { readonly problem: string };

export function readContract(text: string): ReadContract {
  const value = parsed(text);
  if (typeof value === 'string') return { problem: value };
  const { contractVersion, servers, skills } = value;
  if (contractVersion !== CONTRACT_VERSION)
    return {
      problem: `it has the form ${JSON.stringify(contractVersion)}, and this Haft reads form ${CONTRACT_VERSION}`,
    };
  if (!Array.isArray(servers) || !Array.isArray(skills)) return { problem: '"servers" and "skills" are not lists' };
  if (![...servers, ...skills].every(isNamed)) return { problem: 'an entry has no name' };
  return { plan: { planVersion: 1, servers: servers.map(completeServer), skills: skills.map(completeSkill) } };
}

function parsed(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : 'it is not a map';
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

function isNamed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/** What a contract leaves out, in its neutral form. Contracts are our own files: their inside is believed. */
function completeServer(server: ServerPlan): ServerPlan {
  return { ...server, source: '', tools: server.tools.map((tool) => ({ ...tool, source: '' })) };
}

function completeSkill(skill: SkillPlan): SkillPlan {
  return { ...skill, source: '', files: skill.files.map((file) => ({ ...file, from: '' })) };
}
