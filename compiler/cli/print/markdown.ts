/** Diagnostics as Markdown: a comment for a pull request. */
import { placeOf, summarise } from './printer.ts';
import type { Printer } from './printer.ts';

export const printMarkdown: Printer = (diagnostics, context) => {
  const { errors, warnings } = summarise(diagnostics);
  if (diagnostics.length === 0) return '### Haft: nothing to correct\n';
  const rows = diagnostics.map(({ code, severity, message, span, hint = '' }) => {
    const { line, column } = placeOf(span, context).start;
    return `| ${severity} | \`${cell(context.show(span.file))}:${line}:${column}\` | ${cell(message)} | ${cell(hint)} | \`${code}\` |`;
  });
  const head = `### Haft: ${errors} errors, ${warnings} warnings`;
  return [head, '', '| | where | what | next step | rule |', '|---|---|---|---|---|', ...rows, ''].join('\n');
};

/** Text of a spec stays text: no table break, no tag, no mention of a person. */
function cell(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>|~#]/g, (character) => `\\${character}`)
    .replaceAll('@', '@\u200b')
    .replaceAll(/\s+/g, ' ');
}
