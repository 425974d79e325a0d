/** One file of a host as its data, or why the host does not read it. */
import type { FileSyntax } from '../../../../spec/hosts/format.ts';
import { entryAt } from '../../../../emit/host-files/edit.ts';
import type { EditProblem } from '../../../../emit/host-files/editor.ts';
import { unlessFailed } from '../../../../edge/command-line/failure.ts';
import { readRegular } from '../../../../edge/project-files/read.ts';
import { statsOf } from '../../../../edge/project-files/place.ts';

export type HostFile = { readonly value: unknown } | { readonly problem: EditProblem; readonly text: string };

/** A file that is not there has nothing in it. */
export function readHostFile(path: string, format: FileSyntax): HostFile {
  const read = (): HostFile => {
    if (!statsOf(path)) return { value: {} };
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readRegular(path));
    const outcome = entryAt(text, format, []);
    return 'problem' in outcome ? { ...outcome, text } : { value: outcome.value ?? {} };
  };
  return unlessFailed(read, ({ message, hint }) => ({ problem: { at: 0, message, hint }, text: '' }));
}
