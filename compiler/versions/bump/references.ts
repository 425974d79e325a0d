/** Places of the specs that name a tool whose successor takes its place, as edits: each names the successor. */
import { specAt } from '../../spec/shape/place.ts';
import type { CheckedSpec, Located, ServerPart, SkillPart, ToolPart } from '../../check/model.ts';
import { type ToolId, qualifiedName } from '../../check/tool-names.ts';
import { partOfTool, serversNear } from '../../check/analysis/names/tool-references.ts';
import { callIssues } from '../../check/analysis/resource-calls.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';
import type { Config } from '../../check/documents/config.ts';
import { namesInCase } from '../../check/documents/eval.ts';
import type { PromptMessageSpec, ResourceSpec } from '../../check/documents/offers.ts';
import type { ToolSpec } from '../../check/documents/tool.ts';
import type { Schema } from '@haft/runtime/language';
import { type PlannedTool, plannedId } from '../../plan/named-tools.ts';
import { readsAlike } from '../compare/resource-calls.ts';
import { toolWords } from '../compare/tool-words.ts';

export interface References {
  readonly edits: readonly TextEdit[];
  /** What keeps the old name, in sentences. */
  readonly notes: readonly string[];
}

/** The first of `own` is the successor. `instead` of other tools, hints, steps, evals, lists and texts of skills, resources and prompts: the purpose is the same. */
export function references(
  released: PlannedTool,
  now: ToolId,
  spec: CheckedSpec,
  own: readonly ToolPart[],
): References {
  const old = plannedId(released);
  const tools = spec.tools.filter((tool) => !own.includes(tool));
  const [successor] = own;
  const current = successor ? [successor, ...tools] : tools;
  const resources = resourcesOf(old, now, spec, released.tool.inputSchema);
  const edits = [
    ...tools.flatMap((tool) => {
      const renamed = renaming(old, now, spec, serversNear(tool));
      return [
        ...insteadOf(tool, renamed),
        ...deprecatedFor(tool, renamed),
        ...casesNaming(tool.spec.evals, ['evals'], renamed, tool),
      ];
    }),
    ...[...current, ...spec.servers].flatMap((part) => inFailures(part, old, now, spec)),
    ...resources.edits,
    ...spec.servers.flatMap((server) => inServer(server, renaming(old, now, spec, [server.spec.name]), spec)),
    ...spec.skills.flatMap((skill) => inSkill(skill, renaming(old, now, spec, skill.spec.servers), spec)),
  ];
  return {
    edits: [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()],
    notes: resources.notes,
  };
}

/** What a failed call says to do next, also of the successor itself; several tools can have one text by an anchor. */
function inFailures(part: ToolPart | ServerPart, old: ToolId, now: ToolId, spec: CheckedSpec): TextEdit[] {
  const near = 'server' in part ? serversNear(part) : [part.spec.name];
  const paths = failureTexts(part.spec).filter(([first]) => first !== 'tools');
  return paths.flatMap((path) => mentions(part, path, textOf(spec, part), renaming(old, now, spec, near)));
}

function failureTexts(value: unknown, path: NodePath = []): NodePath[] {
  if (typeof value !== 'object' || value === null) return [];
  const isFailure = 'retry_hint' in value && typeof value.retry_hint === 'string';
  const inner = Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    failureTexts(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [
    ...(isFailure ? ['error', 'retry_hint'].filter((key) => key in value).map((key) => [...path, key]) : []),
    ...inner,
  ];
}

/** A resource that the successor cannot read stays with the released version. */
function resourcesOf(old: ToolId, now: ToolId, spec: CheckedSpec, calls: Schema): References {
  const server = old.server === now.server ? spec.servers.find((one) => one.spec.name === old.server) : undefined;
  const successor = partOfTool(spec, now) ?? partOfTool(spec, old);
  const own = [...(server?.spec.resources ?? []).entries()].filter(([, { tool }]) => tool === old.tool);
  const [edits, notes]: [TextEdit[], string[]] = [[], []];
  for (const [at, resource] of own) {
    const path = ['resources', at, 'tool'];
    const edit =
      successor && canRead(resource, successor.spec, calls) && server?.edit({ kind: 'replace', path, value: now.tool });
    if (edit) edits.push(edit);
    else notes.push(`Resource "${resource.uri}" still uses "${old.tool}", because it is not valid with "${now.tool}".`);
  }
  return { edits, notes };
}

function canRead(resource: ResourceSpec, tool: ToolSpec, calls: Schema): boolean {
  const isRead = tool.effects === 'read' || tool.hints?.['readOnlyHint'] === true;
  const { parameters: properties = {}, required = [], definitions } = tool;
  const schema = { type: 'object', properties, required, ...(definitions && { $defs: definitions }) } as const;
  return isRead && callIssues(resource, tool).length === 0 && readsAlike(resource.uri, calls, schema) === 'fits';
}

function inServer(server: ServerPart, renamed: Renaming, spec: CheckedSpec): TextEdit[] {
  const { instructions, prompts = [] } = server.spec;
  const paths = prompts.flatMap(({ description, messages = [] }, at): NodePath[] => {
    const path = ['prompts', at];
    const texts = typeof messages === 'string' ? [['messages']] : textsOf(messages);
    return [...(description === undefined ? [] : [['description']]), ...texts].map((below) => [...path, ...below]);
  });
  const all = [...(instructions === undefined ? [] : [['instructions']]), ...paths];
  return all.flatMap((path) => mentions(server, path, textOf(spec, server), renamed));
}

function textsOf(messages: readonly PromptMessageSpec[]): NodePath[] {
  return messages.flatMap(({ text }, at) => (text === undefined ? [] : [['messages', at, 'text']]));
}

function textOf({ spec }: CheckedSpec, { file }: { readonly file: string }): string {
  return spec.sources.find(({ path }) => path === file)?.text ?? '';
}

/** What to write for a name now; nothing for one that means another tool. */
type Renaming = (written: string) => string | undefined;

function renaming(old: ToolId, now: ToolId, { names }: CheckedSpec, near: readonly string[] = []): Renaming {
  const [successor, ...others] = names.tools.resolve(now.tool, near);
  const isTaken = others.length > 0 || (successor !== undefined && successor.server !== now.server);
  const plain = isTaken ? qualifiedName(now) : now.tool;
  const isGone = (written: string): boolean => written === old.tool && names.tools.resolve(written, near).length === 0;
  return (written) => {
    if (written === qualifiedName(old)) return qualifiedName(now);
    return names.tools.means(written, old, near) || isGone(written) ? plain : undefined;
  };
}

function insteadOf(tool: ToolPart, renamed: Renaming): TextEdit[] {
  return (tool.spec.description.instead ?? []).flatMap(({ use }, index) => {
    const value = renamed(use);
    const path = ['description', 'instead', index, 'use'];
    return value === undefined ? [] : (tool.edit({ kind: 'replace', path, value }) ?? []);
  });
}

/** An older form names the newest one, not the next; its calls still go through the tool that it was written for. */
function deprecatedFor({ spec, edit }: ToolPart, renamed: Renaming): TextEdit[] {
  const { use = '', via, through: target } = spec.deprecated ?? {};
  const value = spec.deprecated && renamed(use);
  if (value === undefined) return [];
  const isNamed = via === undefined || target !== undefined;
  const insertion = isNamed ? undefined : edit({ kind: 'insert', path: ['deprecated'], key: 'through', value: use });
  const named = edit({ kind: 'replace', path: ['deprecated', 'use'], value });
  return (isNamed || insertion) && named ? [named, ...(insertion ? [insertion] : [])] : [];
}

/** Cases of `choices` in haft.yaml, which name the tools of all servers in them. */
export function choicesAfter(old: ToolId, now: ToolId, spec: CheckedSpec, document: SpecDocument): TextEdit[] {
  const { choices = [] } = specAt<Config>(document);
  return choices.flatMap(({ servers = [], evals }, index) =>
    servers.includes(old.server)
      ? casesNaming(evals, ['choices', index, 'evals'], renaming(old, now, spec, servers), document)
      : [],
  );
}

type Cases = readonly Parameters<typeof namesInCase>[0][];

/** Tools that cases of others expect, or rule out. */
function casesNaming(
  cases: Cases = [],
  path: NodePath,
  renamed: Renaming,
  { edit }: Pick<SpecDocument, 'edit'>,
): TextEdit[] {
  return cases.flatMap((one, index) =>
    namesInCase(one).flatMap(({ path: below, name }) => {
      const value = renamed(name);
      return value === undefined ? [] : (edit({ kind: 'replace', path: [...path, index, ...below], value }) ?? []);
    }),
  );
}

function inSkill(skill: SkillPart, renamed: Renaming, spec: CheckedSpec): TextEdit[] {
  const { steps, never, references: files = [], allowed_tools: allowed = [], evals = [] } = skill.spec;
  const { not_for: notFor = [] } = skill.spec.description;
  const lists: readonly (readonly [NodePath, readonly unknown[]])[] = [
    [['steps'], steps],
    [['never'], never],
    [['allowed_tools'], allowed],
    ...evals.map(({ expected_behavior: list = [] }, index) => [['evals', index, 'expected_behavior'], list] as const),
  ];
  const paths: readonly NodePath[] = [
    ['context'],
    ...(skill.spec.example === undefined ? [] : [['example']]),
    ...lists.flatMap(([path, list]) => list.map((_item, index) => [...path, index])),
    ...notFor.map((_case, index) => ['description', 'not_for', index, 'use']),
    ...files.map((_file, index) => ['references', index, 'when']),
  ];
  return paths.flatMap((path) => mentions(skill, path, textOf(spec, skill), renamed));
}

/** In the text of the file: a name in quotes or in several lines is found as well. */
function mentions(part: Pick<Located<unknown>, 'at'>, path: NodePath, text: string, renamed: Renaming): TextEdit[] {
  const { file, start, end } = part.at(path);
  return toolWords(text.slice(start, end)).flatMap(({ word, index }) => {
    const value = renamed(word);
    return value === undefined ? [] : [{ file, start: start + index, end: start + index + word.length, text: value }];
  });
}
