/** Diagnostics as GitHub workflow commands: annotations beside the lines of a pull request. */
import { placeOf } from './printer.ts';
import type { Printer } from './printer.ts';

export const printGithub: Printer = (diagnostics, context) => {
  return diagnostics
    .map(({ code, severity, message, span, hint }) => {
      const { start, end } = placeOf(span, context);
      const properties = {
        file: context.show(span.file),
        line: start.line,
        endLine: end.line,
        col: start.column,
        endColumn: end.column,
        title: code,
      };
      const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
      return `::${severity} ${listed.join(',')}::${data(hint === undefined ? message : `${message}\n${hint}`)}\n`;
    })
    .join('');
};

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
