/** A deprecated tool remains until its removal date. */
import { daysBetween } from '../../calendar.ts';
import type { PolicyRule } from './policy.ts';

export const removedTooEarly: PolicyRule = {
  id: 'version/removed-too-early',
  says: 'A deprecated tool must remain until its removal date.',
  why: 'Callers plan by the announced date.',
  next: 'Restore it until that date.',
  source: 'EXT §9 rule 2',
  judge({ pairs, dates: { today } }) {
    return pairs.tool.flatMap(({ before, after, server }) => {
      if (!before?.deprecated || after || today >= before.deprecated.remove_after) return [];
      const left = daysBetween(today, before.deprecated.remove_after);
      return [
        {
          target: { server, tool: before.name, path: [] },
          says: `Tool "${before.name}" must remain until ${before.deprecated.remove_after} (${left} days left).`,
        },
      ];
    });
  },
};
