/** A small valid project, and what happens to it when the keys of a rule's example are laid over one of its documents. */
import { parse } from 'yaml';
import type { RuleSubject } from '../../compiler/check/rule.ts';
import { check } from '../../compiler/check/check.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { EXAMPLE_PAGES } from './example-pages.ts';
import { EXAMPLE_TABLES } from './example-tables.ts';
import { type Settings, settingsOf } from '../../compiler/check/settings.ts';
import { type Diagnostic, type SourceFile, inFileOrder } from '../../compiler/base/diagnostic.ts';

/** A file in which every document is valid but for the overlay, which ends it. */
interface Overlaid {
  readonly source: SourceFile;
  /** Offset at which the text of the example begins; undefined when it only takes keys away. */
  readonly from: number | undefined;
}

/** The document of a kind as its top-level entries: each key with the text that stands for it. */
type Entries = Readonly<Record<string, string>> & { readonly kind: string };

const SERVER: Entries = {
  kind: 'kind: server',
  name: 'name: library',
  version: 'version: 1.0.0',
  summary: 'summary: Finds books in a library.',
};

const TOOL: Entries = {
  kind: 'kind: tool',
  name: 'name: search_books',
  description: 'description:\n  does: Searches the shelves by words.\n  when: the user looks for a book',
  effects: 'effects: read',
  handler: 'handler: handlers.ts',
};

const SKILL: Entries = {
  kind: 'kind: skill',
  name: 'name: find-a-book',
  version: 'version: 1.0.0',
  description: [
    'description:',
    '  does: Finds a book on the shelves.',
    '  when: the user looks for a book',
    '  triggers: [find a book, is there a book about]',
    '  not_for: [{ case: buying books }]',
  ].join('\n'),
  context: 'context: The library has one floor.',
  steps: 'steps: [Search with `search_books`.]',
  never: 'never: [Invent a title]',
};

/** The document over which each subject's examples are laid. */
const OVER: Readonly<Record<RuleSubject, Entries>> = {
  server: SERVER,
  tool: TOOL,
  param: TOOL,
  schema: TOOL,
  skill: SKILL,
};

/** The valid project itself, as one file. */
export function exampleProject(): SourceFile {
  return { path: PATH, text: [SERVER, TOOL, SKILL].map(textOf).join(SEPARATOR) };
}

const LAID = new Map<string, Overlaid>();

/**
 * Keys of `example` replace those of the document, one without a value only takes the key away. What stands after
 * a line `---` are further whole documents. The same example gives the same objects, of which all is made once (ADR 9).
 */
export function layOver(subject: RuleSubject, example: string): Overlaid {
  const key = `${subject}\n${example}`;
  const laid = LAID.get(key) ?? overlaid(subject, example);
  LAID.set(key, laid);
  return laid;
}

function overlaid(subject: RuleSubject, example: string): Overlaid {
  const [keys = '', ...more] = example.split(/^---\n/m);
  const laid = parse(keys) as Readonly<Record<string, unknown>>;
  const removes = Object.values(laid).every((value) => value === null);
  // Beside a second server a tool has to say whose it is.
  const owner = subject === 'server' ? (laid['name'] ?? 'library') : 'library';
  const several = more.some((document) => /^kind: server$/m.test(document));
  const tool = several ? { ...TOOL, server: `server: ${String(owner)}` } : TOOL;
  const base = OVER[subject] === TOOL ? tool : OVER[subject];
  const others = [SERVER, tool, SKILL].filter((document) => document.kind !== base.kind).map(textOf);
  const kept = textOf(Object.fromEntries(Object.entries(base).filter(([key]) => !Object.hasOwn(laid, key))));
  const before = `${[...others, kept].join(SEPARATOR)}`;
  const added = [removes ? '' : ended(keys), ...more.map((document) => `---\n${ended(document)}`)].join('');
  return {
    source: { path: PATH, text: before + added },
    from: removes && more.length === 0 ? undefined : before.length,
  };
}

const PATH = 'specs/library.yaml';
const SEPARATOR = '---\n';

function textOf(entries: Readonly<Record<string, string>>): string {
  return Object.values(entries).map(ended).join('');
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** With what the examples have learned of a database, and the outputs that rules are about. */
export const EXAMPLE_SETTINGS = {
  ...settingsOf({ outputs: ['cli', 'code', 'in-process'] }),
  learned: () => EXAMPLE_TABLES,
} satisfies Settings;

const FINDINGS = new Map<string, readonly Diagnostic[]>();

/** Several tests ask for those of the same example, alone in its project. */
export function exampleFindings(source: SourceFile): readonly Diagnostic[] {
  const key = `${source.path}\n${source.text}`;
  const found = FINDINGS.get(key) ?? findingsIn(source);
  FINDINGS.set(key, found);
  return found;
}

/** Those of `planSpecs`, without the Plan. */
function findingsIn(source: SourceFile): readonly Diagnostic[] {
  const { value, diagnostics } = load([source]);
  const surroundings = { consequences: true, settings: EXAMPLE_SETTINGS, files: EXAMPLE_PAGES };
  return inFileOrder([
    ...diagnostics,
    ...check(value, { ...surroundings, unread: diagnostics.length > 0 }).diagnostics,
  ]);
}
