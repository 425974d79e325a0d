/** What examples of changes are made of: keys with a place for what changes, and whole documents. */

/** Both texts in the place `*` of a template. */
export function exampleOf(template: string, before: string, after: string): { before: string; after: string } {
  const [start = '', end = ''] = template.split('*');
  return { before: start + before + end, after: start + after + end };
}

export const SHELF = 'parameters: { shelf: { *, description: Where to look. } }';
export const RESULT = 'returns: { type: object, properties: { * } }';
export const SHELF_RESULT = 'returns: { type: object, properties: { shelf: { type: string* } } }';
export const WORDS = 'parameters: { words: { type: string, description: Words to look for. }* }';
export const CATALOGUE = 'connections: { catalogue: { base_url: "https://books.example.org"* } }';
export const SUMMARY = 'summary: Finds books in a library.*';
export const CONTEXT = 'context: The library has one floor.*';

/** Not closed: keys can follow. */
export const DEPRECATED =
  'deprecated: { since: 2026-11-20, use: search_books_v2, remove_after: 2027-05-20, reason: It cannot search by author.';

export const RETURN_A_BOOK = `---
kind: skill
name: return-a-book
version: 1.0.0
description:
  does: Takes a book back.
  when: the user has read a book
  triggers: [return this book, give a book back]
  not_for: [{ case: buying books }]
context: Books go back to the desk.
steps: [Ask for the book., Note the day.]
never: [Charge a fine]`;

export const LIST_SHELVES = `---
kind: tool
name: list_shelves
description: { does: Lists the shelves., when: the user asks how the library is arranged }
effects: read
handler: handlers.ts`;

export const ARCHIVE = `---
kind: server
name: archive
version: 1.0.0
summary: Finds old papers.`;

/** The description of a skill with another wording of one key. */
export function describedAs(own: Readonly<Record<string, string>> = {}): string {
  const keys = {
    does: 'Finds a book on the shelves.',
    when: 'the user looks for a book',
    triggers: '[find a book, is there a book about]',
    not_for: '[{ case: buying books }]',
    ...own,
  };
  return ['description:', ...Object.entries(keys).map(([key, text]) => `  ${key}: ${text}`)].join('\n');
}
