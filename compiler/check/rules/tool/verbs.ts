/** The verb in the name of a tool. */
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import { vagueWord } from '../../analysis/names/specificity.ts';
import type { ToolPart } from '../../model.ts';
import { nameWords, sentenceWords, stem, withoutVersion, verbOf } from '../../analysis/names/name-words.ts';
import {
  FACT_NOUNS,
  HOLLOW_NOUNS,
  NOUN_VERBS,
  OPEN_VERBS,
  SURE_VERBS,
  THING_LAST,
  THING_VERBS,
} from '../../analysis/names/lexicon.ts';
import type { Lexicon } from '../../settings.ts';
import { wordSet } from '../../../base/word-lists.ts';

const DETERMINERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'one', 'all', 'every', 'each', 'this', 'any']);

const HOLLOW = wordSet('handle process perform manage execute do manipulate operate invoke');

/** What anything may be done with. */
const MATTERS = wordSet(`
  file files text texts document documents message messages image images string strings list lists batch entry entries
  user users json csv xml page pages content update updates change changes
`);

/** With these nouns the verb has one well-known meaning: a payment is processed, a trade executed. */
const DONE = wordSet(`
  payment payments refund refunds return returns claim claims application applications trade trades transfer
  transaction script code program notebook sql query statement workflow pipeline plan order orders withdrawal deposit
  payroll
`);

export const verbFirst = rule({
  id: 'tool/verb-first',
  severity: 'warning',
  release: 'error',
  says: 'A tool name must start with a verb.',
  profiles: ['ext'],
  why: 'The model chooses by name first, and a verb says what a call does; "item" or "file_search" does not say whether something is read, created or changed.',
  source: 'EXT §2.2 (starts with a verb), §8 rule 4',
  good: [
    'name: get_book',
    'name: list_overdue_loans',
    'name: file_issue\ndescription: { does: Files an issue about a damaged book., when: the user reports damage }',
    'name: reshelve_book\ndescription: { does: Reshelves a book that was returned., when: the user returns a book }',
  ],
  bad: [
    'name: book_details\ndescription: { does: Gets author and year of a book., when: the user asks about a book }',
    'name: file_search\ndescription: { does: Searches the scanned files by words., when: the user looks for a scan }',
    'name: library_create_loan\ndescription: { does: Creates a loan for a reader., when: the user borrows a book }',
    'name: library_search\ndescription: { does: Searches shelves by words., when: the user looks for a book }',
  ],
  check({ spec, server }, report, { settings }) {
    const { verbs } = settings.lexicon;
    const text = { name: spec.name, does: spec.description.does, server: nameWords(server?.spec.name ?? '') };
    if (startsWithVerb(text, verbs)) return;
    const [first = ''] = nameWords(spec.name);
    const better = verbFirstName(text, verbs);
    const noun = verbs.has(first) ? 'a noun here' : 'which is not a known verb';
    report(
      ['name'],
      say`Tool name "${spec.name}" starts with "${first}", ${text.server.includes(first) ? 'the name of its server' : noun}.`,
      hintFor(spec.name, better),
      { word: first },
    );
  },
});

function hintFor(name: string, better: string | undefined): string {
  if (better === undefined)
    return `Start with a verb, such as "get_${name}"; add a domain verb under \`vocabulary: { verbs }\` in haft.yaml.`;
  return OPEN_VERBS.has(better)
    ? `Write "${better}_" and the object.`
    : `Write "${better}", or another verb and its object.`;
}

const named = (name: string, does: string): string => {
  return `name: ${name}\ndescription: { does: ${JSON.stringify(does)}, when: the user brings a book }`;
};

export const vagueVerb = rule({
  id: 'tool/vague-verb',
  severity: 'warning',
  says: 'A tool name should say what happens, not only that something is handled, processed or managed.',
  profiles: ['ext'],
  why: 'Nearly every request can be read as "handle the loan": the model cannot tell whether the loan is created, extended or ended.',
  hint: 'Name what is different after a call, as in extend_loan or convert_file.',
  source: 'EXT §8 rule 4 (self-explanatory names)',
  good: [
    named('extend_loan', 'Extends a loan by two weeks.'),
    named('handle_complaint', 'Records a complaint and what was agreed.'),
    named('process_refund', 'Refunds the fee of a loan.'),
  ],
  bad: [
    named('handle_loan', 'Handles the loan of a reader.'),
    named('manage_readers', 'Manages the readers of the library.'),
    named('process_file', 'Reads a file of titles.'),
  ],
  check(tool, report, { settings }) {
    const verb = hollowAction(tool, settings.lexicon);
    if (verb === undefined) return;
    report(['name'], say`Tool name "${tool.spec.name}" does not say what happens: "${verb}" can be anything.`, {
      word: verb,
    });
  },
});

/** The verb that says nothing; undefined if the noun or the description says enough. */
function hollowAction(tool: ToolPart, lexicon: Lexicon): string | undefined {
  const { name, description } = tool.spec;
  const [verb = '', ...nouns] = withoutVersion(nameWords(name));
  if (!HOLLOW.has(verb) || nouns.length === 0) return undefined;
  // Another rule reports a description that says nothing at all.
  if (vagueWord(tool, lexicon) !== undefined) return undefined;
  const isOpen = (noun: string): boolean =>
    MATTERS.has(noun) || lexicon.genericNouns.has(noun) || HOLLOW_NOUNS.has(noun);
  if (nouns.every((noun) => isOpen(noun) && !DONE.has(noun))) return verb;
  const action = sentenceWords(description.does)[0] ?? '';
  const done = nouns.some((noun) => DONE.has(noun));
  return [...HOLLOW, 'work', 'deal', 'take', 'operate'].some((one) => stem(one) === stem(action)) && !done
    ? verb
    : undefined;
}

/** Finds the verb of a tool's name, and the name with the verb in front. */
interface NameText {
  readonly name: string;
  /** First part of the description: it names the action, and so separates verb from noun. */
  readonly does: string;
  /** Words of the server's name, which hosts put before the tool's anyway. */
  readonly server: readonly string[];
}

/** The first word is a verb, and not the noun that it may be as well (`file_search`, `order_create`). */
function startsWithVerb({ name, does }: NameText, verbs: ReadonlySet<string>): boolean {
  const words = withoutVersion(nameWords(name));
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const [action = '', next = ''] = sentenceWords(does);
  // "Defenestrates the user": a verb that is in no list.
  const own = stem(action) === stem(first);
  // A name without any word breaks another rule.
  if (words.length === 0) return true;
  if (!verbs.has(first)) {
    const inflected = own && action.endsWith('s') && !first.endsWith('s');
    return (
      verbOf(first, verbs) === undefined && ((own && DETERMINERS.has(next)) || inflected || isMadeVerb(first, verbs))
    );
  }
  if (own || words.length === 1 || !NOUN_VERBS.has(first)) return true;
  if (words.slice(1).every((word) => FACT_NOUNS.has(word))) return !THING_VERBS.has(first);
  const afterThing = THING_VERBS.has(first) && (THING_LAST.has(last) || stem(action) === stem(last));
  return !(verbs.has(last) && (SURE_VERBS.has(last) || afterThing));
}

/** "Refill", "untangle", "vectorize": made of a verb, or by an ending that only verbs have. */
function isMadeVerb(word: string, verbs: ReadonlySet<string>): boolean {
  const [, base = ''] = /^(?:re|un|mis|de)(\w{3,})$/.exec(word) ?? [];
  return verbs.has(base) || /[a-z]{3}(?:ize|ify)$/.test(word);
}

/** A name from the same words with the verb in front; undefined without a verb. */
function verbFirstName({ name, does, server }: NameText, verbs: ReadonlySet<string>): string | undefined {
  const words = withoutVersion(nameWords(name));
  const [action = '', ...description] = sentenceWords(does).map(stem);
  const at = verbAt(words, action, verbs);
  const [verb] = [words[at ?? -1] ?? sentenceWords(does)[0] ?? ''].map((word) => verbOf(word, verbs));
  if (verb === undefined) return undefined;
  if (at === undefined) return [verb, ...words].join('_');
  const before = words.slice(0, at).filter((word) => !server.includes(word));
  // The description shows that "browser" in "browser_click" is not the object.
  const meant = OPEN_VERBS.has(verb) ? before : before.filter((word) => description.includes(stem(word)));
  const after = words.slice(at + 1);
  return [verb, ...(after.length > 0 ? after : meant)].join('_');
}

/** The verb of the description, else the last word, the first one that is not a noun as well, or any. */
function verbAt(words: readonly string[], action: string, verbs: ReadonlySet<string>): number | undefined {
  const positions = words.flatMap((word, at) => (verbs.has(word) || (at === 0 && verbOf(word, verbs)) ? [at] : []));
  const last = words.length - 1;
  const match = positions.find((at) => stem(words[at] ?? '') === action);
  const sure = positions.find((at) => !NOUN_VERBS.has(words[at] ?? ''));
  return match ?? (positions.includes(last) && last > 0 ? last : undefined) ?? sure ?? positions.find((at) => at > 0);
}
