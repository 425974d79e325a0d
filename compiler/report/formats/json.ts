/** JSON with a published JSON Schema; absent values are null or an empty list. */
import type { About, Diagnostic, SourceFile } from '../../diagnostic.ts';
import type { PlacedChange } from '../changes/report.ts';
import { summarize } from '../changes/report.ts';
import { placeOf } from '../entry.ts';
import { countsOf } from '../findings/counts.ts';
import type { Findings, Format } from '../format.ts';
import { escapeUnsafe } from '../text/escape.ts';

export const json: Format = {
  findings: (findings) => printed({ ...findingsAsJson(findings), ...findings.more }),
  changes(report) {
    const { changes, staleEvals, versions, deprecated } = report;
    return printed({ changes: changes.map(changeEntry), staleEvals, versions, deprecated, summary: summarize(report) });
  },
};

/** In JSON the escapes of what cannot be seen mean the very same characters. */
function printed(result: object): string {
  return `${escapeUnsafe(JSON.stringify(result, null, 2))}\n`;
}

/** The findings as members of a JSON result. */
export function findingsAsJson({ diagnostics, sources }: Findings): object {
  return { diagnostics: diagnostics.map((one) => findingEntry(one, sources)), summary: countsOf(diagnostics) };
}

function findingEntry(diagnostic: Diagnostic, sources: ReadonlyMap<string, SourceFile>): object {
  const { code, severity, message, span, about, hint = null, fix } = diagnostic;
  const { file, columns } = placeOf(span, sources);
  const { start, end } = columns;
  const place = { file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  return { code, severity, message, ...place, hint, ...aboutEntry(about), fixable: fix !== undefined };
}

function changeEntry(change: PlacedChange): object {
  const { kind, axis, level, subject, before = null, after = null, why, next, fingerprint, target } = change;
  const { file = null, line = null } = change;
  return { kind, axis, level, subject, ...aboutEntry(target), before, after, why, next, fingerprint, file, line };
}

function aboutEntry({ server, tool, skill, path }: About): object {
  return { server: server ?? null, tool: tool ?? null, skill: skill ?? null, path };
}
