/** The author writes all code that a shell or interpreter runs. */
import { dangersOf } from '../../analysis/program/dangers-of.ts';
import { rule } from '../../rule.ts';

const argv = (list: string): string => `parameters: { line: { type: string, description: Words to look for. } }
required: [line]
command: { argv: ${list}, stdout: text, result: { text: "" } }`;

export const codeFixed = rule({
  id: 'tool/code-fixed',
  subject: 'tool',
  severity: 'error',
  says: 'Code that a shell, an interpreter or another program runs must not contain text that the model writes.',
  locked: true,
  why: 'Text inside code is code. No quoting is safe in every shell and interpreter, so a value such as "; rm -rf ~" would run on the user’s computer.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [
    argv('[sh, -c, "grep -c -- \\"$1\\" shelves.txt", sh, "{line}"]'),
    argv('[python3, count.py, "{line}"]'),
    argv('[git, log, "--grep={line}"]'),
    argv('[sh, -c, "head -n {line} shelves.txt"]').replace('type: string', 'type: integer, minimum: 1, maximum: 9'),
  ],
  bad: [
    argv('[sh, -c, "ls {line}"]'),
    argv('[/usr/bin/env, python3.11, -Ic, "{line}"]'),
    argv('[node, "--eval={line}"]'),
    argv('[bash]').replace('stdout', 'stdin: "{line}", stdout'),
    argv('[find, ., -exec, sh, -c, "grep {line} $0", "{{}}", ";"]'),
    argv('[tar, -xf, shelves.tar, --to-command, "{line}"]'),
  ],
  check(tool, report) {
    for (const { kind, word, variable, by = 'it' } of dangersOf(tool.spec)) {
      if (kind !== 'code') continue;
      report(word.path, `Parameter "${variable.name}" can become part of the code that "${by}" runs.`, hintFor(by), {
        word: variable.word,
      });
    }
  },
});

function hintFor(by: string): string {
  if (/^(?:sqlite3|duckdb)$/.test(by))
    return 'Add -safe, which turns off the commands of the program and its extensions.';
  return /^(?:[a-z]*sh|fish)$/.test(by)
    ? `Write the code without it and pass the value as an argument: [${by}, -c, 'cat -- "$1"', ${by}, "{name}"].`
    : 'Pass the value as an argument of a script of your own, or use `handler:`.';
}
