/** Titles and parts of descriptions as texts; adjacent cases are several sentences. */
import type { Description, HashedPart } from '../../plan/model.ts';
import { titleOf } from '../../plan/names.ts';
import type { Detect, HasName, Pair, RenamedPair } from '../change.ts';
import { type ReportChange, reportChanged } from './changed.ts';

export function wholePart({ parts }: Description, wanted: HashedPart['part']): string | undefined {
  const own = parts.filter(({ part }) => part === wanted);
  return own.length === 0 ? undefined : own.map(({ text }) => text).join(' ');
}

/** Reports this part of the description where it reads differently. */
export function partChanged(part: HashedPart['part']): Detect<Pair<{ readonly description: Description }>> {
  return (pair, report) =>
    reportChanged(pair, report, ['description', part], ({ description }) => wholePart(description, part));
}

interface Titled extends HasName {
  readonly title?: string;
}

/** Changes of titles, except of those that are derived from a name. */
export function titleChanged(pair: RenamedPair<Titled>, report: ReportChange): void {
  const isDerived = [pair.before, pair.after].every((one) => one?.title === titleOf(one?.name ?? ''));
  if (!pair.renamed || !isDerived) reportChanged(pair, report, ['title'], ({ title }) => title);
}
