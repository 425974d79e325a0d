/** The HTML files that specs name as pages of views. */
import type { SourceFile } from '../../base/diagnostic.ts';
import { memoizeBy } from '../../base/memo.ts';

/** Whether a path is named in a spec of its folder, or of one above it, by the looks of the text: it need not be valid. */
export function viewPagesOf(
  specs: readonly { readonly path: string; readonly source: SourceFile | undefined }[],
): (path: string) => boolean {
  const named = new Set(
    specs.flatMap(({ path, source }) => {
      const names = source ? pagesIn(source) : [];
      return names.map((name) => path.slice(0, path.lastIndexOf('/') + 1) + name);
    }),
  );
  return (path) => named.has(path);
}

const pagesIn = memoizeBy(({ text }: SourceFile): readonly string[] => {
  const names = text.includes('.html') ? (text.match(/[\w./-]+/g) ?? []) : [];
  return names.filter((name) => name.endsWith('.html') && !name.startsWith('/'));
});
