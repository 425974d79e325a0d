/** Changes of titles, except of those that are derived from a name. */
import { titleOf } from '../../plan/names.ts';
import type { Pair, Renaming } from '../change.ts';
import { type ReportChange, reportChanged } from './changed.ts';

interface Titled {
  readonly name: string;
  readonly title?: string;
}

export function titleChanged(pair: Pair<Titled> & { readonly renamed: Renaming }, found: ReportChange): void {
  const isDerived = [pair.before, pair.after].every((one) => one?.title === titleOf(one?.name ?? ''));
  if (!pair.renamed || !isDerived) reportChanged(pair, found, ['title'], ({ title }) => title);
}
