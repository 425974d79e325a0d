/** A run of evals in every report format: a new format is a line here; the type requires all of them. */
import { WHOLE_FILE } from '../../../base/diagnostic.ts';
import { textHash } from '../../../plan/hash.ts';
import { entriesOfFindings } from '../../../report/entry.ts';
import type { ReportEntry, EntryFormat } from '../../../report/entry.ts';
import type { PrintContext } from '../../../report/format.ts';
import type { FormatName } from '../../../report/format-names.ts';
import { findingsAsJson, jsonReport } from '../../../report/formats/json.ts';
import { github } from '../../../report/formats/github.ts';
import { gitlab } from '../../../report/formats/gitlab.ts';
import { sarif } from '../../../report/formats/sarif.ts';
import { figureLines } from './figure-lines.ts';
import type { FigureLine } from './figure-lines.ts';
import { evalsPage } from './html/evals-page.ts';
import { evalsAsJson } from './json.ts';
import { evalsJunit } from './junit.ts';
import { evalsMarkdown } from './markdown.ts';
import type { EvalReport } from './report.ts';
import { evalsText } from './text.ts';

type PrintEvals = (report: EvalReport, context: PrintContext) => string;

export const EVAL_FORMATS: Readonly<Record<FormatName, PrintEvals>> = {
  text: evalsText,
  json: (report) => jsonReport({ ...findingsAsJson(report.findings), ...evalsAsJson(report) }),
  sarif: asEntries(sarif),
  github: asEntries(github),
  gitlab: asEntries(gitlab),
  junit: evalsJunit,
  markdown: evalsMarkdown,
  html: (report, context) => String(evalsPage(report, context)),
};

function asEntries(format: EntryFormat): PrintEvals {
  return (report, context) =>
    format.entries([...entriesOfFindings(report.findings), ...figureLines(report).map(ofFigure)], context);
}

function ofFigure({ id, severity, message, key }: FigureLine): ReportEntry {
  return { id, severity, message, hint: '', about: WHOLE_FILE, related: [], fingerprint: textHash(`${id} ${key}`) };
}
