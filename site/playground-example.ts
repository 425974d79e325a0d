/** The specs that the playground begins with, and against which it compares. */

export const EXAMPLE = `# A server with two tools over an HTTP API, and a skill that uses them.
kind: server
name: library
version: 1.0.0
summary: Finds books in the catalog of a library.
connections:
  catalog:
    base_url: "https://catalog.example.org"
    on_unreachable: { error: The catalog does not answer., retry_hint: Ask the user to check the network. }
tools:
  - name: search_books
    description:
      does: Searches the catalog by words in titles and authors.
      when: the user looks for a book by its title or author
      instead:
        - { case: the number of the book is known, use: get_book }
      examples: [Find books by Ursula Le Guin]
    parameters:
      words: { type: string, description: Words to look for. }
      limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many books to return. }
    required: [words]
    returns:
      type: object
      properties:
        books:
          type: array
          items: { type: object, properties: { id: { type: integer }, title: { type: string } }, required: [id, title] }
      required: [books]
    effects: read
    http:
      connection: catalog
      request: GET /books
      query: { q: "{words}", n: "{limit}" }
      result: { books: { each: /hits, fields: { id: /number, title: /title } } }

  - name: get_book
    description:
      does: Reads one book of the catalog with its places on the shelf.
      when: the user asks about a book whose number is known
      instead:
        - { case: only words of the title are known, use: search_books }
      examples: [Where does book 4711 stand?]
    parameters:
      book_id: { type: integer, minimum: 1, maximum: 999999, description: "Number of the book, as search_books returns it." }
    required: [book_id]
    effects: read
    http: { connection: catalog, request: "GET /books/{book_id}" }
---
kind: skill
name: reading-list
version: 1.0.0
title: Make a reading list
description:
  does: Makes a reading list from the catalog of the library.
  when: the user wants to read about a subject
  triggers: [make a reading list about, what should I read on]
  not_for:
    - { case: books that the user wants to buy }
context: |
  The catalog knows what the library has, not what is good.
steps:
  - Search the catalog with \`search_books\` for each aspect of the subject.
  - Read the places of the best ones with \`get_book\`.
  - Give the list with number and place of each book.
never: [Name a book that the catalog does not have]
servers: [library]
`;
