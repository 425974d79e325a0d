/** JUnit: one suite a file, one case an entry; notes pass, and an empty report is one passed case. */
import { type ReportEntry, entryFormat } from '../entry.ts';
import type { PrintContext } from '../format.ts';
import { xmlText } from '../../base/text/escape.ts';

export const junit = entryFormat((entries, context) => {
  const files = [...new Set(entries.map(fileOf))];
  const suites = files.map((file) =>
    suite(
      file,
      entries.filter((entry) => fileOf(entry) === file),
      context,
    ),
  );
  const clean =
    '  <testsuite name="haft" tests="1" failures="0">\n    <testcase name="specs" classname="haft"/>\n  </testsuite>\n';
  const count = Math.max(entries.length, 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${count}" failures="${failuresOf(entries)}">\n${suites.join('') || clean}</testsuites>\n`;
});

function fileOf({ place }: ReportEntry): string {
  return place?.file ?? '';
}

function failuresOf(entries: readonly ReportEntry[]): number {
  return entries.filter(({ severity }) => severity !== 'note').length;
}

function suite(file: string, entries: readonly ReportEntry[], { show }: PrintContext): string {
  const name = xmlText(file === '' ? 'haft' : show(file));
  const cases = entries.map(({ id, severity, message, hint, place }) => {
    const at = [place?.line, place?.columns?.start.column].filter((number) => number !== undefined).join(':');
    const open = `    <testcase name="${xmlText(`${id} ${at}`.trim())}" classname="${name}"`;
    if (severity === 'note') return `${open}/>\n`;
    const body = xmlText(`${[file === '' ? '' : show(file), at].filter((part) => part !== '').join(':')}\n${hint}`);
    return `${open}>
      <failure type="${severity}" message="${xmlText(message)}">${body}</failure>
    </testcase>
`;
  });
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failuresOf(entries)}">\n${cases.join('')}  </testsuite>\n`;
}
