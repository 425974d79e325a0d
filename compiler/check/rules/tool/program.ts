/** What a command runs is fixed by its author. */
import { toolDocument } from '../../example-documents.ts';
import { say } from '../../../base/sentence.ts';
import { parseTemplate } from '@haft/runtime/language';
import { programOf } from '../../../spec/behaviors/programs.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import { dangersOf } from '../../analysis/program/dangers-of.ts';
import type { Danger } from '../../analysis/program/judge.ts';
import { RUNNERS } from '../../analysis/program/runners.ts';
import { literalWord, programName } from '../../analysis/program/word.ts';
import type { ToolPart } from '../../model.ts';
import { rule } from '../../rule.ts';

const showing = (
  list: string,
  type = 'type: string',
): string => `parameters: { name: { ${type}, description: Name of the shelf. } }
required: [name]
command: { argv: ${list}, stdout: text, result: { text: "" } }`;

export const programFixed = rule({
  id: 'tool/program-fixed',
  severity: 'error',
  says: 'The program that a tool runs must be written in the spec or set by the user, not chosen by a parameter.',
  locked: true,
  why: 'A model repeats what it reads in documents and web pages. If it can name the program, the author of such a text can run any program on the user’s computer.',
  hint: 'Write the program itself or {env.NAME} there; add a tool for each program.',
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
    for (const { word, variable, by } of ofKind('program', tool)) {
      const runner = by === undefined ? 'that runs' : `that "${by}" runs`;
      report(word.path, say`Parameter "${variable.name}" can choose the program ${runner}.`, { word: variable.word });
    }
  },
});

function ofKind(kind: Danger['kind'], { spec }: ToolPart): readonly Danger[] {
  return dangersOf(spec).filter((one) => one.kind === kind);
}

export const optionFixed = rule({
  id: 'tool/option-fixed',
  severity: 'error',
  says: 'Text that the model writes must not become an option of a program.',
  locked: true,
  why: 'Many programs have an option that runs another program or writes a file. A leading "-" is rejected only before "--", so an early "--" disables the check.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [
    showing('[rg, --json, --, "{name}"]'),
    showing('[env, --, rg, --, "{name}"]'),
    showing('[rg, "--glob={name}"]'),
    showing('[git, grep, "-ie{name}", --]'),
    showing('[ls, "-w{name}"]', 'type: integer, minimum: 1, maximum: 9'),
  ],
  bad: [
    showing('[sort, "-u{name}", shelves.txt]'),
    showing('[git, diff, "--{name}"]'),
    showing('[nohup, --, rg, "{name}"]'),
    showing('[find, --, "{name}"]'),
  ],
  check(tool, report) {
    for (const { word, variable, by = '' } of ofKind('option', tool)) {
      const message = say`Parameter "${variable.name}" can become an option of "${by}".`;
      report(word.path, message, optionHint(word.lead, variable.name), { word: variable.word });
    }
  },
});

function optionHint(lead: string, name: string): string {
  if (lead === '') return 'Remove the "--" before this program, or add another "--" before the value.';
  return /^-[^-]/.test(lead)
    ? `Write the long form of the option, such as --option={${name}}, or pass "{${name}}" as the next element.`
    : 'Write the name of the option, and let the parameter be its value.';
}

const counting = (list: string): string => `parameters: { line: { type: string, description: Words to look for. } }
required: [line]
command: { argv: ${list}, stdout: text, result: { text: "" } }`;

export const codeFixed = rule({
  id: 'tool/code-fixed',
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
    for (const { word, variable, by = 'it' } of ofKind('code', tool)) {
      const message = say`Parameter "${variable.name}" can become part of the code that "${by}" runs.`;
      report(word.path, message, codeHint(by), { word: variable.word });
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

const listing = (argv: string): string => `name: search_books
---
${toolDocument('list_shelves', 'Lists the shelves of the library.', 'the user asks where books stand')}
command: { argv: ${argv}, stdout: text, result: { text: "" } }`;

export const programEnvironment = rule({
  id: 'tool/program-environment',
  severity: 'warning',
  says: 'A command must name its program and set constant variables in `env:`, not through the program `env`.',
  why: 'For `env`, a missing program is an exit code like any other: no failure names it, and `haft doctor` looks for `env`, which is always there.',
  source: 'EXT §7 (a tool is listed but the call fails)',
  good: [listing('[/usr/bin/shelf, list], env: [{ LC_ALL: C }]'), listing('[env, -i, /usr/bin/shelf, list]')],
  bad: [listing('[env, LC_ALL=C, /usr/bin/shelf, list]'), listing('[/usr/bin/env, TZ=UTC, LANG=C, shelf, list]')],
  check(tool, report) {
    for (const { path, parts } of allSteps(tool.spec)) {
      const [first, ...rest] = parts.program?.argv ?? [];
      if (typeof first !== 'string' || programName(literalWord(first, [])) !== 'env') continue;
      const end = rest.findIndex((word) => !isConstant(word));
      const program = rest[end];
      if (end < 1 || typeof program !== 'string' || program.startsWith('-')) continue;
      const constants = rest.slice(0, end).join(', ').replaceAll('=', ': ');
      const hint = say`Write \`argv: [${program}, …]\` and \`env: [{ ${constants} }]\`.`;
      report([...path, 'argv', 0], say`The program "env" starts "${program}".`, hint);
    }
  },
});

function isConstant(word: unknown): boolean {
  const isSetting = typeof word === 'string' && /^[A-Z_][A-Z0-9_]*=/i.test(word);
  return isSetting && parseTemplate(word).parts.every((part) => typeof part === 'string');
}

/** Kinds of runners whose arguments are code, or name a program. */
const RUNS_ANYTHING: ReadonlySet<string> = new Set(['shell', 'script', 'code', 'program', 'line']);

export const handlerRuns = rule({
  id: 'tool/handler-runs',
  severity: 'warning',
  says: 'A handler must be allowed the programs that it needs, not a shell or an interpreter that runs what it is given.',
  why: 'With `runs: [bash]` the handler can run every program, and one text of the model inside the code that it passes can do so as well.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: ['handler: { file: handlers.ts, runs: [git] }', 'handler: { file: handlers.ts, runs: [/usr/bin/shelf, rg] }'],
  bad: [
    'handler: { file: handlers.ts, runs: [bash] }',
    'handler: { file: handlers.ts, runs: [git, /usr/bin/python3.11] }',
    'handler: { file: handlers.ts, runs: [rg, /bin/zsh] }',
    'handler: { file: handlers.ts, runs: [sudo] }',
  ],
  check(tool, report) {
    for (const { path, parts } of allSteps(tool.spec)) {
      for (const use of parts.templates) {
        if (use.path[0] !== 'runs') continue;
        const name = programName(literalWord(programOf([use.text]) ?? use.text, []));
        if (!RUNS_ANYTHING.has(RUNNERS.get(name)?.kind ?? '')) continue;
        const hint = 'Name the programs that the handler needs, or use `command:`, where Haft checks the arguments.';
        report([...path, ...use.path], say`Program "${name}" runs whatever the handler passes to it.`, hint);
      }
    }
  },
});
