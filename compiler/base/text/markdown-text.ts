/** Escapes text of a spec for GitHub's Markdown. */
import { cut, oneLine } from './escape.ts';

/** One line of limited length, escaped so that it starts no markup, tag, table cell, formula, mention or reference. */
export function markdownText(text: string, most = 300): string {
  return escapeMarkdown(oneLine(cut(text, most)));
}

/** Escapes a text without changing white space. */
export function escapeMarkdown(text: string): string {
  return withoutLinks(text.replaceAll(/[\\`*_{}[\]<>|~#&!$]/g, (character) => `\\${character}`));
}

/** A name, path or value as code; its content is escaped like any text. */
export function markdownCode(text: string, most = 120): string {
  return `<code>${markdownText(text, most)}</code>`;
}

/** To be copied, so without escapes: no markup is read between backticks. */
export function markdownCommand(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest === 0 ? '' : ' ';
  return `${fence}${pad}${oneLine(text)}${pad}${fence}`;
}

/** For a block of HTML, where Markdown is not read. */
export function htmlInMarkdown(text: string, most = 300): string {
  const escaped = oneLine(cut(text, most)).replaceAll(/[&<>"]/g, (character) => NAMED[character] ?? character);
  return withoutLinks(escaped.replaceAll('#', '#\u200b').replaceAll('$', '$\u200b'));
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A space without width keeps GitHub from mentioning people, closing issues, drawing faces and setting formulas. */
function withoutLinks(text: string): string {
  return text
    .replaceAll(/[@$]|:(?=[\w+-]+:)|#(?=\d)/g, (character) => `${character}\u200b`)
    .replaceAll(/\b(GH-|https?:|www\.)/gi, (start) => `${start}\u200b`);
}
