/** A deprecation names an existing successor, and leaves time to migrate. */
import { memoizeBy } from '../../base/memo.ts';
import type { Deprecation, Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { addDays } from '../../base/calendar.ts';
import type { PolicyRule, Violation } from './policy.ts';

export const deprecationComplete: PolicyRule = {
  id: 'version/deprecation-complete',
  says: 'A deprecation must name an existing successor and leave enough time to migrate.',
  why: 'The tool that the deprecation names must exist, and people need the deprecation period of the project.',
  next: 'Set `use` to an existing tool and `remove_after` to a later date.',
  source: 'EXT §9 rule 2',
  judge({ after, dates: { periodDays } }) {
    return after.servers.flatMap((server) =>
      deprecatedOf(server).flatMap((tool) => problems(tool, server.name, after, periodDays)),
    );
  },
};

interface DeprecatedTool extends ToolPlan {
  readonly deprecated: Deprecation;
}

const deprecatedOf = memoizeBy(({ tools }: ServerPlan) => {
  return tools.filter((tool): tool is DeprecatedTool => tool.deprecated !== undefined);
});

function problems({ deprecated, name }: DeprecatedTool, server: string, plan: Plan, periodDays: number): Violation[] {
  const target = (key: string): Violation['target'] => ({ server, tool: name, path: ['deprecated', key] });
  const known = plan.servers.some(({ tools }) =>
    tools.some((other) => other.name === deprecated.use && other.name !== name),
  );
  const earliest = addDays(deprecated.since, periodDays);
  return [
    ...(known
      ? []
      : [
          {
            target: target('use'),
            says: `Tool "${name}" is deprecated in favor of "${deprecated.use}", which does not exist.`,
          },
        ]),
    ...(deprecated.remove_after >= earliest
      ? []
      : [
          {
            target: target('remove_after'),
            says: `Tool "${name}" has the removal date ${deprecated.remove_after}, which is before the end of the ${periodDays}-day deprecation period.`,
            next: `Set \`remove_after\` to ${earliest} or later.`,
          },
        ]),
  ];
}
