/** How reports are printed in tests: without colors, 80 columns, paths as they are in the project. */
import type { ChangeReport } from '../../compiler/report/changes/report.ts';
import type { FormatName } from '../../compiler/report/format-names.ts';
import type { PrintContext } from '../../compiler/report/format.ts';
import { FORMATS } from '../../compiler/report/formats.ts';

export const CONTEXT: PrintContext = {
  version: '1.2.3',
  color: false,
  width: 80,
  show: (file) => file,
  inRepository: (file) => file,
};

type PrintChanges = (report: ChangeReport, context?: Partial<PrintContext>) => string;

/** Prints a report of changes in one format. */
export function changesAs(format: FormatName): PrintChanges {
  return (report, context) => FORMATS[format].changes(report, { ...CONTEXT, ...context });
}
