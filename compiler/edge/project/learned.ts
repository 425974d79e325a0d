/** Reads and writes `haft.databases.json`: what was learned of the tables that statements name. */
import { join } from 'node:path';
import type { SourceFile } from '../../base/diagnostic.ts';
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { memoizeByText } from '../../base/memo.ts';
import { type LearnedDatabases, learnedText, readLearned } from '../../check/analysis/tables/learned.ts';
import { bordersOf, statsOf } from '../project-files/place.ts';
import { writeWhole } from '../write/whole.ts';
import { parseJson, readText, validIn } from './contract.ts';

export const LEARNED = FILE_FORMATS.databases.file;

/** Nothing before the first `haft databases --learn`. */
export function loadLearned(root: string): LearnedDatabases | undefined {
  const path = join(root, LEARNED);
  return statsOf(path) ? learnedIn({ path, text: readText(path, bordersOf({ root })) }) : undefined;
}

/** The same text gives the same object, by which findings are remembered. */
const learnedIn = memoizeByText(
  ({ text }: SourceFile) => text,
  ({ path, text }): LearnedDatabases => {
    const hint = 'Restore it from version control, or delete it and run `haft databases --learn`.';
    return validIn(readLearned(parseJson(text, path)), path, 'cannot be read', hint).learned;
  },
);

/** Whether the file changed. */
export function saveLearned(root: string, learned: LearnedDatabases): boolean {
  const path = join(root, LEARNED);
  const content = learnedText(learned);
  if (statsOf(path) && readText(path, bordersOf({ root })) === content) return false;
  writeWhole([{ path, content }]);
  return true;
}
