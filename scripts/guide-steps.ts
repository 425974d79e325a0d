/** The project and the steps of docs/change-a-tool.md: what an author does with released tools, as text and as edits. */

/** In a file, the server's spec by default. `@@REMOVE` deletes the tool of that name. */
export type Edit = readonly [from: string, to: string, file?: string];

/** What is edited, and what is run then: command lines, each with the day on which it is run. */
export interface Actions {
  readonly edits?: readonly Edit[];
  readonly runs: readonly (readonly [day: string, line: string])[];
}

export interface Step extends Actions {
  readonly title: string;
  readonly words: string;
  /** Commits everything after the runs. */
  readonly commit?: boolean;
  readonly then?: Actions;
  /** Made, released and committed on a branch of its own; the edits are too, and the branch is merged before the runs. */
  readonly branch?: { readonly edits: readonly Edit[] };
}

export const SERVER = 'specs/library/server.yaml';
const SKILL = 'specs/library/skill.yaml';
const HANDLERS = 'specs/library/handlers.ts';

export const FILES: Readonly<Record<string, string>> = {
  [SERVER]: `kind: server
name: library
version: 1.0.0
summary: Finds books and measures texts.
connections:
  catalog:
    base_url: https://catalog.example.com
    on_unreachable: { error: The catalog cannot be reached., retry_hint: Ask the user to check the network. }
    errors: { 404: { error: The catalog has no such book., retry_hint: Search with other words. } }
tools:
  - name: search_books
    description:
      does: Searches the catalog of the library by words.
      when: the user looks for a book
      instead: [{ case: the user has a text and no book, use: rank_words }]
      examples: [Do you have books about whales?]
    parameters:
      query: { type: string, maxLength: 100, description: "Words of a title, such as whales." }
      limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books to return at most. }
    required: [query]
    returns: { type: object, properties: { titles: { type: array, items: { type: string } } } }
    effects: read
    http: { connection: catalog, request: GET /books, query: { q: "{query}", n: "{limit}" }, result: { titles: /titles } }
    evals:
      - { query: do you have books about whales }
      - { query: is there a novel by Melville on the shelves }
      - { query: find something on the history of rain }
      - { query: which titles about gardens are there }
      - { query: what is the capital of France, expect: none }

  - name: rank_words
    description:
      does: Lists the words that a text uses most often.
      when: the user asks which words a text repeats
      instead: [{ case: the user looks for a book, use: search_books }]
      examples: [Which words do I overuse here?]
    parameters:
      text: { type: string, maxLength: 20000, description: "The text to measure, unchanged." }
      limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many words to return at most. }
    required: [text]
    returns: { type: object, properties: { words: { type: array, items: { type: string } } } }
    effects: read
    open_world: false
    handler: handlers.ts
    evals:
      - { query: which words do I overuse in this text }
      - { query: list the five most frequent words, arguments: { limit: 5 } }
      - { query: what word is repeated most in this essay }
      - { query: show the most common words of my abstract }
      - { query: translate this word into French, expect: none }
`,
  [SKILL]: `kind: skill
name: write-review
version: 1.0.0
description:
  does: Writes a short review of a book of the library.
  when: the user wants a review of a book
  triggers: [review this book, write a book review]
  not_for: [{ case: finding a book without a review, use: search_books }]
context: Reviews are short, and every book in them is in the catalog.
steps:
  - Find the book with \`search_books\`.
  - Write the review, and find repeated words with \`rank_words\`.
never: [Invent a title]
servers: [library]
allowed_tools: [search_books, rank_words]
evals:
  - input: Review a book about whales
    expected_behavior: [Calls search_books before it writes]
  - { input: What did critics say about the whale novel?, expected_behavior: [Calls search_books] }
  - { input: What time is it?, should_trigger: false }
`,
  [HANDLERS]: `import type { Handlers } from '../../generated/servers/library/tools.ts';

/** Handler of the tool \`rank_words\`. */
export const rankWords: Handlers['rankWords'] = ({ text, limit }) => {
  const words = text.toLowerCase().split(/\\W+/);
  const times = (word: string): number => words.filter((other) => other === word).length;
  return { words: [...new Set(words)].sort((a, b) => times(b) - times(a)).slice(0, limit) };
};
`,
  '.gitignore': 'generated/\n.haft/\n',
  'haft.yaml': 'rules: { version/evals-stale: warning }\n',
};

const LIMIT =
  'limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books to return at most. }';
const NEW_PARAMETER =
  'year: { type: integer, minimum: 1000, maximum: 9999, description: Year in which the book came out. }';
const WITH_DEFAULT =
  'order: { type: string, enum: [title, year], default: title, description: What the books are sorted by. }';

export const STEPS: readonly Step[] = [
  {
    title: 'Release',
    words:
      '`haft release` records the current specs as the contract. Commit `haft.contract.json` with the specs: `check` and `compile` compare the specs with it from now on, and `haft bump` finds released code in that commit.',
    runs: [['2026-11-20', 'haft release']],
    commit: true,
  },
  {
    title: 'Add a parameter',
    words:
      'Add the parameter `year`. Without a default, the meaning of existing calls is undefined, so EXT §9 requires one.',
    edits: [[LIMIT, `${LIMIT}\n      ${NEW_PARAMETER}`]],
    runs: [['2026-11-21', 'haft check']],
  },
  {
    title: 'Add a parameter with a default',
    words:
      'The parameter `order`, with a default that keeps the previous behavior, is safe for existing calls. Models see a changed tool, so the evals of the server are stale until you rerun them.',
    edits: [
      [NEW_PARAMETER, WITH_DEFAULT],
      ['n: "{limit}"', 'n: "{limit}", sort: "{order}"'],
    ],
    runs: [['2026-11-21', 'haft diff']],
  },
  {
    title: 'Make a breaking change',
    words: 'Lower the maximum of `limit` to 50: calls with more are rejected.',
    edits: [[LIMIT, LIMIT.replace('maximum: 100', 'maximum: 50')]],
    runs: [['2026-11-23', 'haft check']],
  },
  {
    title: 'Publish the edit as a successor',
    words:
      '`haft bump` gives the edit a new name, restores the released version as deprecated, and lets similar tools, skills, evals, prompts and resources name the successor. A resource that is not valid with the successor keeps the released version, and the output says so. It prints what it did in which file. `--dry-run` shows the edits and writes nothing. Where git has the commit of the release, the restored version has the text of its author with comments and layout; elsewhere it is written from the contract.',
    runs: [
      ['2026-11-23', 'haft bump search_books --reason "Fifty books at once are enough."'],
      ['2026-11-23', 'haft check'],
    ],
  },
  {
    title: 'Release without a new version',
    words: 'Users of 1.0.0 would not notice the change, so the release is rejected.',
    runs: [['2026-11-23', 'haft release']],
  },
  {
    title: 'Raise the versions, and release',
    words:
      'The server and the skill get the versions that the messages name, by hand or with `--raise`: it writes them where no other error is left (but for output with conflicts of an open merge), and changes nothing else in the files.',
    runs: [['2026-11-23', 'haft release --raise']],
    commit: true,
  },
  {
    title: 'Bump a tool with a handler',
    words:
      'The parameter `limit` of `rank_words` becomes `count`, in the spec and in the code. `haft bump` moves both: the edited function becomes that of the successor, and the old name gets the released code, from the commit that recorded the release. Where other code of the file that the function uses has changed as well, the released code goes into a file of its own. Modules of the project that it imports are not brought back, as the successor uses them too: it runs with them as they are now, and the output names those that do something else than in the release. Where git does not know the release, the old name gets a function that fails and says so.',
    edits: [
      [
        'limit: { type: integer, minimum: 1, maximum: 50, default: 10',
        'count: { type: integer, minimum: 1, maximum: 50, default: 10',
      ],
      ['arguments: { limit: 5 }', 'arguments: { count: 5 }'],
      ['({ text, limit })', '({ text, count })', HANDLERS],
      ['slice(0, limit)', 'slice(0, count)', HANDLERS],
    ],
    runs: [
      ['2026-11-24', 'haft bump rank_words --reason "The parameter has a better name."'],
      ['2026-11-24', 'haft check'],
      ['2026-11-24', 'git diff specs/library/handlers.ts'],
    ],
  },
  {
    title: 'Bump again',
    words:
      'The next breaking change of a successor works in the same way, once it is released: `_v2` becomes `_v3`. Here `query` becomes `title_words`, and nothing else: the old tool needs no copy. With `deprecated.via` it calls its successor, because every call of it becomes a valid call that sends the same, and every result is one of its own. `haft bump` proves this from both versions, and replays recorded calls; otherwise it writes a copy and prints the reason. The tool keeps its parameters, its result and its date.',
    runs: [['2026-11-24', 'haft release --raise']],
    commit: true,
    then: {
      edits: [
        ['query: { type: string', 'title_words: { type: string'],
        ['required: [query]', 'required: [title_words]'],
        ['q: "{query}"', 'q: "{title_words}"'],
      ],
      runs: [
        ['2026-11-25', 'haft bump search_books_v2 --reason "The parameter says what it searches."'],
        ['2026-11-25', 'git diff -U1 specs/library/server.yaml'],
      ],
    },
  },
  {
    title: 'Rename a tool',
    words: 'A renamed tool is gone for its callers. The message names the command that keeps the old name for them.',
    runs: [['2026-11-25', 'haft release --raise']],
    commit: true,
    then: {
      edits: [['name: rank_words_v2', 'name: count_words']],
      runs: [
        ['2026-11-26', 'haft check'],
        ['2026-11-26', 'haft bump --renamed rank_words_v2=count_words'],
        ['2026-11-26', 'haft check'],
      ],
    },
  },
  {
    title: 'Replace several tools by one',
    words:
      'When one tool takes the place of several, name all of them: `haft bump --renamed find_books,list_books=search_catalog`. All of them are restored as deprecated, and the new tool gets `replaces: [find_books, list_books]`.',
    runs: [['2026-11-26', 'haft release --raise']],
    commit: true,
  },
  {
    title: 'Edit a deprecated tool',
    words:
      'A deprecated tool stays as it was released. Change its successor, and put it back. With `listed: false` under `deprecated`, models no longer see the old name, and callers still reach it. `haft bump --restore` also puts the released version in the place of `via`.',
    edits: [['maximum: 100, default: 25', 'maximum: 90, default: 25']],
    runs: [
      ['2026-11-27', 'haft check'],
      ['2026-11-27', 'haft bump --restore search_books'],
    ],
  },
  {
    title: 'Remove a tool too early',
    words:
      'One month later the first version is deleted, before the 90-day deprecation period ends. `--restore` brings it back.',
    edits: [['@@REMOVE', 'search_books']],
    runs: [
      ['2026-12-23', 'haft check'],
      ['2026-12-23', 'haft bump --restore search_books'],
    ],
  },
  {
    title: 'Remove a tool',
    words:
      'After the removal date the same edit passes. Remaining callers of the old version break, so the major version increases. A tool without a successor is removed in two steps: `haft bump --restore <tool> --use <other tool>` deprecates what you deleted, and after its date you delete it again.',
    edits: [
      ['@@REMOVE', 'search_books'],
      ['version: 1.4.0', 'version: 2.0.0'],
    ],
    runs: [
      ['2027-02-21', 'haft check'],
      ['2027-02-21', 'haft release'],
    ],
    commit: true,
  },
  {
    title: 'Merge two branches',
    words:
      'Two branches change a tool each and release it as 2.1.0. Git merges the specs, and the contract as well where the branches changed different tools. The merged server is neither of the two releases, so its version has to be raised; where the two have different versions, `haft merge` marks that in the contract.',
    branch: {
      edits: [
        ['version: 2.0.0', 'version: 2.1.0'],
        ['Do you have books about whales?', 'Do you have books about whales and ships?'],
      ],
    },
    edits: [
      ['version: 2.0.0', 'version: 2.1.0'],
      ['Which words do I overuse here?', 'Which words do I overuse in this text?'],
    ],
    runs: [['2027-02-22', 'haft check']],
  },
  {
    title: 'Change the wording',
    words:
      'A text of a released tool can mean something else without a change of form, so a release asks: publish a successor, or record that the meaning is the same, for all changed texts or with `--tool` for those of a tool. `haft diff` lists what is undecided, and the decisions with their reasons. Commit `haft.decisions.json`: nothing is asked twice, on other branches neither. `--decide-only` records without a release.',
    edits: [
      ['version: 2.1.0', 'version: 2.2.0'],
      ['that a text uses most often.', 'that a text uses most.'],
    ],
    runs: [
      ['2027-02-22', 'haft release'],
      ['2027-02-22', 'haft release --same-meaning "Shorter."'],
    ],
  },
  {
    title: 'Settle a merge conflict',
    words: `Where both branches changed the same tool, git reports a conflict in the contract. \`haft merge\` merges it tool by tool from the two sides that git keeps; \`--take ours\` or \`--take theirs\` decides about a tool that both released. With a merge driver, git calls it by itself:`,
    runs: [['', 'haft merge --setup']],
  },
];
