/** Titles that are derived from the name and change with it. */
import { titleOf } from '../../plan/names.ts';
import type { Pair } from '../change.ts';

interface Titled {
  readonly name: string;
  readonly title?: string;
}

/** Both titles are derived from the names. */
export function haveDerivedTitles({ before, after }: Pair<Titled>): boolean {
  return [before, after].every((one) => one?.title === titleOf(one?.name ?? ''));
}
