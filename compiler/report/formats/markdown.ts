/** Markdown: a comment for a pull request. */
import { changesMarkdown } from '../changes/markdown.ts';
import type { Findings, PrintContext, ReportFormat } from '../format.ts';
import { placeOf } from '../entry.ts';
import { markdownCode, markdownText } from '../../base/text/markdown-text.ts';
import { countsOf, countsText } from '../findings/counts.ts';

/** GitHub accepts 65,536 characters in a comment. */
const MAX_LENGTH = 60_000;

export const markdown: ReportFormat = {
  findings: findingsMarkdown,
  changes: changesMarkdown,
};

function findingsMarkdown({ diagnostics, sources }: Findings, { show }: PrintContext): string {
  if (diagnostics.length === 0) return '### Haft: no problems found\n';
  const rows = diagnostics.map(({ code, severity, message, span, hint = '' }) => {
    const { file, columns } = placeOf(span, sources);
    const place = `${show(file)}:${columns.start.line}:${columns.start.column}`;
    return `| ${severity} | ${markdownCode(place, 300)} | ${markdownText(message)} | ${markdownText(hint)} | ${markdownCode(code)} |`;
  });
  let length = 0;
  const shown = rows.filter((row) => (length += row.length + 1) <= MAX_LENGTH);
  const left = rows.length - shown.length;
  const more = left > 0 ? ['', `${left} more: see \`haft check\`.`] : [];
  const head = `### Haft: ${countsText(countsOf(diagnostics))}`;
  return [
    head,
    '',
    '| Severity | Location | Message | Next step | Rule |',
    '|---|---|---|---|---|',
    ...shown,
    ...more,
    '',
  ].join('\n');
}
