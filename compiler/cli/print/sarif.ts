/** Diagnostics as SARIF 2.1.0 (OASIS): for code scanning and editors. */
import type { AnyRule } from '../../check/rule.ts';
import { RULES } from '../../check/rules/index.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { uriOf } from '../../diff/report/sarif.ts';
import { VERSION } from '../version.ts';
import { fingerprints } from './fingerprint.ts';
import { placeOf } from './printer.ts';
import type { PrintContext, Printer } from './printer.ts';

export const printSarif: Printer = (diagnostics, context) => {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const marks = fingerprints(diagnostics);
  const driver = { name: 'haft', version: VERSION, rules: codes.map(descriptor) };
  const results = diagnostics.map((one, index) => result(one, codes.indexOf(one.code), marks[index] ?? '', context));
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
};

function descriptor(code: string): object {
  const rule: AnyRule | undefined = RULES.find(({ id }) => id === code);
  if (!rule) return { id: code };
  return {
    id: code,
    fullDescription: { text: rule.why },
    help: { text: `Source: ${rule.source}. "haft explain ${code}" shows examples.` },
    defaultConfiguration: { level: rule.severity },
  };
}

function result(diagnostic: Diagnostic, ruleIndex: number, mark: string, context: PrintContext): object {
  const { code, severity, message, span, hint, related = [] } = diagnostic;
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    locations: [location(span, context)],
    ...(related.length > 0 && {
      relatedLocations: related.map((other, id) => ({
        id,
        ...location(other.span, context),
        message: { text: other.message },
      })),
    }),
    partialFingerprints: { 'haft/v1': mark },
  };
}

function location(span: Diagnostic['span'], context: PrintContext): object {
  const { start, end } = placeOf(span, context);
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return { physicalLocation: { artifactLocation: { uri: uriOf(context.show(span.file)) }, region } };
}
