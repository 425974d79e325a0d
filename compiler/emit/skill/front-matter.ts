/** Front matter of SKILL.md: the six fields of Agent Skills, every value double-quoted on one line. */
import { isObject } from '@haft/runtime/language';
import type { JsonObject } from '@haft/runtime/language';
import { compareText } from '../../diagnostic.ts';
import type { SkillPlan } from '../../plan/model.ts';
import { INVISIBLE } from '../../text.ts';

/** What is in the front matter, in order. */
export function frontMatterOf(skill: SkillPlan): JsonObject {
  return {
    name: skill.name,
    description: skill.description.text,
    ...(skill.license !== undefined && { license: skill.license }),
    ...(skill.compatibility !== undefined && { compatibility: skill.compatibility }),
    metadata: { ...skill.metadata, version: skill.version },
    ...(skill.allowed_tools && { 'allowed-tools': skill.allowed_tools.join(' ') }),
  };
}

/** The block with its `---` lines. Readers that cut the file at any `---` find none inside (ADR 0005). */
export function frontMatter(skill: SkillPlan): string {
  const lines = Object.entries(frontMatterOf(skill)).flatMap(([key, value]) => {
    if (!isObject(value)) return field(key, value);
    const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
    return [`${key}:`, ...members.map(([name, text]) => `  ${field(quote(name), text)}`)];
  });
  return ['---', ...lines, '---', ''].join('\n');
}

function field(key: string, value: unknown): string {
  return `${key}: ${quote(String(value))}`;
}

/** A JSON string is a YAML double-quoted scalar; what YAML readers would fold, reject or cut at is escaped in YAML's way. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(INVISIBLE, escaped).replaceAll('--', '-\\x2d');
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
