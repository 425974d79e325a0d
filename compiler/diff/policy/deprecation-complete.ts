/** A deprecation names a successor that is there, and leaves time. */
import { oncePer } from '../../once.ts';
import type { Deprecation, Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { addDays } from '../../calendar.ts';
import type { PolicyRule, Violation } from './policy.ts';

export const deprecationComplete: PolicyRule = {
  id: 'version/deprecation-complete',
  says: 'A deprecation names a successor that is there, and leaves the period to move to it.',
  why: 'A model that is told to use something else has to find it; people need the time that the project promises.',
  next: 'Name an existing tool under "use:", and a later day under "remove_after:".',
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

const deprecatedOf = oncePer(({ tools }: ServerPlan) => {
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
            says: `Tool "${name}" is deprecated in favour of "${deprecated.use}", which is not there.`,
          },
        ]),
    ...(deprecated.remove_after >= earliest
      ? []
      : [
          {
            target: target('remove_after'),
            says: `Tool "${name}" may be removed ${deprecated.remove_after}, before the period of ${periodDays} days is over.`,
            next: `Write remove_after: ${earliest} or later.`,
          },
        ]),
  ];
}
