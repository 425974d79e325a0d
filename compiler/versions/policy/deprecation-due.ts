/** The dates of a deprecation that have passed. */
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import type { PolicyRule, Violation } from './policy.ts';

export const deprecationDue: PolicyRule = {
  id: 'version/deprecation-due',
  says: 'A deprecation whose date has passed has a next step.',
  why: 'A date changes no file: the same specs compile to the same bytes on every day, so the step is an edit.',
  next: 'Remove the tool, or choose a later date.',
  source: 'EXT §9 rule 2',
  severity: 'note',
  when: 'check',
  judge({ after, dates: { today } }) {
    return after.servers.flatMap((server) => server.tools.flatMap((tool) => dueOf(tool, server, today)));
  },
};

function dueOf({ name, deprecated }: ToolPlan, { name: server }: ServerPlan, today: string): Violation[] {
  if (!deprecated) return [];
  const { remove_after: removeAfter, listed } = deprecated;
  const target = (key: string): Violation['target'] => ({ server, tool: name, path: ['deprecated', key] });
  if (removeAfter <= today)
    return [
      {
        target: target('remove_after'),
        says: `Tool "${name}" can be removed since ${removeAfter}.`,
        next: `Remove it, or set \`remove_after\` to a later date.`,
      },
    ];
  if (typeof listed !== 'string' || listed > today) return [];
  const says = `Tool "${name}" should not be listed since ${listed}.`;
  return [{ target: target('listed'), says, next: 'Set `listed` to false, or to a later date.' }];
}
