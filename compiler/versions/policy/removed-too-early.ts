/** A deprecated tool remains until its removal date. */
import { commandName } from '../../plan/named-tools.ts';
import { daysBetween } from '../../base/calendar.ts';
import type { PolicyRule } from './policy.ts';

export const removedTooEarly: PolicyRule = {
  id: 'version/removed-too-early',
  says: 'A deprecated tool must remain until its removal date.',
  why: 'Callers plan by the announced date.',
  next: 'Run `haft bump --restore <tool>`, and remove it on that date or later.',
  source: 'EXT §9 rule 2',
  locked: true,
  judge({ before: released, pairs, dates: { today } }) {
    return pairs.tool.flatMap(({ before, after, renamed, server }) => {
      const isThere = after !== undefined && renamed === false;
      if (!before?.deprecated || isThere || today >= before.deprecated.remove_after) return [];
      const left = daysBetween(today, before.deprecated.remove_after);
      const command = `haft bump --restore ${commandName({ server, tool: before.name }, released)}`;
      return [
        {
          target: { server, tool: after?.name ?? before.name, path: [] },
          says: `Tool "${before.name}" must remain until ${before.deprecated.remove_after} (${left} ${left === 1 ? 'day' : 'days'} left).`,
          command,
          next: `Run \`${command}\`, and remove it on ${before.deprecated.remove_after} or later.`,
        },
      ];
    });
  },
};
