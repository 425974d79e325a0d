/** The author chooses the options of a program. */
import { dangersOf } from '../../analysis/program/dangers-of.ts';
import { rule } from '../../rule.ts';

const argv = (list: string): string => `parameters: { name: { type: string, description: Name of the shelf. } }
required: [name]
command: { argv: ${list}, stdout: text, result: { text: "" } }`;

export const optionFixed = rule({
  id: 'tool/option-fixed',
  subject: 'tool',
  severity: 'error',
  says: 'Text that the model writes must not become an option of a program.',
  locked: true,
  why: 'Many programs have an option that runs another program or writes a file. A leading "-" is rejected only before "--", so an early "--" disables the check.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [argv('[rg, --json, --, "{name}"]'), argv('[env, --, rg, --, "{name}"]'), argv('[rg, "--glob={name}"]')],
  bad: [argv('[git, diff, "--{name}"]'), argv('[nohup, --, rg, "{name}"]'), argv('[find, --, "{name}"]')],
  check(tool, report) {
    for (const { kind, word, variable, by = '' } of dangersOf(tool.spec)) {
      if (kind !== 'option') continue;
      report(word.path, `Parameter "${variable.name}" can become an option of "${by}".`, hintFor(word.lead), {
        word: variable.word,
      });
    }
  },
});

function hintFor(lead: string): string {
  return lead === ''
    ? 'Remove the "--" before this program, or add another "--" before the value.'
    : 'Write the name of the option, and let the parameter be its value.';
}
