/** The meaning of a released parameter does not change under its name. */
import { contradictions } from './meaning.ts';
import type { PolicyRule } from './policy.ts';

export const meaningChanged: PolicyRule = {
  id: 'version/meaning-changed',
  says: 'The meaning of a parameter of a released tool must not change.',
  why: 'Callers keep sending what the old description asked for: nothing fails, but the answers are wrong.',
  next: 'If the meaning changed, run `haft bump <tool>`. If only the wording changed, add above it: # haft-ignore version/meaning-changed until <date>: <reason>.',
  source: 'EXT §9 rule 2',
  severity: 'warning',
  judge({ pairs }) {
    return pairs.schema.flatMap(({ before, after, side, path, name, tool }) => {
      if (
        side !== 'argument' ||
        !before?.description ||
        !after?.description ||
        before.description === after.description
      )
        return [];
      const changed = contradictions(before.description, after.description);
      if (changed.length === 0) return [];
      const summary = changed.map((one) => `${one.aspect}: ${one.before} → ${one.after}`).join('; ');
      const target = { server: tool.server, tool: tool.after?.name ?? '', path: [...path, 'description'] };
      const next = `If the meaning changed, run \`haft bump ${target.tool}\`. If only the wording changed, add above it: # haft-ignore version/meaning-changed until <date>: <reason>.`;
      return [{ target, next, says: `The meaning of parameter "${name}" may have changed (${summary}).` }];
    });
  },
};
