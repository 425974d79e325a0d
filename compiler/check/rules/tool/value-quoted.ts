/** The model's text is not put between the quotes of a query. */
import { dangersOf } from '../../analysis/program/dangers-of.ts';
import { quotedValues } from '../../analysis/program/quoted-values.ts';
import { rule } from '../../rule.ts';

const tool = (command: string, more = ''): string => `name: find_book
---
kind: tool
name: list_titles
server: library
effects: read
description: { does: Lists the books that have these words in the title., when: the user knows a part of a title }
parameters: { title: { type: string, description: Words of the title.${more} } }
required: [title]
command: { ${command}, stdout: text, result: { text: "" } }`;

export const valueQuoted = rule({
  id: 'tool/value-quoted',
  subject: 'tool',
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
    for (const { path, program, name, word, instead } of quotedValues(spec)) {
      if (reported.has(path.join('/'))) continue;
      report(path, `Parameter "${name}" is between quotes in the text that "${program}" reads.`, instead, { word });
    }
  },
});
