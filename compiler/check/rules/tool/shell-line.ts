/** A command is a list of arguments, not a line for a shell. */
import { rule } from '../../rule.ts';

const running = (argv: string): string => `name: search_books
---
kind: tool
name: list_changes
server: library
effects: read
description: { does: Lists who changed the catalog and when., when: the user asks what is new }
command: { argv: ${argv}, stdout: lines }`;

export const shellLine = rule({
  id: 'tool/shell-line',
  subject: 'tool',
  severity: 'error',
  says: 'Each element of `argv` must be one argument, not a line for a shell.',
  why: 'No shell splits the line: the system looks for a program whose name is "git log", and a "|" is passed on as text. Every call fails.',
  source: 'EXT §7 (a tool is listed but the call fails)',
  good: [
    running('[git, log, -n, "5"]'),
    running('["/opt/Shelf Tools/count", --format=long form]'),
    running('[jq, ".books | length", shelves.json]'),
  ],
  bad: [running('[git log --oneline]'), running('[git, log, "|", head]'), running('[git, log, --max-count 5]')],
  check({ spec }, report) {
    const { command } = spec;
    for (const { at, path, text, before } of elementsOf(command?.argv ?? [])) {
      const hint = at === 0 ? 'Put the program and each argument in a separate element.' : hintFor(text);
      const problem = problemOf(text, at, before);
      if (problem !== undefined) report(['command', 'argv', ...path], problem, hint);
    }
  },
});

interface Element {
  readonly at: number;
  readonly path: readonly number[];
  readonly text: string;
  /** The argument before it. */
  readonly before: string;
}

function elementsOf(argv: readonly unknown[]): Element[] {
  const texts = argv.flatMap((element, at) => {
    const inner: readonly unknown[] = Array.isArray(element) ? element : [element];
    return inner.flatMap((text, index) => {
      return typeof text === 'string' ? [{ at, path: Array.isArray(element) ? [at, index] : [at], text }] : [];
    });
  });
  return texts.map((one, index) => ({ ...one, before: texts[index - 1]?.text ?? '' }));
}

function problemOf(text: string, at: number, before: string): string | undefined {
  if (at === 0 && /^[\w.-]+\s+\S/.test(text))
    return `"${text}" is a line of several words, and no program has this name.`;
  if (/^(?:\|\|?|&&|>>?|2>&1|2>\/dev\/null|>\/dev\/null|<)$/.test(text) && !before.startsWith('-'))
    return `"${text}" is an operator of a shell, and no shell reads this command.`;
  const option = /^(--?[A-Za-z][\w-]*)\s+\S/.exec(text)?.[1];
  return option === undefined
    ? undefined
    : `"${text}" is passed as one argument, so the program does not find the option ${option}.`;
}

function hintFor(text: string): string {
  return text.startsWith('-')
    ? 'Write the option and its value as two elements, or together in a list: [-n, "5"].'
    : 'Do this part in the program itself, in `result`, or in a handler.';
}
