/** The arguments of a command: one for each element, kept in a folder, outside of quotes. */
import { serverDocument, toolDocument } from '../../example-documents.ts';
import { templateOf } from '../../../spec/behaviors/variables.ts';
import { say } from '../../../base/sentence.ts';
import { dangersOf } from '../../analysis/program/dangers-of.ts';
import { rule } from '../../rule.ts';
import { argvTemplates } from '../../../spec/behaviors/command-step.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import { withProgram } from '../../../spec/behaviors/programs.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { programName, wordOf } from '../../analysis/program/word.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { type Schema, ownMember } from '@haft/runtime/language';
import { type ProgramPlan, type TemplateUse, below } from '../../../spec/behaviors/behavior.ts';
import { one } from '../../../spec/behaviors/steps.ts';
import { sameFor } from '../../../base/word-lists.ts';

const NO_QUOTES = 'Give the parameter a pattern without quotes, such as ^[A-Za-z0-9 .-]+$, or use `handler:`';

const ALTERNATIVES: Readonly<Record<string, string>> = {
  ...sameFor('sqlite3 duckdb', `${NO_QUOTES} and bind the value in its code.`),
  psql: 'Write :\'name\' in the query and pass "name={name}" after -v; psql then quotes the value.',
  ...sameFor('mysql mariadb', `${NO_QUOTES} and bind the value in its code.`),
  ...sameFor('jq gojq jaq', 'Write $name in the filter and pass --arg, name, "{name}" before it.'),
  yq: `Write strenv(NAME) in the filter; or: ${NO_QUOTES.replace('Give', 'give')}.`,
  ...sameFor('xmllint xmlstarlet', `${NO_QUOTES}.`),
};

/** One class of characters, repeated: ^[\w .-]{1,40}$. */
const REPEATED_CLASS = /^\^(\[(?:[^\]\\]|\\.)+\])[*+?]?(?:\{\d+(?:,\d*)?\})?\$$/;

const packing = (argv: string, folder = '', programs = ''): string => `name: search_books
---
${serverDocument('scans', 'Lists scanned books.', 'env: { SCANS: { description: Folder of the scans. } }')}
${programs}
tools:
  - name: list_pages
    description: { does: Lists the pages of a scanned book., when: the user asks what was scanned }
    effects: read
    parameters: { path: { type: string, description: Path of the scan in the folder. } }
    required: [path]
    command: { argv: ${argv}, ${folder}stdout: lines }`;

export const pathOpen = rule({
  id: 'tool/path-open',
  severity: 'warning',
  says: 'A path that a model chooses should not be able to leave the folder that an option or `cwd` selects.',
  why: 'That only changes the working directory: with "../" or an absolute path the program reads any file. The server rejects such a value only inside a path.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [
    packing('[tar, -C, "{env.SCANS}", -c, "./{path}"]'),
    packing('[tar, -tf, "{env.SCANS}/{path}"]'),
    packing('[git, -C, "{env.SCANS}", log, --, "{path}"]'),
    packing('[git, log, --, "{path}"]', 'cwd: "{env.SCANS}", '),
    packing('[cat, --, "./{path}"]', 'cwd: "{env.SCANS}", '),
    packing('[cat, --, "./{path}"]', '', 'programs: { cat: { cwd: /srv/scans } }'),
    packing('[cat, --, "{path}"]', '', 'programs: { tar: { cwd: /srv/scans } }'),
  ],
  bad: [
    packing('[tar, -C, "{env.SCANS}", -c, "{path}"]'),
    packing('[tar, "--directory=/srv/scans", [-T, "{path}"]]'),
    packing('[cat, --, "{path}"]', 'cwd: "{env.SCANS}", '),
    packing('[cat, --, "{path}"]', '', 'programs: { cat: { cwd: /srv/scans } }'),
  ],
  check({ spec, server }, report) {
    for (const { path: base, parts } of allSteps(spec)) {
      if (!parts.program) continue;
      const elements = argvTemplates(parts.program.argv);
      const [program] = elements;
      const { cwd } = withProgram(parts.program, server?.spec.programs ?? {});
      const option = folderOption(elements) ?? (cwd === undefined ? undefined : { name: 'cwd', folder: cwd });
      if (!program || !option || CONFINED.has(programName(wordOf(program.text, [], spec)))) continue;
      for (const { text, path } of elements) {
        const { free } = wordOf(text, path, spec);
        if (free?.word !== text || !isPath(free.name, spec)) continue;
        report(
          [...base, ...path],
          say`"${free.name}" can leave the folder that \`${option.name}\` selects.`,
          `Write "./${text}", or "${option.folder}/${text}" if the program does not resolve the path in that folder; the server then rejects values that leave it.`,
        );
      }
    }
  },
});

/** Rejects paths outside of its folder itself. */
const CONFINED: ReadonlySet<string> = new Set(['git']);

const OPTION = /^(-C|--directory|--chdir|--cwd|--working-dir(?:ectory)?)(?:=(.*))?$/;

/** With a folder of the author or the environment; `grep -C 3` is something else. */
function folderOption(
  elements: readonly TemplateUse[],
): { readonly name: string; readonly folder: string } | undefined {
  for (const [at, { text }] of elements.entries()) {
    const [, name, attached] = OPTION.exec(text) ?? [];
    const folder = attached ?? elements[at + 1]?.text ?? '';
    if (name !== undefined && /^(?:\{env\.|[/\\~]|[A-Za-z]:)/.test(folder)) return { name, folder };
  }
  return undefined;
}

function isPath(name: string, { parameters = {} }: ToolSpec): boolean {
  const { description = '', pattern, format } = parameters[name] ?? {};
  if (pattern !== undefined || format !== undefined) return false;
  return (
    /(?:^|_)(?:paths?|files?|filename|folders?|director(?:y|ies)|dirs?|archive)$/.test(name) ||
    STATED_PATH.test(description)
  );
}

const STATED_PATH = /^(?:\w+ ){0,3}(?:paths?|files?|folders?|director(?:y|ies))\b/i;

const running = (argv: string): string => `name: search_books
---
${toolDocument('list_changes', 'Lists who changed the catalog and when.', 'the user asks what is new')}
command: { argv: ${argv}, stdout: lines }`;

export const shellLine = rule({
  id: 'tool/shell-line',
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
    const elements = argvTemplates(command?.argv ?? []);
    for (const [index, { path, text }] of elements.entries()) {
      const isProgram = path[1] === 0;
      const hint = isProgram ? 'Put the program and each argument in a separate element.' : lineHint(text);
      const problem = lineProblem(text, isProgram, elements[index - 1]?.text ?? '');
      if (problem !== undefined) report(['command', ...path], problem, hint);
    }
  },
});

function lineProblem(text: string, isProgram: boolean, before: string): string | undefined {
  if (isProgram && /^[\w.-]+\s+\S/.test(text))
    return `"${text}" is a line of several words, and no program has this name.`;
  if (/^(?:\|\|?|&&|>>?|2>&1|2>\/dev\/null|>\/dev\/null|<)$/.test(text) && !before.startsWith('-'))
    return `"${text}" is an operator of a shell, and no shell reads this command.`;
  const option = /^(--?[A-Za-z][\w-]*)\s+\S/.exec(text)?.[1];
  return option === undefined
    ? undefined
    : `"${text}" is passed as one argument, so the program does not find the option ${option}.`;
}

function lineHint(text: string): string {
  return text.startsWith('-')
    ? 'Write the option and its value as two elements, or together in a list: [-n, "5"].'
    : 'Do this part in the program itself, in `result`, or in a handler.';
}

const tool = (command: string, more = ''): string => `name: find_book
---
${toolDocument('list_titles', 'Lists the books that have these words in the title.', 'the user knows a part of a title')}
parameters: { title: { type: string, description: Words of the title.${more} } }
required: [title]
command: { ${command}, stdout: text, result: { text: "" } }`;

export const valueQuoted = rule({
  id: 'tool/value-quoted',
  severity: 'error',
  says: 'A value that the model writes must not be between quotes in a query or filter of a command.',
  why: 'The first quote in a value, as in "O’Brien’s" typed with an apostrophe, ends the text: the call fails, or the rest of the value becomes part of the query.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [
    tool(`argv: [jq, --arg, title, "{title}", ".[] | select(.title == $title)"]`),
    tool(
      `argv: [sqlite3, -safe, books.db], stdin: "select * from books where title like '%{title}%'"`,
      ', pattern: "^[A-Za-z0-9 ]+$"',
    ),
    tool(`argv: [echo, "'{title}'"]`),
  ],
  bad: [
    tool(`argv: [jq, ".[] | select(.title == \\"{title}\\")"]`),
    tool(`argv: [sqlite3, -safe, books.db], stdin: "select * from books where title = '{title}'"`),
    tool(
      `argv: [sqlite3, -safe, books.db], stdin: "select * from books where title = '{title}'"`,
      `, pattern: "^[^0-9]+$"`,
    ),
    tool(
      `argv: [sqlite3, -safe, books.db], stdin: "select * from books where title = '{title}'"`,
      `, pattern: "^[ -~]+$"`,
    ),
  ],
  check({ spec }, report) {
    const reported = new Set(dangersOf(spec).map(({ word }) => word.path.join('/')));
    const values = allSteps(spec).flatMap(({ path, parts }) => {
      return parts.program ? valuesIn(parts.program, path, spec) : [];
    });
    for (const { path, program, name, word, instead } of values) {
      if (reported.has(path.join('/'))) continue;
      report(path, say`Parameter "${name}" is between quotes in the text that "${program}" reads.`, instead, { word });
    }
  },
});

/** Values between quotes in a query or filter: the first quote in a value ends the text around it. */
interface QuotedValue {
  readonly path: NodePath;
  readonly program: string;
  readonly name: string;
  /** The variable with its braces. */
  readonly word: string;
  readonly instead: string;
}

function valuesIn({ argv, stdin }: ProgramPlan, base: NodePath, tool: ToolSpec): QuotedValue[] {
  const [first] = argv;
  const program = typeof first === 'string' ? programName(wordOf(first, [], tool)) : '';
  const instead = ownMember(ALTERNATIVES, program);
  if (instead === undefined) return [];
  const texts = below(base, [...argvTemplates(argv), ...one(['stdin'], stdin)]);
  return texts.flatMap(({ text, path }) => inQuotes(text, tool).map((value) => ({ ...value, path, program, instead })));
}

function inQuotes(text: string, tool: ToolSpec): Pick<QuotedValue, 'name' | 'word'>[] {
  const values: Pick<QuotedValue, 'name' | 'word'>[] = [];
  let quote = '';
  for (const part of templateOf(text).parts) {
    if (typeof part === 'string') {
      quote = quoteAfter(part, quote);
      continue;
    }
    const word = text.slice(part.offset, part.offset + part.length);
    const [name = ''] = part.path;
    const isFree = wordOf(word, [], tool).free !== undefined && !hasNoQuotes(tool.parameters?.[name]);
    if (quote !== '' && isFree) values.push({ name, word });
  }
  return values;
}

/** The quote that is open at the end of a text. */
function quoteAfter(text: string, before: string): string {
  let open = before;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (open === '' ? `'"\``.includes(character) : character === open) open = open === '' ? character : '';
  }
  return open;
}

/** Whether a pattern lets no quote and no backslash through. */
function hasNoQuotes(schema: Schema | undefined): boolean {
  const [, characters] = REPEATED_CLASS.exec(schema?.pattern ?? '') ?? [];
  if (characters === undefined) return false;
  try {
    const one = new RegExp(`^${characters}$`, 'u');
    return !Array.from(`'"\`\\`).some((quote) => one.test(quote));
  } catch {
    return false;
  }
}
