/** A case as a model sees it: the tools of its choice in a fixed order, what was said before, and the request. */
import type { JsonObject, ObjectSchema } from '@haft/runtime';
import type { EvalTurn, SkillPlan } from '../../../plan/model.ts';
import { type PlannedTool, shownTools } from '../../../plan/named-tools.ts';
import type { ShownTogether } from '../offline/candidate.ts';

export interface OfferedTool {
  /** Interfaces take letters, digits, `_` and `-`: of two tools with one name, each has its server before it, as hosts do. */
  readonly name: string;
  /** How cases name it, where not so. */
  readonly shown?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Names of the skills that it loads. */
  readonly skills?: readonly string[];
}

export interface ModelCall {
  /** As the tool was offered. */
  readonly name: string;
  /** Null where the model wrote something else than a JSON object. */
  readonly arguments: JsonObject | null;
  /** Whether it is of a tool that the program of a host offered, and not the choice. */
  readonly isForeign?: boolean;
}

/** What a call is of, as cases name it; without the tool where nothing that was offered was called. */
interface Called {
  readonly name: string;
  readonly tool?: OfferedTool | undefined;
}

export function calledOf({ name, arguments: args, isForeign }: ModelCall, tools: readonly OfferedTool[]): Called {
  const tool = isForeign ? undefined : tools.find((one) => one.name === name);
  if (!tool?.skills) return { name: tool?.shown ?? name, tool };
  const skill = args?.['name'];
  if (typeof skill !== 'string') return { name };
  return tool.skills.includes(skill) ? { name: skill, tool } : { name: `${name}(${skill})` };
}

/** A call that names a tool or a skill as cases do, in the form in which it is offered. */
export function offeredCall(call: ModelCall, tools: readonly OfferedTool[]): ModelCall {
  const tool = tools.find((one) => (one.shown ?? one.name) === call.name);
  return tool ? { ...call, name: tool.name } : { ...call, name: LOAD_SKILL, arguments: { name: call.name } };
}

export interface Conversation {
  /** The same bytes for every case of a choice, and first in a request, so that engines can cache them. */
  readonly tools: readonly OfferedTool[];
  /** What a host says first: also what the servers say about themselves. */
  readonly system: string;
  /** Earlier turns, first to last. */
  readonly after: readonly EvalTurn[];
  readonly request: string;
  /** Calls that followed it. */
  readonly done?: readonly EvalTurn[];
}

/** All of it as messages, first to last; `called` writes a call with its result. */
export function sentMessages(
  { after, request, done = [] }: Conversation,
  called: (name: string, args: JsonObject, result: string, index: number) => readonly JsonObject[],
): readonly JsonObject[] {
  return [...after, { user: request }, ...done].flatMap((turn: EvalTurn, index) => {
    if (turn.user !== undefined) return [{ role: 'user', content: turn.user }];
    if (turn.call === undefined) return [{ role: 'assistant', content: turn.assistant ?? '' }];
    return called(turn.call, turn.arguments ?? {}, JSON.stringify(turn.result ?? {}), index);
  });
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
const LOAD_SKILL = 'load_skill';

/** In the order of the choice; all skills together are one tool. */
export function offeredTools({ servers, skills }: ShownTogether): readonly OfferedTool[] {
  const tools = [...shownTools(servers)].map(([name, one]) => offeredTool(name, one));
  return skills.length === 0 ? tools : [...tools, skillLoader(skills)];
}

function offeredTool(name: string, { server, tool }: PlannedTool): OfferedTool {
  const names = name === tool.name ? { name } : { name: `${server.name}__${tool.name}`, shown: name };
  return { ...names, description: tool.description.text, inputSchema: tool.inputSchema };
}

/** Earlier turns with the names under which the tools are offered. */
export function offeredTurns(after: readonly EvalTurn[], tools: readonly OfferedTool[]): readonly EvalTurn[] {
  return after.map((turn) => {
    const called = tools.find(({ shown }) => shown !== undefined && shown === turn.call);
    return called ? { ...turn, call: called.name } : turn;
  });
}

function skillLoader(skills: readonly SkillPlan[]): OfferedTool {
  const listed = skills.map(({ name, description }) => `- ${name}: ${description.text}`);
  const names = skills.map((skill) => skill.name);
  const name = { type: 'string', enum: names, description: 'Name of the skill.' } as const;
  return {
    name: LOAD_SKILL,
    description: `Loads a skill: instructions for a task. Load one before you start on its task. Skills:\n${listed.join('\n')}`,
    inputSchema: { type: 'object', properties: { name }, required: ['name'], additionalProperties: false },
    skills: names,
  };
}
