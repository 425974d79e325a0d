/** What a model reads of a tool, a server or a skill, part by part, and what each host makes of it. */
import { cut } from '../../base/text/escape.ts';
import { SHOWN_CHARACTERS, estimateTokens } from '../../check/description.ts';
import { isListed, writtenText } from '../../check/tool-names.ts';
import { listedAndRest } from '../../emit/server/descriptor.ts';
import { skillMd } from '../../emit/skill/skill-md.ts';
import { listedTokens } from '../../plan/description.ts';
import type { Description, ServerPlan, SkillPlan, ToolPlan } from '../../plan/model.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';
import { blocksOf, declaresData } from '../../spec/behaviors/index.ts';
import type { Host } from '../../spec/hosts/host.ts';

export interface ModelText {
  /** In the order in which a model reads them. */
  readonly parts: readonly TextPart[];
  /** Estimates, the whole first. */
  readonly tokens: readonly { readonly what: string; readonly tokens: number }[];
  /** What else a model gets, as sentences. */
  readonly notes: readonly string[];
  /** The whole text, or what else is listed; of a very long one the start. */
  readonly document: { readonly title: string; readonly text: string };
  readonly hosts: readonly HostReading[];
}

interface TextPart {
  /** As the spec names it. */
  readonly part: string;
  readonly text: string;
  readonly tokens: number;
  /** Characters at its end that hosts with a limit do not show. */
  readonly cut: number;
}

/** Characters: a longer text would be slow to draw. */
const MAX_DOCUMENT = 100_000;

/** One host: what it renames, cuts and leaves out, as far as Haft knows. */
interface HostReading {
  readonly title: string;
  /** `ran <version>` where the program itself was tried, else `docs`. */
  readonly verified: string;
  /** The name that a model reads there; absent where unknown. */
  readonly name?: string;
  readonly notes: readonly string[];
}

export function toolText({ server, tool }: PlannedTool, hosts: readonly Host[]): ModelText {
  const { description, inputSchema, annotations } = tool;
  const { description: _description, ...rest } = listedAndRest(tool)[0];
  return {
    parts: partsOf(description),
    tokens: [
      { what: 'Whole entry', tokens: listedTokens(tool) },
      { what: 'Description', tokens: estimateTokens(description.text) },
      { what: 'Input schema', tokens: estimateTokens(JSON.stringify(inputSchema)) },
    ],
    notes: [
      ...lifeNotes(tool),
      ...(server.list === 'search' && annotations.destructiveHint !== true
        ? ['The server lists its tools by a search: a model finds this one by its words.']
        : []),
      `Annotations: ${Object.entries(annotations)
        .map(([hint, value]) => `${hint} ${String(value)}`)
        .join(', ')}.`,
    ],
    document: {
      title: 'Schema, and what else `tools/list` shows',
      text: cut(JSON.stringify(rest, undefined, 2), MAX_DOCUMENT),
    },
    hosts: hosts.map((host) => toolInHost(host, { server, tool })),
  };
}

function lifeNotes({ deprecated, ...tool }: ToolPlan): string[] {
  if (!deprecated) return [];
  const use = writtenText(deprecated.use);
  const notes = isListed({ ...tool, deprecated }) ? [] : ['Models do not see this tool; callers still reach it.'];
  return [`Deprecated since ${deprecated.since}: "${use}" takes its place.`, ...notes];
}

function partsOf({ parts }: Description): readonly TextPart[] {
  let end = -1;
  return parts.map(({ part, text }) => {
    // A space joins them.
    end += 1 + text.length;
    return {
      part,
      text,
      tokens: estimateTokens(text),
      cut: Math.min(text.length, Math.max(0, end - SHOWN_CHARACTERS)),
    };
  });
}

function toolInHost(host: Host, { server, tool }: PlannedTool): HostReading {
  const { toolName, dropsContentWithData } = host;
  const name = toolName?.form.replace('{server}', server.name).replace('{tool}', tool.name);
  const most = toolName?.maxLength;
  const isLong = name !== undefined && most !== undefined && name.length > most;
  const isDropped = dropsContentWithData && blocksOf(tool.behavior) !== 'never' && declaresData(tool.returns);
  return {
    ...reading(host),
    ...(name !== undefined && { name }),
    notes: [
      ...serverNotes(host, server.name),
      ...(isLong ? [`The name has ${name.length} characters, and the maximum is ${most}.`] : []),
      ...(isDropped ? ['The model gets only the data of a result: pictures and other content are dropped.'] : []),
    ],
  };
}

function serverNotes({ reservedServers = [], serverName }: Host, name: string): string[] {
  if (reservedServers.includes(name)) return [`The name of the server, "${name}", is reserved.`];
  return serverName?.test(name) === false ? [`The name of the server, "${name}", is not accepted.`] : [];
}

function reading({ title, verified }: Host): Pick<HostReading, 'title' | 'verified'> {
  return { title, verified };
}

export function serverText(server: ServerPlan, hosts: readonly Host[]): ModelText {
  const { name, summary, instructions = summary, tools } = server;
  const listed = tools.filter(isListed);
  const own = listed.map((tool) => ({ what: tool.name, tokens: listedTokens(tool) }));
  const sum = own.reduce((total, { tokens }) => total + tokens, 0);
  const entries = listed.map((tool) => listedAndRest(tool)[0]);
  return {
    parts: [{ part: 'instructions', text: instructions, tokens: estimateTokens(instructions), cut: 0 }],
    tokens: [{ what: 'All tools', tokens: sum }, ...own.toSorted((a, b) => b.tokens - a.tokens)],
    notes: server.list === 'search' ? ['Models get a search instead of the list of tools.'] : [],
    document: { title: '`tools/list`', text: cut(JSON.stringify({ tools: entries }, undefined, 2), MAX_DOCUMENT) },
    hosts: hosts.map((host) => ({ ...reading(host), notes: serverNotes(host, name) })),
  };
}

export function skillText(skill: SkillPlan, hosts: readonly Host[]): ModelText {
  const text = skillMd(skill);
  return {
    parts: partsOf(skill.description),
    tokens: [
      { what: 'Whole SKILL.md', tokens: estimateTokens(text) },
      { what: 'Description, always loaded', tokens: estimateTokens(skill.description.text) },
    ],
    notes: skill.files.map(({ path }) => `A step can read "${path}".`),
    document: { title: 'SKILL.md', text: cut(text, MAX_DOCUMENT) },
    hosts: hosts.map((host) => skillInHost(host, skill.name, text)),
  };
}

function skillInHost(host: Host, name: string, text: string): HostReading {
  const { skills, reservedInSkills = [], dynamicContent = [] } = host;
  const reserved = reservedInSkills.find((word) => name.includes(word));
  const replaced = dynamicContent.flatMap(({ pattern, effect }) => {
    const [match] = pattern.exec(text) ?? [];
    return match === undefined ? [] : [`The text has "${match}", which ${effect}.`];
  });
  return {
    ...reading(host),
    notes: [
      ...(skills.user.length + skills.project.length === 0 ? ['Haft knows no folder from which it reads skills.'] : []),
      ...(reserved === undefined ? [] : [`The name must not contain "${reserved}".`]),
      ...replaced,
    ],
  };
}
