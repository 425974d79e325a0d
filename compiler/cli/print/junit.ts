/** Diagnostics as a JUnit report: one suite a file, one case a finding; a clean project is one passed case. */
import type { Diagnostic } from '../../diagnostic.ts';
import { placeOf } from './printer.ts';
import type { PrintContext, Printer } from './printer.ts';

export const printJunit: Printer = (diagnostics, context) => {
  const files = [...new Set(diagnostics.map(({ span }) => span.file))];
  const suites = files.map((file) =>
    suite(
      file,
      diagnostics.filter(({ span }) => span.file === file),
      context,
    ),
  );
  const clean =
    '  <testsuite name="haft" tests="1" failures="0">\n    <testcase name="specs" classname="haft"/>\n  </testsuite>\n';
  const count = Math.max(diagnostics.length, 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${count}" failures="${diagnostics.length}">\n${suites.join('') || clean}</testsuites>\n`;
};

function suite(file: string, diagnostics: readonly Diagnostic[], context: PrintContext): string {
  const name = escape(context.show(file));
  const cases = diagnostics.map(({ code, severity, message, span, hint }) => {
    const { line, column } = placeOf(span, context).start;
    const body = escape(`${context.show(file)}:${line}:${column}\n${hint ?? ''}`);
    return `    <testcase name="${escape(code)} ${line}:${column}" classname="${name}">
      <failure type="${severity}" message="${escape(message)}">${body}</failure>
    </testcase>
`;
  });
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${cases.length}">\n${cases.join('')}  </testsuite>\n`;
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML 1.0 has no form for most control characters: they become the mark of an unknown one. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"\n]/g, (character) => NAMED[character] ?? character);
}
