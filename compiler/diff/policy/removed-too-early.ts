/** A deprecated tool stays until its period is over. */
import { daysBetween } from '../../calendar.ts';
import type { PolicyRule } from './policy.ts';

export const removedTooEarly: PolicyRule = {
  id: 'version/removed-too-early',
  says: 'A deprecated tool stays until the day that was promised.',
  why: 'The date in the deprecation is what callers plan by.',
  next: 'Bring it back until that day.',
  source: 'EXT §9 rule 2',
  judge({ pairs, dates: { today } }) {
    return pairs.tool.flatMap(({ before, after, server }) => {
      if (!before?.deprecated || after || today >= before.deprecated.remove_after) return [];
      const left = daysBetween(today, before.deprecated.remove_after);
      return [
        {
          target: { server, tool: before.name, path: [] },
          says: `Tool "${before.name}" was to stay until ${before.deprecated.remove_after}, ${left} more days.`,
        },
      ];
    });
  },
};
