/** The rows below the decisions: what is folded, evals, meanings, dates and versions. */
import { pluralize } from '../../base/text/pluralize.ts';
import { digest, knownVersions } from './digest.ts';
import { gatherBy } from '../../base/groups.ts';
import type { ChangeReport, PlacedChange } from './report.ts';
import { ownerOf } from './rows.ts';

/** How a format writes what it did not make itself. */
interface Writing {
  readonly name: (name: string) => string;
  readonly reason: (reason: string) => string;
  readonly day: (day: string) => string;
}

/** Only rows with entries. */
export function summaryRows(report: ChangeReport, writing: Writing): [label: string, entries: readonly string[]][] {
  const { name: written, day } = writing;
  const countedTexts = (texts: ChangeReport['texts']): string[] =>
    gatherBy(texts, ({ tool }) => tool).map((own) => `${written(own[0].tool)} (${pluralize(own.length, 'text')})`);
  const stale = report.staleEvals.map(({ kind, name, cases }) => {
    return `${kind} ${written(name)} (${pluralize(cases, 'case')})`;
  });
  const deprecated = report.deprecated.map(({ tool, use, daysLeft, removeAfter }) => {
    const status = daysLeft < 0 ? 'can be removed' : `${pluralize(daysLeft, 'day')} left`;
    return `${written(tool)}: ${status} (${day(removeAfter)}), use ${written(use)}`;
  });
  const rows: [string, readonly string[]][] = [
    ...digest(report).folded.map(({ title, changes }): [string, readonly string[]] => [
      title,
      title === 'Safe' ? [pluralize(changes.length, 'change')] : countedOwners(changes, written),
    ]),
    ['Stale evals', stale],
    ['Undecided meaning', countedTexts(report.texts.filter(({ decision }) => !decision))],
    ['Same meaning', sameMeaning(report, writing)],
    ['Deprecated', deprecated],
    ['Versions', knownVersions(report).map((advice) => versionText(advice, written))],
  ];
  return rows.filter(([, entries]) => entries.length > 0);
}

function countedOwners(changes: readonly PlacedChange[], written: Writing['name']): string[] {
  return gatherBy(changes, ownerOf)
    .toSorted((a, b) => b.length - a.length)
    .map((own) => `${written(ownerOf(own[0]))} (${own.length})`);
}

/** `harbor 1.4.0 ⇒ 2.0.0`: released, and required; the current one where it is lower. */
export function versionText(advice: ChangeReport['versions'][number], written: Writing['name']): string {
  const { name, released, written: current, suggested, enough } = advice;
  const now = enough || current === released ? '' : `, now ${written(current)}`;
  return `${written(name)} ${written(released)} ⇒ ${written(enough ? current : suggested)}${now}`;
}

/** A reason once, with all tools for which it was given. */
function sameMeaning({ texts }: ChangeReport, { name, day, reason }: Writing): string[] {
  const decided = texts.flatMap(({ decision }) => (decision ? [decision] : []));
  return gatherBy(decided, (one) => JSON.stringify([one.reason, one.date])).map((own) => {
    const tools = [...new Set(own.map(({ tool }) => name(tool)))].join(' and ');
    return `${tools} (${pluralize(own.length, 'text')}): ${reason(own[0].reason)} (${day(own[0].date)})`;
  });
}

/** What a reader has to know about the comparison, and approvals that do not count. */
export function noteLines({ notes = [], ignored = [] }: ChangeReport): string[] {
  const unused = ignored.map(({ approval, because }) => {
    return `The approval of "${approval.change}" by ${approval.by} does not count: ${because}.`;
  });
  return [...notes, ...unused];
}
