/** Reads `haft.imports.json`. */
import { join } from 'node:path';
import { type ImportRecords, NO_IMPORTS, readImports } from '../../check/analysis/imported/import-record.ts';
import { Failure } from '../command-line/failure.ts';
import { bordersOf, statsOf } from '../project-files/place.ts';
import { parseJson, readText } from './contract.ts';

export const IMPORTS = 'haft.imports.json';

/** Nothing before the first import. */
export function loadImports(root: string): ImportRecords {
  const path = join(root, IMPORTS);
  if (!statsOf(path)) return NO_IMPORTS;
  const read = readImports(parseJson(readText(path, bordersOf({ root })), path));
  if ('imports' in read) return read.imports;
  throw new Failure(
    `"${path}" does not contain valid imports: ${read.problem}.`,
    read.hint ?? 'Restore it from version control.',
  );
}
