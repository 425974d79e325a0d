/** A case as a model sees it: the tools of its choice in a fixed order, what was said before, and the request. */
import type { ObjectSchema } from '@haft/runtime';
import type { EvalTurn, ServerPlan, SkillPlan } from '../../../plan/model.ts';
import type { ShownTogether } from '../offline/candidate.ts';

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
}

export interface Conversation {
  /** The same bytes for every case of a choice, and first in a request, so that engines can cache them. */
  readonly tools: readonly OfferedTool[];
  /** What a host says first: also what the servers say about themselves. */
  readonly system: string;
  /** Earlier turns, first to last. */
  readonly after: readonly EvalTurn[];
  readonly request: string;
}

/** Neutral: an instruction to call tools would measure the instruction. */
const SYSTEM = 'You are a helpful assistant. Tools are available. Use one when the request calls for it.';

/** With the instructions of each server under its name, as hosts show them. */
export function systemText({ servers }: ShownTogether): string {
  const own = servers.flatMap(({ name, summary, instructions = summary }) =>
    instructions.trim() === '' ? [] : [`## ${name}\n\n${instructions.trim()}`],
  );
  return [SYSTEM, ...own].join('\n\n');
}

/** The tool by which a model loads a skill, as hosts offer it. */
export const LOAD_SKILL = 'load_skill';

/** In the order of the choice; all skills together are one tool. */
export function offeredTools({ servers, skills }: ShownTogether): readonly OfferedTool[] {
  const tools = servers.flatMap((server) => server.tools.map(offeredTool));
  return skills.length === 0 ? tools : [...tools, skillLoader(skills)];
}

function offeredTool({ name, description, inputSchema }: ServerPlan['tools'][number]): OfferedTool {
  return { name, description: description.text, inputSchema };
}

function skillLoader(skills: readonly SkillPlan[]): OfferedTool {
  const listed = skills.map(({ name, description }) => `- ${name}: ${description.text}`);
  const name = { type: 'string', enum: skills.map(({ name }) => name), description: 'Name of the skill.' } as const;
  return {
    name: LOAD_SKILL,
    description: `Loads a skill: instructions for a task. Load one before you start on its task. Skills:\n${listed.join('\n')}`,
    inputSchema: { type: 'object', properties: { name }, required: ['name'], additionalProperties: false },
  };
}
