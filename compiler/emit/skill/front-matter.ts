/** Front matter of SKILL.md: the six fields of Agent Skills, every value double-quoted on one line. */
import { type Json, type JsonObject, isObject } from '@haft/runtime/language';
import { compareText } from '../../base/diagnostic.ts';
import type { SkillPlan } from '../../plan/model.ts';
import { INVISIBLE } from '../../base/visible-text.ts';

/** What is in the front matter, in order. */
export function frontMatterOf(skill: SkillPlan): JsonObject {
  if (skill.frontMatter) return skill.frontMatter;
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
  if (skill.frontMatterSource !== undefined) return skill.frontMatterSource;
  if (skill.frontMatter) return ['---', ...block(skill.frontMatter, ''), '---', ''].join('\n');
  const lines = Object.entries(frontMatterOf(skill)).flatMap(([key, value]) => {
    if (!isObject(value)) return field(key, value);
    const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
    return [`${key}:`, ...members.map(([name, text]) => `  ${field(quote(name), text)}`)];
  });
  return ['---', ...lines, '---', ''].join('\n');
}

/** Any values, in block style: strict readers know no other (Agent Skills, skills-ref). */
function block(members: JsonObject, indent: string): string[] {
  return Object.entries(members).flatMap(([key, value]) => {
    const name = /^[A-Za-z][\w-]*$/.test(key) ? key : quote(key);
    if (isObject(value) && Object.keys(value).length > 0) return [`${indent}${name}:`, ...block(value, `${indent}  `)];
    if (!Array.isArray(value) || value.length === 0 || value.some((one) => typeof one === 'object'))
      return [`${indent}${name}: ${quote(value)}`];
    return [`${indent}${name}:`, ...value.map((one) => `${indent}  - ${quote(one)}`)];
  });
}

function field(key: string, value: unknown): string {
  return `${key}: ${quote(String(value))}`;
}

/** A JSON string is a YAML double-quoted scalar; what YAML readers would fold, reject or cut at is escaped in YAML's way. */
function quote(value: Json): string {
  return JSON.stringify(value).replaceAll(INVISIBLE, escapeCharacter).replaceAll('--', '-\\x2d');
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
