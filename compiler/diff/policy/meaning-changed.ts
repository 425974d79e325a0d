/** The meaning of a released parameter does not change under its name. */
import { meaningOf } from './meaning.ts';
import type { PolicyRule } from './policy.ts';

export const meaningChanged: PolicyRule = {
  id: 'version/meaning-changed',
  says: 'What a parameter of a released tool means does not change.',
  why: 'Callers keep sending what the old words asked for: nothing fails, and the answers are wrong.',
  next: 'Run "haft bump <tool>" if the meaning changed. If only the words did, write above it: # haft-ignore version/meaning-changed until <date>: <why it means the same>.',
  source: 'EXT §9 rule 2',
  judge({ pairs }) {
    return pairs.schema.flatMap(({ before, after, side, path, name, tool }) => {
      if (
        side !== 'argument' ||
        !before?.description ||
        !after?.description ||
        before.description === after.description
      )
        return [];
      const [old, now] = [meaningOf(before.description), meaningOf(after.description)];
      const changed = Object.keys(old).filter((aspect) => old[aspect] !== now[aspect]);
      if (changed.length === 0) return [];
      const told = changed.map((aspect) => `${aspect}: ${old[aspect] || 'none'} → ${now[aspect] || 'none'}`).join('; ');
      const target = { server: tool.server, tool: tool.after?.name ?? '', path: [...path, 'description'] };
      const next = `Run "haft bump ${target.tool}" if the meaning changed. If only the words did, write above it: # haft-ignore version/meaning-changed until <date>: <why it means the same>.`;
      return [{ target, next, says: `The text of parameter "${name}" seems to mean something else (${told}).` }];
    });
  },
};
