/** What a suggestion looks up in a choice, and the words that tell requests apart. */
import { shownTools } from '../../../plan/named-tools.ts';
import { type Schema, ownMember } from '@haft/runtime/language';
import type { Choice } from '../../../versions/receipts/choice.ts';
import { decidingTrial } from '../figures/confusions.ts';
import type { CaseRun } from '../figures/suite.ts';
import type { Edit } from './suggestion.ts';
import type { Candidate } from '../offline/candidate.ts';
import { termsOf, verbGroups } from '../offline/terms.ts';

/** More would list the request, and not say what it is about. */
const MAX_WORDS = 3;

const MIN_LENGTH = 3;

/** Requests of every kind have them: a description that lists them says nothing. */
const VAGUE: ReadonlySet<string> = new Set(
  'about again all already also always any anything back before behind both but did does done each else even ever every everything few first going good got had having here him her his just know last let like long look made make many maybe more most much must need new next not nothing now off old once one only other out over please put really same say says she should show some someone something still such sure take talk tell than thank thanks that there thing things think three too two under until up use used using very via wants way well where who whole whom whose why work works would yes yet https http www com org'.split(
    ' ',
  ),
);

export function isSkill({ skills }: Choice, name: string): boolean {
  return skills.some((skill) => skill.name === name);
}

/** As written; empty where the description has no parts. */
export function whenOf({ servers, skills }: Choice, name: string): string {
  const tool = shownTools(servers).get(name)?.tool;
  if (tool) return tool.authored.when;
  const parts = skills.find((one) => one.name === name)?.description.parts ?? [];
  return parts.find(({ part }) => part === 'when')?.text.replace(/^Use when /, '') ?? '';
}

export function parameterOf({ servers }: Choice, tool: string, name: string): Schema | undefined {
  const found = shownTools(servers).get(tool)?.tool;
  return found && ownMember(found.inputSchema.properties ?? {}, name);
}

/** Names of the parameters that a call must have. */
export function requiredOf({ servers }: Choice, tool: string): readonly string[] {
  const found = shownTools(servers).get(tool)?.tool;
  return found?.inputSchema.required ?? [];
}

/** The arguments that cases of a right tool have wrong, each with the first case that shows it. */
export function wrongArguments(
  cases: readonly CaseRun[],
): readonly { readonly name: string; readonly from: readonly string[] }[] {
  const first = new Map<string, string>();
  for (const run of cases) {
    for (const name of decidingTrial(run)?.arguments?.wrong ?? []) if (!first.has(name)) first.set(name, run.one.id);
  }
  return [...first].map(([name, id]) => ({ name, from: [id] }));
}

interface Described {
  readonly tool: string;
  /** Of the parameter. */
  readonly name: string;
  readonly description: string;
  readonly from: readonly string[];
}

/** A sentence at the end of the description of a parameter. */
export function addedToParameter({ tool, name, description, from }: Described, sentence: string): Edit {
  return {
    name: tool,
    path: ['parameters', name, 'description'],
    how: 'replace',
    value: `${description.trim()} ${sentence}`,
    title: `Add to the description of parameter "${name}" of "${tool}": ${sentence}`,
    from,
  };
}

/**
 * Words that `stranger` has no text for; those that `friend` knows come first. Names and numbers belong to one request and
 * are left out.
 */
export function distinctiveWords(
  request: string,
  rivalTexts: Candidate | undefined,
  ownTexts: Candidate | undefined,
): readonly string[] {
  const [unknownTo, knownTo] = [termsIn(rivalTexts), termsIn(ownTexts)];
  const seen = new Set<string>();
  const words = request.split(/[^\p{L}\p{N}'’-]+/u).flatMap((word, index) => {
    const [term, ...more] = termsOf(word);
    if (term === undefined || VAGUE.has(word.toLowerCase()) || verbGroups([term]).length > 0) return [];
    if (more.length > 0 || seen.has(term) || unknownTo.has(term)) return [];
    if (/\p{N}/u.test(word) || (index > 0 && /^\p{Lu}/u.test(word)) || word.length < MIN_LENGTH) return [];
    seen.add(term);
    return [{ word: index === 0 ? word.toLowerCase() : word, known: knownTo.has(term) ? 0 : 1 }];
  });
  return words.toSorted((a, b) => a.known - b.known).map(({ word }) => word);
}

function termsIn(candidate: Candidate | undefined): ReadonlySet<string> {
  if (!candidate) return new Set();
  const { name, summary, text, examples, parameters } = candidate.fields;
  return new Set([...name, ...summary, ...text, ...examples, ...parameters]);
}

interface WordList {
  /** Ids of the cases that it was made from. */
  readonly from: readonly string[];
  readonly words: readonly string[];
}

/** What is worth a try: each of the first words of a request, all of them, and the word that most requests share. */
export function wordLists(
  lists: readonly { readonly id: string; readonly words: readonly string[] }[],
): readonly WordList[] {
  const holders = new Map<string, string[]>();
  for (const { id, words } of lists) {
    for (const word of words) holders.set(word, [...(holders.get(word) ?? []), id]);
  }
  const shared = [...holders].filter(([, ids]) => ids.length > 1).toSorted((a, b) => b[1].length - a[1].length);
  const own = lists.flatMap(({ id, words }): WordList[] => {
    const first = words.slice(0, MAX_WORDS);
    const each = first.map((word) => ({ from: [id], words: [word] }));
    return first.length > 1 ? [...each, { from: [id], words: first }] : each;
  });
  return [...own, ...shared.slice(0, 1).map(([word, from]) => ({ from, words: [word] }))];
}

/** `sun, rain or snow`. */
export function either(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}
