/** What a text promises does not change under its name: what is known of that, and what its author must decide. */
import { wordSet } from '../../base/word-lists.ts';
import type { ToolReference } from '../../check/tool-names.ts';
import { commandName } from '../../plan/named-tools.ts';
import { type ChangedText, judgedTexts } from '../meaning/changed-texts.ts';
import { ANTONYMS, BOUNDS, FORMATS, ORDERS, type Term, UNITS, ZONES } from './meaning-lexicon.ts';
import type { PolicyRule } from './policy.ts';
import { subjectOf } from '../target.ts';

/** The meaning of a released parameter does not change under its name. */
export const meaningChanged: PolicyRule = {
  id: 'version/meaning-changed',
  says: 'The meaning of a parameter of a released tool must not change.',
  why: 'Callers keep sending what the old description asked for: nothing fails, but the answers are wrong.',
  next: 'If the meaning changed, run `haft bump <tool>`. If only the wording changed, run `haft release --same-meaning "<reason>"`.',
  source: 'EXT §9 rule 2',
  severity: 'warning',
  when: 'until-release',
  judge({ before, after, dates: { decisions = [] } }) {
    return judgedTexts(before, after, decisions).flatMap(
      ({ server, tool, path, before: old, after: now, decision }) => {
        const changed = contradictionText(old, now);
        if (decision || changed === undefined || path[0] !== 'parameters') return [];
        const name = path[1] ?? '';
        const named = commandName({ server, tool }, before, after);
        const next = `If the meaning changed, run \`haft bump ${named}\`. If only the wording changed, run \`haft release --same-meaning "<reason>" --tool ${named}\`.`;
        return [
          {
            target: { server, tool, path },
            next,
            says: `The meaning of parameter "${name}" may have changed (${changed}).`,
          },
        ];
      },
    );
  },
};

/** A changed text of a released tool is released once its author decided that it means the same. */
export const meaningUndecided: PolicyRule = {
  id: 'version/meaning-undecided',
  says: 'A changed text of a released tool must keep its meaning, and its author must state so.',
  why: 'Callers and saved prompts rely on what the text promised: a tool that does something else under the same name fails without notice.',
  next: 'If the meaning changed, run `haft bump <tool>`. If it is the same, run `haft release --same-meaning "<reason>"`.',
  source: 'EXT §9 rule 2',
  locked: true,
  when: 'release',
  isDecided: true,
  judge({ before, after, pairs, dates: { decisions = [] } }) {
    const deprecated = new Map(
      pairs.tool.map((pair) => [`${pair.server}.${pair.after?.name}`, pair.before?.deprecated?.use]),
    );
    return judgedTexts(before, after, decisions).flatMap((text) => {
      if (text.decision) return [];
      const { server, tool, path } = text;
      return [
        {
          target: { server, tool, path },
          says: question(text),
          next: nextOf(commandName({ server, tool }, before, after), deprecated.get(`${server}.${tool}`)),
        },
      ];
    });
  },
};

function question({ server, tool, path, before, after }: ChangedText): string {
  const subject = subjectOf({ server, tool, path });
  const open = 'It is not decided whether the meaning is the same';
  const changed = before === '' || after === '' ? undefined : contradictionText(before, after);
  return `The text of ${subject} ${change(before, after)}. ${open}${changed === undefined ? '' : ` (${changed})`}.`;
}

function change(before: string, after: string): string {
  if (before === '') return `was added: ${quoteText(after)}`;
  if (after === '') return `was removed: ${quoteText(before)}`;
  const [old, now] = whereTheyDiffer(before, after);
  return `changed from ${quoteText(old)} to ${quoteText(now)}`;
}

function nextOf(tool: string, successor: ToolReference | undefined): string {
  const same = `If the meaning is the same, run \`haft release --same-meaning "<reason>" --tool ${tool}\`.`;
  if (successor === undefined) return `${same} If it changed, run \`haft bump ${tool}\`.`;
  return `${same} If it changed, change "${successor}" instead: \`haft bump --restore ${tool}\` puts the released version back.`;
}

const MAX_SHOWN = 100;
/** Characters of what both have, before the difference. */
const SHARED = 30;

/** Short texts as they are; of long ones the part in which they differ. */
function whereTheyDiffer(before: string, after: string): readonly [string, string] {
  if (Math.max(before.length, after.length) <= MAX_SHOWN) return [before, after];
  const [old, now] = [[...before], [...after]];
  const first = old.findIndex((character, index) => character !== now[index]);
  const from = Math.max(0, (first < 0 ? old.length : first) - SHARED);
  return [partFrom(old, from), partFrom(now, from)];
}

function partFrom(characters: readonly string[], from: number): string {
  const end = from + MAX_SHOWN < characters.length ? '…' : '';
  return `${from > 0 ? '…' : ''}${characters.slice(from, from + MAX_SHOWN).join('')}${end}`;
}

function quoteText(text: string): string {
  return JSON.stringify(text);
}

/** One thing that an old text says and a new one says otherwise. */
interface Contradiction {
  readonly aspect: string;
  readonly before: string;
  readonly after: string;
}

/** Only where both texts take a stand: what is added or left out may be said elsewhere. */
export function contradictions(before: string, after: string): Contradiction[] {
  const [old, now] = [plainText(before), plainText(after)];
  const replaced = ASPECTS.flatMap(([aspect, terms]) => {
    const [was, is] = [termsIn(old, terms), termsIn(now, terms)];
    const isReplaced = was.length === 1 && is.length === 1 && was[0] !== is[0];
    return isReplaced ? [{ aspect, before: was.join(), after: is.join() }] : [];
  });
  return [...replaced, ...defaults(old, now), ...opposites(old, now), ...negations(old, now)];
}

/** `unit: kilograms → pounds`; undefined where nothing is contradicted. */
function contradictionText(before: string, after: string): string | undefined {
  const changed = contradictions(before, after).map((one) => `${one.aspect}: ${one.before} → ${one.after}`);
  return changed.length === 0 ? undefined : changed.join('; ');
}

const ASPECTS: readonly (readonly [aspect: string, terms: readonly Term[]])[] = [
  ['unit', UNITS],
  ['format', FORMATS],
  ['time zone', ZONES],
  ['order', ORDERS],
  ['bound', BOUNDS],
];

/** Without examples, code and what holds only when the parameter is not given. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\((?:e\.g\.|for example|such as|like|example)[^()]{0,200}\)/g, ' ')
    .replaceAll(/(?:\be\.g\.|\bfor example\b|\bsuch as\b|\bexamples?:|\blike ["'])[^.;)]*/g, ' ')
    .replaceAll(
      /\b(?:if|when) (?:it is )?(?:not|un)[- ]?(?:provided|specified|set|given|present|supplied)\b/g,
      'if absent',
    );
}

function termsIn(text: string, terms: readonly Term[]): string[] {
  return [...new Set(terms.filter(([, form]) => form.test(text)).map(([name]) => name))];
}

const DEFAULT =
  /\bdefaults?(?: value)?(?: is| to|:| of| =)?\s+(?:is |to )?["']?(-?\d+(?:\.\d+)?|true|false|[a-z][\w-]*)/;

/** "Defaults to 20" → "defaults to 50". */
function defaults(old: string, now: string): Contradiction[] {
  const [was, is] = [DEFAULT.exec(old)?.[1], DEFAULT.exec(now)?.[1]];
  if (was === undefined || is === undefined || was === is || FILLERS.has(was) || FILLERS.has(is)) return [];
  return [{ aspect: 'default', before: was, after: is }];
}

const FILLERS = wordSet('the a an is to value of in for all any if when this that are behavior');

/** One word of a pair replaced by the other: "shown" → "hidden". */
function opposites(old: string, now: string): Contradiction[] {
  const [left, right] = [wordsOf(old), wordsOf(now)];
  if (sharedWords(old, now) < ALIKE) return [];
  return ANTONYMS.flatMap((pair) => {
    const [was, is] = [left, right].map((words) => pair.filter((side) => side.some((word) => words.has(word))));
    const [from] = was ?? [];
    const [to] = is ?? [];
    if (was?.length !== 1 || is?.length !== 1 || !from || !to || from === to) return [];
    // "Not shown" is hidden.
    if (isNegated(old) !== isNegated(now)) return [];
    const shown = (side: readonly string[], words: ReadonlySet<string>): string =>
      side.find((one) => words.has(one)) ?? '';
    return [{ aspect: 'opposite', before: shown(from, left), after: shown(to, right) }];
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}-]+/gu) ?? []);
}

const NEGATED = /\b(?:do(?:es)?|did|is|are|was|were|will|can|must|should|may) not\b|n't\b|\bnever\b|\bno longer\b/;
const NEGATION = new RegExp(NEGATED, 'g');

function isNegated(text: string): boolean {
  return NEGATED.test(text);
}

/** "Includes archived orders" → "does not include archived orders": the same words but for the negation. */
function negations(old: string, now: string): Contradiction[] {
  if (isNegated(old) === isNegated(now)) return [];
  const isSameButThat = sharedWords(old.replaceAll(NEGATION, ' '), now.replaceAll(NEGATION, ' ')) >= SAME_WORDS;
  const [was, is] = isNegated(old) ? ['negated', 'affirmed'] : ['affirmed', 'negated'];
  return isSameButThat ? [{ aspect: 'negation', before: was, after: is }] : [];
}

/** From 0 to 1: a rewritten text differs in too much to be compared with the old one. */
const ALIKE = 0.5;
const SAME_WORDS = 0.75;

function sharedWords(a: string, b: string): number {
  const [left, right] = [contentWords(a), contentWords(b)];
  const common = [...left].filter((word) => right.has(word)).length;
  return (2 * common) / Math.max(1, left.size + right.size);
}

const SMALL = wordSet('the a an of to in on for and or is are be by it its this that do does');

/** Stems, roughly: "includes" and "include" are one. */
function contentWords(text: string): ReadonlySet<string> {
  const words = [...wordsOf(text)].filter((word) => !SMALL.has(word));
  return new Set(words.map((word) => word.replace(/(?:ed|es|s|ing|e)$/, '')));
}
