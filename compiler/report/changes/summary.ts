/** The rows of the summary of a report of changes: who is affected in which way. */
import { pluralize } from '../../base/text/pluralize.ts';
import { type Affected, digest } from './digest.ts';
import { gatherBy } from './group.ts';
import type { ChangeReport } from './report.ts';

export type SummaryLabel =
  | 'Not allowed'
  | 'Breaking'
  | 'Possibly breaking'
  | 'Results may differ'
  | 'Visible to models'
  | 'Stale evals'
  | 'Undecided meaning'
  | 'Same meaning'
  | 'Deprecated'
  | 'Versions';

/** How a format writes what it did not make itself. */
interface Writing {
  readonly name: (name: string) => string;
  readonly reason: (reason: string) => string;
  readonly day: (day: string) => string;
  readonly version: (advice: ChangeReport['versions'][number]) => string;
}

/** Only rows with entries, the most severe first. */
export function summaryRows(report: ChangeReport, writing: Writing): [SummaryLabel, readonly string[]][] {
  const { notAllowed, breaks, undecided, differs, sees } = digest(report);
  const { name: written, day, version } = writing;
  const counted = (all: readonly Affected[]): string[] =>
    all.map(({ name, changes }) => `${written(name)}${changes.length > 1 ? ` (${changes.length})` : ''}`);
  const countedTexts = (texts: ChangeReport['texts']): string[] =>
    gatherBy(texts, ({ tool }) => tool).map(
      (own) => `${written(own[0]?.tool ?? '')} (${pluralize(own.length, 'text')})`,
    );
  const rows: [SummaryLabel, readonly string[]][] = [
    ['Not allowed', counted(notAllowed)],
    ['Breaking', counted(breaks)],
    ['Possibly breaking', counted(undecided)],
    ['Results may differ', counted(differs)],
    ['Visible to models', counted(sees)],
    [
      'Stale evals',
      report.staleEvals.map(({ kind, name, cases }) => `${kind} ${written(name)} (${pluralize(cases, 'case')})`),
    ],
    ['Undecided meaning', countedTexts(report.texts.filter(({ decision }) => !decision))],
    ['Same meaning', sameMeaning(report, writing)],
    [
      'Deprecated',
      report.deprecated.map(({ tool, use, daysLeft, removeAfter }) => {
        const left = daysLeft < 0 ? 'can be removed' : `${pluralize(daysLeft, 'day')} left`;
        return `${written(tool)}: ${left} (${day(removeAfter)}), use ${written(use)}`;
      }),
    ],
    ['Versions', report.versions.map(version)],
  ];
  return rows.filter(([, entries]) => entries.length > 0);
}

/** A reason once, with all tools for which it was given. */
function sameMeaning({ texts }: ChangeReport, { name, day, reason }: Writing): string[] {
  const decided = texts.flatMap(({ decision }) => (decision ? [decision] : []));
  return gatherBy(decided, (one) => JSON.stringify([one.reason, one.date])).map((own) => {
    const tools = [...new Set(own.map(({ tool }) => name(tool)))].join(' and ');
    return `${tools} (${pluralize(own.length, 'text')}): ${reason(own[0]?.reason ?? '')} (${day(own[0]?.date ?? '')})`;
  });
}
