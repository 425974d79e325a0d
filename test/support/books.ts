/** A project with what an editor asks about: a server with a connection, a variable and two tools, and a skill that names them. */

const SERVER = `kind: server
name: books
version: 1.0.0
title: Books
summary: Finds books of the library.
transports: [stdio]
env:
  BOOKS_TOKEN: { description: Token of the library., secret: true }
connections:
  library:
    base_url: https://books.example/api
    headers: { Authorization: "Bearer {env.BOOKS_TOKEN}" }
    on_unreachable: { error: The library does not answer., retry_hint: Try again in a minute. }
tools:
  - name: search_books
    description:
      does: Searches the books of the library by words.
      when: the user wants to know which books there are
      instead:
        - { case: the number of the book is known, use: get_book }
      examples: [Find books about whales]
    parameters:
      words: { type: string, description: Words to look for. }
      limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many books to return. }
    required: [words]
    effects: read
    http:
      connection: library
      request: GET /books
      query: { q: "{words}", n: "{limit}" }
    evals:
      - { query: find books about whales, arguments: { words: whales } }
      - { query: which novels by Melville are there, arguments: { words: Melville } }
      - { query: do we own anything on sailing, arguments: { words: sailing } }
      - { query: list three books about storms, arguments: { words: storms, limit: 3 } }
      - { query: what is the capital of France, expect: none }
  - name: get_book
    description:
      does: Returns one book by its number.
      when: the user names a number of a book
      instead:
        - { case: the number is not known, use: search_books }
      examples: [Show me book 7]
    parameters:
      number: { type: integer, minimum: 1, maximum: 99999, description: Number of the book. }
    required: [number]
    effects: read
    http:
      connection: library
      request: GET /books/{number}
    evals:
      - { query: show me book 7, arguments: { number: 7 } }
      - { query: what is number 12 called, arguments: { number: 12 } }
      - { query: who wrote book 31, arguments: { number: 31 } }
      - { query: open the entry with number 5, arguments: { number: 5 } }
      - { query: find books about whales by word, expect: search_books }
      - { query: how warm is it today, expect: none }
`;

const SKILL = `kind: skill
name: reading-list
version: 1.0.0
description:
  does: Makes a list of books to read.
  when: the user wants something to read
  not_for: [{ case: looking up one book by its number, use: get_book }]
  triggers: [make a reading list, what should I read]
title: Reading list
context: The library has its own books alone.
steps:
  - Search with \`search_books\` for the subject.
  - Show each book with \`get_book\`.
never: [Invent a book]
servers: [books]
evals:
  - input: What should I read about whales?
    expected_behavior: [Calls search_books first]
  - { input: Put three novels about storms on my list, expected_behavior: [Calls search_books first] }
  - { input: Translate this sentence, should_trigger: false }
`;

export const BOOKS = {
  'haft.yaml': 'specs: specs\n',
  'specs/books.yaml': SERVER,
  'specs/reading-list/skill.yaml': SKILL,
};
