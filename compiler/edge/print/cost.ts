/** The tokens that a model reads before its first call: estimates for tools, servers and skills. */
import { estimateTokens } from '../../check/description.ts';
import { skillMd } from '../../emit/skill/skill-md.ts';
import type { Plan, ToolPlan } from '../../plan/model.ts';

/** A table for people, the dearest tools first. */
export function costTable({ servers, skills }: Plan): string {
  const rows = [
    ...servers.flatMap(({ name, tools }) => {
      const priced = tools
        .map((tool) => ({ name: tool.name, tokens: toolTokens(tool) }))
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

/** What `tools/list` shows of a tool to the model. */
function toolTokens({ name, title, description, inputSchema }: ToolPlan): number {
  return estimateTokens(JSON.stringify({ name, title, description: description.text, inputSchema }));
}
