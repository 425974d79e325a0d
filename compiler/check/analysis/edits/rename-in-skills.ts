/** Renames a parameter in the steps of skills; undefined where a mention may mean something else. */
import type { TextEdit } from '../../../base/diagnostic.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { SpecDraft, ParamPart, SkillPart } from '../../model.ts';
import { textsIn } from '../hidden/placed-texts.ts';
import { namedIn } from './named-tools.ts';

type Edits = (TextEdit | undefined)[];

/** A mention is certain if it is in backticks, in a step that names only this tool, and no result has a field of that name. */
export function renameInSkills(param: ParamPart, to: string, draft: SpecDraft): Edits {
  const written = `\`${param.name}\``;
  const word = new RegExp(`\\b${param.name}\\b`);
  const code = new RegExp(`\`[^\`]*\\b${param.name}\\b[^\`]*\``);
  const tool = new RegExp(`\\b${param.tool.spec.name}\\b`);
  return draft.skills.flatMap((skill) => {
    const all = textsIn(skill.spec);
    // In a skill that never names the tool, an ordinary word is an ordinary word.
    const unsure = all.some(({ text }) => tool.test(text)) ? word : code;
    if (all.some(({ text }) => unsure.test(text.replaceAll(written, '')))) return [undefined];
    return all.flatMap(({ path, text }) => {
      if (!text.includes(written)) return [];
      if (!isMeant(param, skill, path, draft)) return [undefined];
      return [skill.edit({ kind: 'replace', path, value: text.replaceAll(written, `\`${to}\``) })];
    });
  });
}

function isMeant({ name, tool }: ParamPart, skill: SkillPart, path: NodePath, { names }: SpecDraft): boolean {
  const [key, at] = path;
  if (key !== 'steps' || typeof at !== 'number') return false;
  const named = namedIn({ steps: [skill.spec.steps[at] ?? ''] }).map(({ word }) => word);
  const tools = new Set(named.filter((word) => names.tools.has(word)));
  const answer = JSON.stringify([tool.spec.returns, behaviorsOf(tool.spec).map(({ result }) => result)]);
  return tools.size === 1 && tools.has(tool.spec.name) && !answer.includes(`"${name}"`);
}
