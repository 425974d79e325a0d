/** Renames a parameter wherever the specs refer to it; undefined where code or prose may refer to it. */
import { type Template, parseTemplate } from '@haft/runtime/language';
import type { TextEdit } from '../../../base/diagnostic.ts';
import { allSteps, behaviorsOf } from '../../../spec/behaviors/index.ts';
import { toolTemplates } from '../binding/template-use.ts';
import type { ParamPart, SkillPart, SpecDraft, ToolPart } from '../../model.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { textsIn } from '../hidden/model-texts.ts';
import { qualifiedName } from '../../tool-names.ts';
import { namedIn } from './named-tools.ts';

type Edits = (TextEdit | undefined)[];

export function renameParameter(param: ParamPart, to: string, draft: SpecDraft): Edits {
  const { name, tool, topLevel, edit } = param;
  const { parameters = {}, required = [], evals = [], description } = tool.spec;
  const behaviors = behaviorsOf(tool.spec);
  const translated = allSteps(tool.spec).map(({ parts }) => parts.translate ?? {});
  const words = JSON.stringify([description, Object.values(parameters), behaviors.map(({ result }) => result)]);
  const mapping = behaviors.map((one) => one.nameMapping({ from: name, to }));
  const isTaken = Object.hasOwn(parameters, to) || to === 'item' || to === 'env' || !/^[a-z]/.test(to);
  if (!topLevel || isTaken || mapping.includes(undefined) || new RegExp(`\\b${name}\\b`).test(words))
    return [undefined];
  return [
    edit({ kind: 'rename-key', path: [], key: to }),
    ...mapping.flatMap((keys = []) =>
      keys.map(({ path, key, value }) => tool.edit({ kind: 'insert', path, key, value })),
    ),
    ...required.flatMap((one, index) => {
      return one === name ? [tool.edit({ kind: 'replace', path: ['required', index], value: to })] : [];
    }),
    ...evals.flatMap(({ arguments: args }, index) => {
      const path = ['evals', index, 'arguments', name];
      return args && Object.hasOwn(args, name) ? [tool.edit({ kind: 'rename-key', path, key: to })] : [];
    }),
    ...(translated.some((table) => Object.hasOwn(table, name)) ? [undefined] : []),
    ...allSteps(tool.spec).flatMap(({ path, parts }) =>
      parts.parameters
        .filter((one) => one.name === name)
        .map((one) => tool.edit({ kind: 'rename-key', path: [...path, ...one.path], key: to })),
    ),
    ...templateEdits(tool, name, to),
    ...renameInSkills(param, to, draft),
  ];
}

function templateEdits(tool: ToolPart, name: string, to: string): Edits {
  return toolTemplates(tool.spec).flatMap(({ path, text }) => {
    const value = renameIn(text, parseTemplate(text), name, to);
    return value === text ? [] : [tool.edit({ kind: 'replace', path, value })];
  });
}

/** From the end, so that earlier offsets stay valid. */
function renameIn(text: string, { parts }: Template, name: string, to: string): string {
  return parts.toReversed().reduce((result: string, part) => {
    if (typeof part === 'string' || part.path[0] !== name) return result;
    const at = part.offset + 1;
    return result.slice(0, at) + to + result.slice(at + name.length);
  }, text);
}

/** A mention is certain if it is in backticks, in a step that names only this tool, and no result has a field of that name. */
function renameInSkills(param: ParamPart, to: string, draft: SpecDraft): Edits {
  const inBackticks = `\`${param.name}\``;
  const word = new RegExp(`\\b${param.name}\\b`);
  const code = new RegExp(`\`[^\`]*\\b${param.name}\\b[^\`]*\``);
  const tool = new RegExp(`\\b${param.tool.spec.name}\\b`);
  return draft.skills.flatMap((skill) => {
    const all = textsIn(skill.spec);
    // In a skill that never names the tool, an ordinary word is an ordinary word.
    const unsure = all.some(({ text }) => tool.test(text)) ? word : code;
    if (all.some(({ text }) => unsure.test(text.replaceAll(inBackticks, '')))) return [undefined];
    return all.flatMap(({ path, text }) => {
      if (!text.includes(inBackticks)) return [];
      if (!isMeant(param, skill, path, draft)) return [undefined];
      return [skill.edit({ kind: 'replace', path, value: text.replaceAll(inBackticks, `\`${to}\``) })];
    });
  });
}

function isMeant({ name, tool }: ParamPart, { spec }: SkillPart, path: NodePath, { names }: SpecDraft): boolean {
  const [key, at] = path;
  if (key !== 'steps' || typeof at !== 'number') return false;
  const { steps, servers } = spec;
  const named = namedIn({ steps: [steps[at] ?? ''] }).flatMap(({ word }) => names.tools.resolve(word, servers));
  const own = { server: tool.server?.spec.name ?? '', tool: tool.spec.name };
  const answer = JSON.stringify([tool.spec.returns, behaviorsOf(tool.spec).map(({ result }) => result)]);
  const isOwn = named.length > 0 && named.every((one) => qualifiedName(one) === qualifiedName(own));
  return isOwn && !answer.includes(`"${name}"`);
}
