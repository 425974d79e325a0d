/** JUnit: one suite a file, one case an entry; notes pass, and an empty report is one passed case. */
import type { Entry } from '../entry.ts';
import { entryFormat } from '../entry.ts';
import type { PrintContext } from '../format.ts';
import { escapeUnsafe } from '../text/escape.ts';

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

function fileOf({ place }: Entry): string {
  return place?.file ?? '';
}

function failuresOf(entries: readonly Entry[]): number {
  return entries.filter(({ severity }) => severity !== 'note').length;
}

function suite(file: string, entries: readonly Entry[], { show }: PrintContext): string {
  const name = escape(file === '' ? 'haft' : show(file));
  const cases = entries.map(({ id, severity, message, hint, place }) => {
    const at = [place?.line, place?.columns?.start.column].filter((number) => number !== undefined).join(':');
    const open = `    <testcase name="${escape(`${id} ${at}`.trim())}" classname="${name}"`;
    if (severity === 'note') return `${open}/>\n`;
    const body = escape(`${[file === '' ? '' : show(file), at].filter((part) => part !== '').join(':')}\n${hint}`);
    return `${open}>
      <failure type="${severity}" message="${escape(message)}">${body}</failure>
    </testcase>
`;
  });
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failuresOf(entries)}">\n${cases.join('')}  </testsuite>\n`;
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML 1.0 has no form for most control characters: they are escapes here as in a terminal. */
function escape(text: string): string {
  return escapeUnsafe(text).replaceAll(/[&<>"\n]/g, (character) => NAMED[character] ?? character);
}
