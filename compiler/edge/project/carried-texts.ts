/** The texts of files of skills in which something was found: messages quote their lines. */
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import type { Sources } from './read-sources.ts';

/** With those of the specs. */
export function textsWithCarried(
  { texts, files, specs }: Sources,
  found: readonly Diagnostic[],
): readonly SourceFile[] {
  const known = new Set([...texts, ...specs].map(({ path }) => path));
  const wanted = new Set(found.map(({ span }) => span.file).filter((file) => !known.has(file)));
  if (wanted.size === 0) return texts;
  // As `check` decodes them, so that places fit.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const carried = files.filter(({ path }) => wanted.has(path));
  return [...texts, ...carried.map(({ path, bytes }) => ({ path, text: decoder.decode(bytes) }))];
}
