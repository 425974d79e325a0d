/** What the user has set: the folders, and the limits of the work on one file. */
import { delimiter, isAbsolute } from 'node:path';
import type { Outcome } from './problem.ts';

export interface Settings extends Limits {
  readonly folders: readonly string[];
}

export interface Limits {
  readonly seconds: number;
  readonly megabytes: number;
}

type Env = Readonly<Record<string, string | undefined>>;

export function readSettings(env: Env): Outcome<Settings> {
  const folders = (env['PDF_FOLDERS'] ?? '').split(delimiter).filter((folder) => folder.trim() !== '');
  if (folders.length === 0) return { problem: 'folders_not_set' };
  const partial = folders.find((folder) => !isAbsolute(folder));
  if (partial !== undefined) return invalid(`PDF_FOLDERS names "${partial}", which is not a whole path`);
  const seconds = wholeNumber(env['PDF_SECONDS'], 20);
  if (!(seconds >= 1 && seconds <= 50)) return invalid('PDF_SECONDS must be a whole number from 1 to 50');
  const megabytes = wholeNumber(env['PDF_MEMORY_MB'], 512);
  if (!(megabytes >= 64 && megabytes <= 1024)) return invalid('PDF_MEMORY_MB must be a whole number from 64 to 1024');
  return { value: { folders, seconds, megabytes } };
}

/** NaN, which is within no bounds, where the text is no number. */
function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

function invalid(detail: string): Outcome<Settings> {
  return { problem: 'setting_invalid', detail };
}
