/** The example of `haft init`: small, without a network, and in every part like a real spec. */

const SERVER = `# A tool server; \`haft schema\` describes every key.
kind: server
name: text-tools
version: 1.0.0
summary: Measures texts exactly instead of estimating.
tools:
  - name: count_words
    title: Count words
    description:
      does: Counts the words, sentences and characters of a text exactly.
      when: the user asks how long a text is, or a text has to stay within a length
      instead:
        - { case: the user asks which words are used most, use: rank_words }
      examples: [How many words does this abstract have?, Is this under 500 characters?]
    parameters:
      text: { type: string, maxLength: 200000, description: "The text to measure, unchanged." }
    required: [text]
    returns:
      type: object
      properties:
        words: { type: integer }
        sentences: { type: integer }
        characters: { type: integer, description: Characters as a reader counts them. }
      required: [words, sentences, characters]
    effects: read
    open_world: false
    handler: handlers.ts
    evals:
      - { query: how many words are in this paragraph }
      - { query: is my abstract below 250 words }
      - { query: count the characters of this title }
      - { query: does this fit into 280 characters }
      - { query: write a poem about rain, expect: none }

  - name: rank_words
    title: Rank words
    description:
      does: Lists the words that a text uses most often, with how often each occurs.
      when: the user asks which words are repeated, or what a text is about judged by its words
      instead:
        - { case: only the length of the text matters, use: count_words }
      examples: [Which words do I overuse here?, What are the ten most frequent words?]
    parameters:
      text: { type: string, maxLength: 200000, description: "The text to look at, unchanged." }
      limit: { type: integer, minimum: 1, maximum: 100, default: 10, description: How many words to return at most. }
    required: [text]
    returns:
      type: object
      properties:
        words:
          type: array
          items:
            type: object
            properties: { word: { type: string }, count: { type: integer } }
            required: [word, count]
      required: [words]
    effects: read
    open_world: false
    handler: handlers.ts
    evals:
      - { query: which words do I overuse in this text }
      - { query: list the five most frequent words, arguments: { limit: 5 } }
      - { query: what word is repeated most in this essay }
      - { query: show the twenty most common words, arguments: { limit: 20 } }
      - { query: translate this word into French, expect: none }
`;

const SKILL = `# A skill: what a model reads when a request fits its description.
kind: skill
name: fit-to-length
version: 1.0.0
title: Fit a text to a length
description:
  does: Shortens or extends a text to a given number of words or characters and proves the result by counting.
  when: the user wants a text to have a certain length
  triggers: [cut this to 200 words, make it fit into 280 characters]
  not_for:
    - { case: "summarising without a length, where counting adds nothing" }
context: |
  Models estimate lengths badly. The tools of the server text-tools count exactly; a length may be claimed only after counting.
steps:
  - Measure the text with \`count_words\` and tell the user how far it is from the goal.
  - Cut or extend it. When words are repeated, find them with \`rank_words\` first.
  - Measure the new text with \`count_words\`; repeat until it fits.
  - Give the user the text and its measured length.
never:
  - Claim a length that was not measured
  - Change names, numbers or quotations to save words
servers: [text-tools]
evals:
  - input: Cut this abstract to 200 words
    expected_behavior:
      - Calls count_words before and after the change
      - States a length that count_words returned
  - input: Make my title fit into 60 characters
    expected_behavior: [Measures the title with count_words, Offers a title that fits]
  - { input: Summarize this article, should_trigger: false }
`;

const HANDLERS = `/** Handler of the tool \`count_words\`. */
export const countWords: Handlers['countWords'] = ({ text }) => ({
  words: wordsOf(text).length,
  sentences: count(text, 'sentence'),
  characters: count(text, 'grapheme'),
});

/** Handler of the tool \`rank_words\`. */
export const rankWords: Handlers['rankWords'] = ({ text, limit }) => {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].map(([word, times]) => ({ word, count: times }));
  return { words: ranked.sort((a, b) => b.count - a.count).slice(0, limit) };
};

function wordsOf(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase());
}

function count(text: string, granularity: 'sentence' | 'grapheme'): number {
  return [...new Intl.Segmenter(undefined, { granularity }).segment(text)].length;
}
`;

/** Its files by name. `root` and `out`: the folders of the project and of its output, relative to the example. */
export function exampleFiles({
  root,
  out,
}: Readonly<Record<'root' | 'out', string>>): Readonly<Record<string, string>> {
  // Editors with a YAML language server then complete and explain every key, by the schema of the installed version.
  const schema = `# yaml-language-server: $schema=${root}/node_modules/haft/spec.schema.json\n`;
  const types = `import type { Handlers } from '${out}/servers/text-tools/tools.ts';\n\n`;
  return { 'server.yaml': schema + SERVER, 'skill.yaml': schema + SKILL, 'handlers.ts': types + HANDLERS };
}
