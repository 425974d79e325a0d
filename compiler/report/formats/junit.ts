/** JUnit: one suite a file, one case an entry; only what fails the run fails, and an empty report is one passed case. */
import { type ReportEntry, entryFormat } from '../entry.ts';
import { groupBy } from '../../base/groups.ts';
import type { PrintContext } from '../format.ts';
import { xmlText } from '../../base/text/escape.ts';

export const junit = entryFormat((entries, context) => {
  const suites = [...groupBy(entries, ({ place }) => place?.file ?? '')].map((own) => suite(own, context));
  const clean =
    '  <testsuite name="haft" tests="1" failures="0">\n    <testcase name="specs" classname="haft"/>\n  </testsuite>\n';
  const count = Math.max(entries.length, 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${count}" failures="${failuresOf(entries)}">\n${suites.join('') || clean}</testsuites>\n`;
});

/** What fails the run; everything else is a case that passes, with its text. */
function failuresOf(entries: readonly ReportEntry[]): number {
  return entries.filter(isFailure).length;
}

function isFailure({ severity, fails = severity === 'error' }: ReportEntry): boolean {
  return fails;
}

function suite([file, entries]: readonly [string, readonly ReportEntry[]], { show }: PrintContext): string {
  const name = xmlText(file === '' ? 'haft' : show(file));
  const names = entries.map(nameOf);
  const cases = entries.map((entry, index) => {
    const { severity, message, hint, place } = entry;
    const open = `    <testcase name="${xmlText(withOrdinal(names, index))}" classname="${name}"`;
    if (severity === 'note') return `${open}/>\n`;
    const at = [place?.line, place?.columns?.start.column].filter((number) => number !== undefined).join(':');
    const where = [file === '' ? '' : show(file), at].filter((part) => part !== '').join(':');
    const inside = isFailure(entry)
      ? `<failure type="error" message="${xmlText(message)}">${xmlText(`${where}\n${hint}`)}</failure>`
      : `<system-out>${xmlText(`${severity}: ${message}\n${where}\n${hint}`)}</system-out>`;
    return `${open}>\n      ${inside}\n    </testcase>\n`;
  });
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failuresOf(entries)}">\n${cases.join('')}  </testsuite>\n`;
}

/** What it is about, and no line: the same test while other lines are edited. */
function nameOf({ id, about: { server, tool, skill, choice, path } }: ReportEntry): string {
  const owner = [choice, skill, server, tool].filter((part) => part !== undefined).join('/');
  return [id, owner, path.join('.')].filter((part) => part !== '').join(' ');
}

/** Two of one name in a file are told apart by their order. */
function withOrdinal(names: readonly string[], index: number): string {
  const name = names[index] ?? '';
  const earlier = names.slice(0, index).filter((one) => one === name).length;
  return earlier === 0 ? name : `${name} (${earlier + 1})`;
}
