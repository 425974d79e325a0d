/** Front matter of SKILL.md: the six fields of Agent Skills, every value double-quoted on one line. */
import { compareText } from '../../diagnostic.ts';
import type { SkillPlan } from '../../plan/model.ts';
import { INVISIBLE } from '../../text.ts';

/** The block with its `---` lines. Readers that cut the file at any `---` find none inside (ADR 0005). */
export function frontMatter(skill: SkillPlan): string {
  const metadata = Object.entries({ ...skill.metadata, version: skill.version });
  const lines = [
    field('name', skill.name),
    field('description', skill.description.text),
    ...(skill.license === undefined ? [] : [field('license', skill.license)]),
    ...(skill.compatibility === undefined ? [] : [field('compatibility', skill.compatibility)]),
    'metadata:',
    ...metadata.sort(([a], [b]) => compareText(a, b)).map(([key, value]) => `  ${field(quote(key), value)}`),
    ...(skill.allowed_tools === undefined ? [] : [field('allowed-tools', skill.allowed_tools.join(' '))]),
  ];
  return ['---', ...lines, '---', ''].join('\n');
}

function field(key: string, value: string): string {
  return `${key}: ${quote(value)}`;
}

/** A JSON string is a YAML double-quoted scalar; what YAML readers would fold, refuse or cut at is escaped in YAML's way. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(INVISIBLE, escaped).replaceAll('--', '-\\x2d');
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
