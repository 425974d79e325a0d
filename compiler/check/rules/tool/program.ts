/** What a command runs is fixed by its author. */
import { say } from '../../../base/sentence.ts';
import { dangersOf } from '../../analysis/program/dangers-of.ts';
import { rule } from '../../rule.ts';

const showing = (
  list: string,
  type = 'type: string',
): string => `parameters: { name: { ${type}, description: Name of the shelf. } }
required: [name]
command: { argv: ${list}, stdout: text, result: { text: "" } }`;

export const programFixed = rule({
  id: 'tool/program-fixed',
  subject: 'tool',
  severity: 'error',
  says: 'The program that a tool runs must be written in the spec or set by the user, not chosen by a parameter.',
  locked: true,
  why: 'A model repeats what it reads in documents and web pages. If it can name the program, the author of such a text can run any program on the user’s computer.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [
    showing('[/usr/bin/shelf, show, --, "{name}"]'),
    showing('[sudo, -u, shelf, /usr/bin/shelf, show, --, "{name}"]'),
  ],
  bad: [
    showing('["{name}", --version]'),
    showing('["/usr/bin/{name}"]', 'type: string, enum: [rg, fd]'),
    showing('[env, LC_ALL=C, "{name}"]'),
    showing('[git, "{name}"]'),
    showing('[./show-shelf]').replace('stdout', 'cwd: "{name}", stdout'),
  ],
  check(tool, report) {
    for (const { kind, word, variable, by } of dangersOf(tool.spec)) {
      if (kind !== 'program') continue;
      const runner = by === undefined ? 'that runs' : `that "${by}" runs`;
      report(
        word.path,
        say`Parameter "${variable.name}" can choose the program ${runner}.`,
        'Write the program itself or {env.NAME} there; add a tool for each program.',
        { word: variable.word },
      );
    }
  },
});

export const optionFixed = rule({
  id: 'tool/option-fixed',
  subject: 'tool',
  severity: 'error',
  says: 'Text that the model writes must not become an option of a program.',
  locked: true,
  why: 'Many programs have an option that runs another program or writes a file. A leading "-" is rejected only before "--", so an early "--" disables the check.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [
    showing('[rg, --json, --, "{name}"]'),
    showing('[env, --, rg, --, "{name}"]'),
    showing('[rg, "--glob={name}"]'),
  ],
  bad: [showing('[git, diff, "--{name}"]'), showing('[nohup, --, rg, "{name}"]'), showing('[find, --, "{name}"]')],
  check(tool, report) {
    for (const { kind, word, variable, by = '' } of dangersOf(tool.spec)) {
      if (kind !== 'option') continue;
      report(word.path, say`Parameter "${variable.name}" can become an option of "${by}".`, optionHint(word.lead), {
        word: variable.word,
      });
    }
  },
});

function optionHint(lead: string): string {
  return lead === ''
    ? 'Remove the "--" before this program, or add another "--" before the value.'
    : 'Write the name of the option, and let the parameter be its value.';
}

const counting = (list: string): string => `parameters: { line: { type: string, description: Words to look for. } }
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
    counting('[sh, -c, "grep -c -- \\"$1\\" shelves.txt", sh, "{line}"]'),
    counting('[python3, count.py, "{line}"]'),
    counting('[git, log, "--grep={line}"]'),
    counting('[sh, -c, "head -n {line} shelves.txt"]').replace('type: string', 'type: integer, minimum: 1, maximum: 9'),
  ],
  bad: [
    counting('[sh, -c, "ls {line}"]'),
    counting('[/usr/bin/env, python3.11, -Ic, "{line}"]'),
    counting('[node, "--eval={line}"]'),
    counting('[bash]').replace('stdout', 'stdin: "{line}", stdout'),
    counting('[find, ., -exec, sh, -c, "grep {line} $0", "{{}}", ";"]'),
    counting('[tar, -xf, shelves.tar, --to-command, "{line}"]'),
  ],
  check(tool, report) {
    for (const { kind, word, variable, by = 'it' } of dangersOf(tool.spec)) {
      if (kind !== 'code') continue;
      report(
        word.path,
        say`Parameter "${variable.name}" can become part of the code that "${by}" runs.`,
        codeHint(by),
        {
          word: variable.word,
        },
      );
    }
  },
});

function codeHint(by: string): string {
  if (/^(?:sqlite3|duckdb)$/.test(by))
    return 'Add -safe, which turns off the commands of the program and its extensions.';
  return /^(?:[a-z]*sh|fish)$/.test(by)
    ? `Write the code without it and pass the value as an argument: [${by}, -c, 'cat -- "$1"', ${by}, "{name}"].`
    : 'Pass the value as an argument of a script of your own, or use `handler:`.';
}
