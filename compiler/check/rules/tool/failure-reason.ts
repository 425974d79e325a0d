/** The failures of a program include the reason. */
import { programOf, withProgram } from '../../../spec/behaviors/programs.ts';
import type { FailureCase } from '../../../spec/shape/failure.ts';
import { rule } from '../../rule.ts';

const packing = (more: string, program: string = ''): string => `name: shelf
---
kind: server
name: scans
version: 1.0.0
summary: Lists scanned books.
${program}tools:
  - name: list_pages
    description: { does: Lists the pages of a scanned book., when: the user asks what was scanned }
    effects: read
    parameters: { book: { type: string, enum: [dune, emma], default: dune, description: Which book. } }
    command: { argv: [unzip, -l, "{book}.zip"], stdout: lines${more} }`;

const FAILED = 'error: The pages cannot be listed., retry_hint: Ask for another book.';

export const failureReason = rule({
  id: 'tool/failure-reason',
  subject: 'server',
  severity: 'warning',
  says: 'A tool that runs a program should report why it failed.',
  profiles: ['ext'],
  why: 'A missing file, a wrong argument and a full disk read the same, so the model cannot choose the next step. The reason is in the error output.',
  source: 'EXT §7 rule 2 (a message and a hint for recovery)',
  good: [
    packing(`, exit_codes: { default: { ${FAILED}, detail: stderr } }`),
    packing(
      `, exit_codes: { 9: { error: There is no scan of this book., retry_hint: Ask for another book. }, default: { ${FAILED} } }`,
    ),
  ],
  bad: [
    packing(`, exit_codes: { default: { ${FAILED} } }`),
    packing('', `programs: { unzip: { exit_codes: { default: { ${FAILED} } } } }\n`),
  ],
  check({ spec, tools }, report) {
    const reported = new Set<string>();
    for (const tool of tools) {
      const { command } = tool.spec;
      if (!command) continue;
      const { exit_codes: table = {}, fails_when } = withProgram(command, spec.programs ?? {});
      const cases = Object.values(table).flat();
      if (cases.length !== 1 || !table['default'] || fails_when || cases.some(givesReason)) continue;
      const program = programOf(command.argv) ?? '';
      const message = `Every failure of "${program}" reads the same.`;
      const hint = 'Add `detail: stderr` to quote the end of the error output, or write a case for each exit code.';
      if (command.exit_codes) report(['command', 'exit_codes', 'default'], message, hint, { part: 'key', on: tool });
      else if (!reported.has(program))
        report(['programs', program, 'exit_codes', 'default'], message, hint, { part: 'key' });
      reported.add(program);
    }
  },
});

function givesReason({ detail, contains }: FailureCase): boolean {
  return detail !== undefined || contains !== undefined;
}
