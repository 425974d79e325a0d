/** One file of a host as its data, or why the host does not read it. */
import type { Format } from '../../hosts/format.ts';
import { entryAt } from '../../install/edit.ts';
import type { Problem } from '../../install/editor.ts';
import { Failure } from '../command-line/failure.ts';
import { readRegular } from '../inside/read.ts';
import { statsOf } from '../inside/place.ts';

type HostFile = { readonly value: unknown } | { readonly problem: Problem; readonly text: string };

/** A file that is not there has nothing in it. */
export function readHostFile(path: string, format: Format): HostFile {
  if (!statsOf(path)) return { value: {} };
  try {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readRegular(path));
    const read = entryAt(text, format, []);
    return 'problem' in read ? { ...read, text } : { value: read.value ?? {} };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: { at: 0, message: error.message, hint: error.hint }, text: '' };
  }
}
