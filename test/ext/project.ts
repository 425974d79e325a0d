/** A project that keeps every rule, and the same project after an edit: what the tests of EXT’s sentences start from. */
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { emit } from '../../compiler/emit/emit.ts';
import type { Plan } from '../../compiler/plan/model.ts';

function evals(argument: string, ...queries: readonly string[]): string {
  const lines = queries.map((query) => `      - { query: ${query}, arguments: { ${argument} } }\n`);
  return `    evals:\n${lines.join('')}`;
}

const SEARCHES = evals(
  'query: bees',
  'find a book about bees',
  'is there anything on bees here',
  'look for novels with bees in them',
  'show me what the shelves have on bees',
  'do you lend anything about bees',
).concat('      - { query: read me the card of number 7, expect: get_book }\n');
const SHOWS = evals(
  'number: 12',
  'show me book 12',
  'what is number 12',
  'read out the card of book 12',
  'who wrote book number 12',
  'is book 12 a novel',
).concat('      - { query: have you anything new on wasps, expect: search_books }\n');

export const SERVER = `kind: server
name: library
version: 1.0.0
summary: Finds and shows the books of the town library.
tools:
  - name: search_books
    description:
      does: Searches the shelves by words in titles.
      when: the user looks for a book and does not know its number
      instead: [{ case: the number of the book is known, use: get_book }]
      examples: [Is there a book about bees?]
    parameters:
      query: { type: string, description: "Words to look for, such as honey bees." }
      scope: { type: string, enum: [titles, everything], default: titles, description: Where to look. }
      limit: { type: integer, minimum: 1, maximum: 100, default: 10, description: How many books to return at most. }
      tags: { type: array, items: { type: string }, default: [], description: Tags that every book has to have. }
    required: [query]
    returns: { type: object, properties: { lines: { type: array, items: { type: string } } }, required: [lines] }
    effects: read
    command:
      argv: [printf, --, "%s\\\\n", "{query}", "{scope}", "{limit}", "{tags}"]
      stdout: lines
      result: { lines: "" }
      not_found: { error: The program printf is missing., retry_hint: Ask the user to install it. }
${SEARCHES}  - name: get_book
    description:
      does: Shows one book by its number.
      when: the user names the number of a book
      instead: [{ case: the number is not known, use: search_books }]
      examples: [Show me book 12]
    parameters:
      number: { type: integer, minimum: 1, maximum: 999999, description: Number of the book. }
    required: [number]
    returns: { type: object, properties: { text: { type: string } }, required: [text] }
    effects: read
    command:
      argv: [printf, "{number}"]
      stdout: text
      result: { text: "" }
${SHOWS}`;

export const SKILL = `kind: skill
name: find-a-book
version: 1.0.0
title: Find a book
description:
  does: Finds books on the shelves and says where they stand.
  when: the user wants a book from the town library
  triggers: [find a book, is there a book about]
  not_for: [{ case: buying books }]
context: The library has one floor.
steps: [Search with \`search_books\`., Show the best with \`get_book\`.]
never: [Invent a title]
references: [{ file: references/shelves.md, when: the user asks where a shelf is }]
servers: [library]
evals:
  - { input: Find a book about bees, expected_behavior: [Calls search_books first] }
  - { input: Is there a book about honey, expected_behavior: [Names only books that were found] }
  - { input: Show me where book 12 stands, expected_behavior: [Calls get_book] }
  - { input: Sell me a book, should_trigger: false }
  - { input: Write a poem about books, should_trigger: false }
`;

const FILES = [
  { path: 'specs/references/shelves.md', bytes: new TextEncoder().encode('# Shelves\n'), executable: false },
];

export type Edit = readonly [from: string, to: string];

/** The files of skills, by path. */
export const CARRIED: ReadonlyMap<string, Uint8Array> = new Map(FILES.map(({ path, bytes }) => [path, bytes]));

/** Codes of what is found after the edits; every one has to change something. */
export function codesAfter(...edits: readonly Edit[]): string[] {
  return compileAfter(edits).diagnostics.map(({ code }) => code);
}

/** The texts that are generated, by path, and the plan. */
export function built(...edits: readonly Edit[]): { readonly plan: Plan; readonly texts: ReadonlyMap<string, string> } {
  const { value, diagnostics } = compileAfter(edits);
  if (!value) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const output = emit(value.plan, 'generated', CARRIED);
  return {
    plan: value.plan,
    texts: new Map(output.flatMap((file) => (file.kind === 'text' ? [[file.path, file.text] as const] : []))),
  };
}

function compileAfter(edits: readonly Edit[]): ReturnType<typeof planSpecs> {
  let [server, skill] = [SERVER, SKILL];
  for (const [from, to] of edits) {
    if (!server.includes(from) && !skill.includes(from)) throw new Error(`There is no ${JSON.stringify(from)}.`);
    [server, skill] = [server.replace(from, to), skill.replace(from, to)];
  }
  const specs = [
    { path: 'specs/library.yaml', text: server },
    { path: 'specs/skill.yaml', text: skill },
  ];
  return planSpecs(specs, { files: FILES });
}
