/** A deprecation names an existing successor, and leaves time to migrate. */
import { qualifiedName } from '../../check/tool-names.ts';
import { namesOfPlan } from '../../plan/named-tools.ts';
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
  const found = namesOfPlan(plan).resolve(deprecated.use, [server]);
  const others = found.filter((one) => one.server !== server || one.tool !== name);
  const earliest = addDays(deprecated.since, periodDays);
  return [
    ...(others.length === 1
      ? []
      : [
          {
            target: target('use'),
            says: `Tool "${name}" is deprecated in favor of "${deprecated.use}", which ${others.length === 0 ? 'does not exist' : 'is the name of several tools'}.`,
            ...(others.length > 1 && { next: `Set \`use\` to ${others.map(qualifiedName).join(' or ')}.` }),
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
