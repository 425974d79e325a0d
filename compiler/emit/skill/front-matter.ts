/** Front matter of SKILL.md: the six fields of Agent Skills, every value double-quoted on one line. */
import type { SkillPlan } from '../../plan/model.ts';
import { compareText } from '../../diagnostic.ts';
import { visible } from '../code.ts';

/** The block with its `---` lines. Readers that cut the file at any `---` find none inside (ADR 0005). */
export function frontMatter(skill: SkillPlan): string {
  const metadata = { ...skill.metadata, version: skill.version };
  const lines = [
    `name: ${quote(skill.name)}`,
    `description: ${quote(skill.description.text)}`,
    ...(skill.license === undefined ? [] : [`license: ${quote(skill.license)}`]),
    ...(skill.compatibility === undefined ? [] : [`compatibility: ${quote(skill.compatibility)}`]),
    'metadata:',
    ...Object.entries(metadata)
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, value]) => `  ${quote(key)}: ${quote(value)}`),
    ...(skill.allowed_tools === undefined ? [] : [`allowed-tools: ${quote(skill.allowed_tools.join(' '))}`]),
  ];
  return ['---', ...lines, '---', ''].join('\n');
}

/** A JSON string is a YAML double-quoted scalar; what YAML readers would fold, refuse or cut at is escaped. */
function quote(text: string): string {
  return visible(JSON.stringify(text)).replaceAll('---', '-\\x2d-');
}
