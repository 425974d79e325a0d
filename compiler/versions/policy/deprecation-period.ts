/** Callers have the deprecation period from the day on which they can learn of a deprecation, whatever dates it names. */
import { addDays } from '../../base/calendar.ts';
import type { Deprecation } from '../../plan/model.ts';
import { plannedTool } from '../../plan/named-tools.ts';
import type { PolicyDates, PolicyRule } from './policy.ts';

/** Days from an edit to its release that do not count; never more than half of the period. */
const REVIEW_DAYS = 30;

export const deprecationPeriod: PolicyRule = {
  id: 'version/deprecation-period',
  says: 'A new deprecation must leave callers the deprecation period, and released dates must not become earlier.',
  why: 'Callers plan by the dates of a release: a period that started before they could see it leaves them no time.',
  next: 'Set `remove_after` to a later date.',
  source: 'EXT §9 rule 2',
  locked: true,
  when: 'review',
  judge({ pairs, dates }) {
    return pairs.tool.flatMap(({ before, after, server }) => {
      if (!before || !after?.deprecated) return [];
      const { name, deprecated } = after;
      const last = dates.announced && plannedTool(dates.announced, { server, tool: name });
      const released = before.deprecated ?? last?.tool.deprecated;
      const problems = released ? earlier(name, released, deprecated) : tooSoon(name, deprecated, dates);
      return problems.map(({ key, says, next }) => {
        return { target: { server, tool: name, path: ['deprecated', key] }, says, next };
      });
    });
  },
};

interface Problem {
  readonly key: keyof Deprecation;
  readonly says: string;
  readonly next: string;
}

function earlier(name: string, before: Deprecation, after: Deprecation): Problem[] {
  return (['since', 'remove_after'] as const)
    .filter((key) => after[key] < before[key])
    .map((key) => ({
      key,
      says: `Tool "${name}" was released with \`${key}: ${before[key]}\`, and has the earlier date ${after[key]} now.`,
      next: `Set \`${key}\` to ${before[key]} or later.`,
    }));
}

/** What is deprecated for the first time is not deprecated in what callers have. */
function tooSoon(
  name: string,
  { remove_after: end }: Deprecation,
  { today, commit, periodDays }: PolicyDates,
): Problem[] {
  const firstDay = commit && commit.day < today ? commit.day : today;
  if (addDays(end, Math.min(REVIEW_DAYS, Math.floor(periodDays / 2))) >= addDays(firstDay, periodDays)) return [];
  const says = `The removal date ${end} of tool "${name}" leaves callers less than the ${periodDays}-day deprecation period.`;
  return [{ key: 'remove_after', says, next: `Set \`remove_after\` to ${addDays(today, periodDays)} or later.` }];
}
