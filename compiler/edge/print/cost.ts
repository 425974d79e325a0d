/** The tokens that a model reads before its first call: estimates for tools, servers and skills. */
import { estimateTokens } from '../../check/description.ts';
import { skillMd } from '../../emit/skill/skill-md.ts';
import { listedTokens } from '../../plan/description.ts';
import type { Plan } from '../../plan/model.ts';

/** A table for people, the dearest tools first. */
export function costTable({ servers, skills }: Plan): string {
  const rows = [
    ...servers.flatMap(({ name, tools }) => {
      const priced = tools
        .map((tool) => ({ name: tool.name, tokens: listedTokens(tool) }))
        .sort((a, b) => b.tokens - a.tokens);
      const sum = priced.reduce((total, { tokens }) => total + tokens, 0);
      return [{ name: `server ${name}`, tokens: sum }, ...priced.map((tool) => ({ ...tool, name: `  ${tool.name}` }))];
    }),
    ...skills.flatMap((skill) => [
      { name: `skill ${skill.name}`, tokens: estimateTokens(skillMd(skill)) },
      { name: '  description (always loaded)', tokens: estimateTokens(skill.description.text) },
    ]),
  ];
  const width = Math.max(...rows.map(({ name }) => name.length), 0);
  return `Estimated tokens:\n${rows.map(({ name, tokens }) => `${name.padEnd(width)}  ${String(tokens).padStart(6)}`).join('\n')}\n\n`;
}
