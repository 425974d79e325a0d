/** One part of a description as one text; adjacent cases are several sentences. */
import type { Description, HashedPart } from '../../plan/model.ts';
import type { Pair } from '../change.ts';
import { type ReportChange, reportChanged } from './changed.ts';

export function wholePart({ parts }: Description, wanted: HashedPart['part']): string | undefined {
  const own = parts.filter(({ part }) => part === wanted);
  return own.length === 0 ? undefined : own.map(({ text }) => text).join(' ');
}

/** Reports this part of the description where it reads differently. */
export function partChanged(
  part: HashedPart['part'],
): (pair: Pair<{ readonly description: Description }>, found: ReportChange) => void {
  return (pair, found) =>
    reportChanged(pair, found, ['description', part], ({ description }) => wholePart(description, part));
}
