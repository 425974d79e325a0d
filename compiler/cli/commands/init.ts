/** `haft init`: writes an example server and skill that compile and run without further steps, and the files of a project. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { CONFIG_FILE, rootOf, slashed } from '../../edge/project/root.ts';
import { clearLeftOvers, writeWhole } from '../../edge/write/whole.ts';
import { COMPILER_OPTIONS } from '../../edge/handlers/typescript.ts';
import { readRegular } from '../../edge/project-files/read.ts';
import { VERSION } from '../../base/version.ts';
import { readJsonMap } from '../../plan/read-json.ts';

/** The example of `haft init`: small, without a network, and in every part like a real spec. */

/** Editors with a YAML language server then complete and explain every key, by the schema of the installed version. */
const SCHEMA_LINE = '# yaml-language-server: $schema=../../node_modules/haft/spec.schema.json\n';

const SERVER = `${SCHEMA_LINE}# A tool server; \`haft schema\` describes every key.
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

const SKILL = `${SCHEMA_LINE}# A skill: what a model reads when a request fits its description.
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

const HANDLERS = `import type { Handlers } from '../../generated/servers/text-tools/tools.ts';

/** Handler of the tool \`count_words\`. */
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

/** By path, relative to the folder. */
const EXAMPLE: Readonly<Record<string, string>> = {
  'specs/text-tools/server.yaml': SERVER,
  'specs/text-tools/skill.yaml': SKILL,
  'specs/text-tools/handlers.ts': HANDLERS,
};

const PACKAGE = 'package.json';

const SCRIPTS: Readonly<Record<string, string>> = { compile: 'haft compile', watch: 'haft watch' };

const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json': json({
    compilerOptions: { ...COMPILER_OPTIONS, types: ['node'] },
    include: ['specs', 'generated'],
  }),
  '.gitignore': 'node_modules/\n.haft/\n',
  // Lines of two compiles, mixed by git, are neither; after a merge, `haft merge` or `haft compile` writes what is right.
  '.gitattributes': 'generated/** -merge linguist-generated\n',
  [PACKAGE]: json({ private: true, type: 'module', scripts: SCRIPTS }),
};

/** Its scripts run after an installation. */
const WITH_HAFT = json({
  private: true,
  type: 'module',
  scripts: SCRIPTS,
  devDependencies: { haft: `^${VERSION}` },
});

/** Without it, commands in the folder would be about the project around it. */
const OWN_CONFIG =
  '# Settings of this project. The file also marks its folder: haft.yaml of a folder above does not apply here.\n';

export const initCommand: Command = {
  name: 'init',
  summary: 'Create an example server and skill.',
  positional: '[folder]',
  flags: {},
  examples: [
    [
      'haft init',
      'Create specs/text-tools/ in this folder, and tsconfig.json, .gitignore, .gitattributes and package.json if missing.',
    ],
    ['haft init my-tools && cd my-tools && haft compile', 'Create and compile a new project.'],
  ],
  run({ cwd, positionals }) {
    const folder = resolve(cwd, positionals[0] ?? '.');
    for (const path of Object.keys(EXAMPLE)) clearLeftOvers(dirname(join(folder, path)));
    const conflicts = Object.keys(EXAMPLE).filter((path) => existsSync(join(folder, path)));
    if (conflicts.length > 0) {
      throw new Failure(
        `"${conflicts[0]}" already exists; nothing was written.`,
        'Choose another folder: haft init <folder>.',
      );
    }
    const files = { ...EXAMPLE, ...missingFiles(folder) };
    const scripts = packageWithScripts(folder);
    writeWhole(
      Object.entries(files).map(([path, content]) => ({ path: join(folder, path), content })),
      true,
    );
    if (scripts !== undefined) writeWhole([{ path: join(folder, 'package.json'), content: scripts }]);
    const added = scripts === undefined ? '' : 'Added the scripts compile and watch to package.json.\n';
    process.stdout.write(
      `Wrote ${Object.keys(files).join(', ')}.\n${added}${nextSteps(cwd, slashed(cwd, folder), files)}`,
    );
    return 0;
  },
};

function nextSteps(cwd: string, folder: string, files: Readonly<Record<string, string>>): string {
  const compile = `${commandName()} compile`;
  const list = 'node generated/servers/text-tools/server.mjs --list';
  const isNew = files['package.json']?.includes('devDependencies') === true;
  const install = installCommand(resolve(cwd, folder), isNew);
  const steps = [
    ...(install === undefined ? [] : [[install, 'Haft itself, for the scripts of package.json']]),
    [compile, 'skills, servers, evals and host entries in generated/'],
    [list, 'the tools as a model sees them'],
  ];
  const inside = folder === '' ? '' : `  cd ${quotePath(folder)}\n`;
  const lines = steps.map(([line = '', help = '']) => `  ${line.padEnd(list.length)}   # ${help}\n`);
  return `
Next:
${inside}${lines.join('')}
With \`npm install --save-dev typescript @types/node\`, \`${compile}\` also checks the types of handlers.
`;
}

/** Works without a `haft` on the PATH. */
function commandName(): string {
  return (process.env['npm_config_user_agent'] ?? '').startsWith('pnpm') ? 'pnpm exec haft' : 'npx haft';
}

/** Undefined where the folder, or one around it, has Haft. A clone is installed by its path: a registry may not have its version. */
function installCommand(folder: string, isNew: boolean): string | undefined {
  if (!isNew && hasHaft(folder)) return undefined;
  const compiler = packageAround(realpathSync(import.meta.dirname));
  const runtime = join(dirname(compiler), 'runtime');
  const isClone = basename(dirname(compiler)) !== 'node_modules' && existsSync(join(runtime, 'package.json'));
  if (isClone) return `npm install --save-dev ${quotePath(runtime)} ${quotePath(compiler)}`;
  return isNew ? 'npm install' : 'npm install --save-dev haft';
}

function packageAround(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageAround(dirname(folder));
}

function hasHaft(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, 'node_modules/.bin/haft')) || (parent !== folder && hasHaft(parent));
}

function quotePath(path: string): string {
  if (/^[\w./-]+$/.test(path)) return path;
  return /["$`\\!]/.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `"${path}"`;
}

/** New files by path, relative to the folder. */
function missingFiles(folder: string): Readonly<Record<string, string>> {
  const isInside = existsSync(join(rootOf(dirname(folder)), CONFIG_FILE));
  const files = {
    ...FILES,
    ...(isInside && { [CONFIG_FILE]: OWN_CONFIG }),
    ...(!isInPackage(dirname(folder)) && { [PACKAGE]: WITH_HAFT }),
  };
  return Object.fromEntries(Object.entries(files).filter(([path]) => !existsSync(join(folder, path))));
}

/** A package around the folder, such as the root of a workspace, has what its parts need. */
function isInPackage(folder: string): boolean {
  return existsSync(join(folder, PACKAGE)) || (dirname(folder) !== folder && isInPackage(dirname(folder)));
}

/** The existing package.json with our scripts; undefined if it has them, or if other parts of its text would change. */
function packageWithScripts(folder: string): string | undefined {
  const path = join(folder, PACKAGE);
  if (!existsSync(path)) return undefined;
  const text = readRegular(path).toString('utf8');
  const content = readJsonMap(text);
  const { scripts = {} } = content ?? {};
  if (!content || typeof scripts !== 'object' || scripts === null || Array.isArray(scripts)) return undefined;
  const indent = /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '';
  const end = text.endsWith('\n') ? '\n' : '';
  const print = (value: object): string => JSON.stringify(value, undefined, indent) + end;
  const next = print({ ...content, scripts: { ...SCRIPTS, ...scripts } });
  const isNew = Object.keys(SCRIPTS).some((name) => !Object.hasOwn(scripts, name));
  return isNew && print(content) === text ? next : undefined;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
