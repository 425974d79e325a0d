/** Reads and writes `haft.decisions.json`: which changed texts of released tools keep their meaning. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { isEqual } from '../../base/json.ts';
import { type Decision, decisionsText, readDecisions } from '../../versions/meaning/decisions.ts';
import { Failure } from '../command-line/failure.ts';
import { bordersOf, statsOf } from '../project-files/place.ts';
import { writeWhole } from '../write/whole.ts';
import { parseJson, readText } from './contract.ts';

export const DECISIONS = FILE_FORMATS.decisions.file;

/** @throws Failure with the reason why the file has none. */
export function loadDecisions(root: string): readonly Decision[] {
  const path = join(root, DECISIONS);
  return statsOf(path) ? parseDecisions(readText(path, bordersOf({ root })), path) : [];
}

export function parseDecisions(text: string, name: string): readonly Decision[] {
  const read = readDecisions(parseJson(text, name, 'Run `haft merge`: it keeps the decisions of both sides.'));
  if ('decisions' in read) return read.decisions;
  throw new Failure(
    `"${name}" does not contain valid decisions: ${read.problem}.`,
    read.hint ?? 'Restore it from version control.',
  );
}

/** Whether the file changed; without decisions there is none. */
export function saveDecisions(root: string, decisions: readonly Decision[]): boolean {
  const path = join(root, DECISIONS);
  if (existsSync(path) ? isEqual(loadDecisions(root), decisions) : decisions.length === 0) return false;
  writeWhole([{ path, content: decisionsText(decisions) }]);
  return true;
}
