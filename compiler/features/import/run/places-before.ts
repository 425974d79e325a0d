/** Places of findings in the specs as they are, where an update that would change them is only asked for. */
import type { Diagnostic, SourceFile, Span } from '../../../base/diagnostic.ts';
import { load } from '../../../spec/yaml/load.ts';

/** `findings` are placed in the specs `after` the update; a document that would be new is at the end of its file. */
export function placedBefore(
  findings: readonly Diagnostic[],
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): Diagnostic[] {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const [old, now] = [load(before).value.documents, load(after).value.documents];
  const spanBefore = (span: Span): Span => {
    const text = texts.get(span.file);
    if (text === undefined || after.some((one) => one.path === span.file && one.text === text)) return span;
    const own = now.filter(({ file }) => file === span.file);
    const index = own.findLastIndex((document) => document.at([]).start <= span.start);
    const [document, same] = [own[index], old.filter(({ file }) => file === span.file)[index]];
    if (!document || !same) return { ...span, start: text.length, end: text.length };
    const { path, part } = document.pathAt(span.start);
    return same.at(path, part);
  };
  return findings.map((finding) => ({
    ...finding,
    span: spanBefore(finding.span),
    ...(finding.related && { related: finding.related.map((one) => ({ ...one, span: spanBefore(one.span) })) }),
  }));
}
