/** The HTML files that specs name as pages of views. */
import type { SourceFile } from '../../base/diagnostic.ts';
import { memoizeBy } from '../../base/memo.ts';

/** Whether a path is named in a spec of its folder, or of one above it, by the looks of the text: it need not be valid. */
export function viewPagesOf(
  specs: readonly { readonly path: string; readonly source: SourceFile | undefined }[],
): (path: string) => boolean {
  const named = new Set(
    specs.flatMap(({ path, source }) => {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      return source ? pagesIn(source).map((name) => folder + name) : [];
    }),
  );
  return (path) => named.has(path);
}

const pagesIn = memoizeBy(({ text }: SourceFile): readonly string[] =>
  // Most specs have none, and reading all words of a project at each save costs more than compiling the save.
  text.includes('.html')
    ? (text.match(/[\w./-]+/g) ?? []).filter((name) => name.endsWith('.html') && !name.startsWith('/'))
    : [],
);
