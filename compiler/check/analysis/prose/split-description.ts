/** The description of a skill as one text → its parts, only where whole sentences name them; the words are never changed. */
import { regex } from '../../../base/word-lists.ts';

export interface SplitDescription {
  readonly does: string;
  /** What follows "Use when". */
  readonly when: string;
  /** At least two, as users type them. */
  readonly triggers?: readonly string[];
  readonly not_for?: readonly { readonly case: string; readonly use?: string }[];
}

/** Undefined where a sentence has no place, or the text does not say both what the skill does and when it is used. */
export function splitDescription(text: string): SplitDescription | undefined {
  const sentences = sentencesOf(text.trim().replaceAll(/\s+/g, ' '));
  const start = sentences.findIndex((sentence) => WHEN.test(sentence));
  const does = sentences.slice(0, start).join(' ');
  if (start < 1 || NO_DEED.test(does) || ELSEWHERE.test(does)) return undefined;
  const [first = '', ...rest] = sentences.slice(start);
  const [, when = ''] = WHEN.exec(first) ?? [];
  if (when.includes(';') || CUT.test(when)) return undefined;
  const triggers: string[] = [];
  const cases: string[] = [];
  for (const sentence of rest) {
    const [, phrases] = TRIGGERS.exec(sentence) ?? [];
    const [, other] = NOT_FOR.exec(sentence) ?? [];
    if (phrases !== undefined && ONLY_QUOTED.test(phrases)) triggers.push(...quotedIn(phrases));
    else if (other !== undefined) cases.push(...casesIn(withoutStop(other)));
    else return undefined;
  }
  const phrases = triggers.length > 0 || NEGATED.test(when) ? triggers : quotedIn(when);
  return {
    does,
    when: withoutStop(when),
    ...(phrases.length >= 2 && { triggers: phrases }),
    ...(cases.length > 0 && { not_for: cases.map(caseOf) }),
  };
}

const WHEN = /^Use (?:this skill |this |it )?when(?:ever)? (?!.*\bDo NOT use for )(.+)$/;
const NOT_FOR = /^(?:(?:Do not|Do NOT|Don't) use (?:this skill |this |it )?for|Not for|NOT for|DO NOT USE FOR:?) (.+)$/;
const TRIGGERS = /^Trigger(?:s|s on| phrases)?(?: include)?: (.+)$/;
const ONLY_QUOTED = /^(?:"[^"]+"(?:, |, or | or |\.?$))+$/;

/** Orders to the model, and situations: they do not say what the skill does. */
const NO_DEED = regex()`
  ^(?:
    Use|You|MUST|MANDATORY|ALWAYS|IMPORTANT|CRITICAL|REQUIRED|When|Whenever|If|Before|After|This skill should be
  )\b
`;

/** What belongs elsewhere is said in front. */
const ELSEWHERE = /\binstead\b|\bnot for\b|\b(?:do not|don't|never) use\b/i;

/** Texts that were cut or joined by a program. */
const CUT = /^Use |^\S+$|\b(?:a|an|and|asks|for|needs|of|or|says|the|to|users?|via|wants|with)\.*$/i;

/** Words that are quoted because users do not say them. */
const NEGATED =
  /\b(?:even (?:if|when)|(?:do|does|did)(?:n't| not)|not? (?:say|mention)|without|rather than|instead of)\b/i;

/** A sentence ends where the next begins with a capital letter; abbreviations and quotes do not end one. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(/(?<=[.!?]["')\]]?) (?=["'`(]?[A-Z])/g)) {
    const before = text.slice(start, index);
    if (/\b(?:e\.g|i\.e|vs|cf|incl|approx|No|Dr|Inc|[A-Z])\.$/.test(before) || isInside(before)) continue;
    sentences.push(before);
    start = index + gap.length;
  }
  return [...sentences, text.slice(start)];
}

/** Whether a quote or a parenthesis is still open. */
function isInside(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return count('"') % 2 === 1 || count('(') > count(')');
}

/** An apostrophe is no quote; the quote opens after a blank or a parenthesis. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/(?<=^|[\s(])"([^"]{3,60}?)[.,;]?"/g)].map(([, phrase = '']) => phrase);
}

function casesIn(text: string): string[] {
  return text.includes('; ') ? text.split('; ') : [text];
}

function caseOf(text: string): { readonly case: string; readonly use?: string } {
  const [, what, use] = /^(.+) \(use ([a-z0-9]+(?:[-_][a-z0-9]+)*)(?: instead)?\)$/.exec(text) ?? [];
  return what === undefined || use === undefined ? { case: text } : { case: what, use };
}

function withoutStop(text: string): string {
  return text.replace(/(?<![.!?])\.$/, '');
}
