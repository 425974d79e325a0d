/** What a model reads in a text and a person does not see: invisible characters, and comments. */

/** Control, format and filler characters, which programs leave out when they draw a text (Unicode, Default_Ignorable_Code_Point). */
const INVISIBLE = /[\p{DI}\uFFF9-\uFFFB]|[^\P{Cc}\t\n\r]/u;

/** Those that a script or an emoji needs, each behind what needs it. */
const NEEDED = [
  // The flags of England, Scotland and Wales: a black flag, its code in tag characters, and their end (UTS 51).
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/u,
  // The chosen look of an emoji, and several joined to one.
  /[\uFE0E\uFE0F](?<=[\p{Emoji}\p{ExtPict}\p{S}\p{P}][\uFE0E\uFE0F])/u,
  /\u200D(?<=[\p{ExtPict}\p{EMod}]\uFE0F?\u200D)(?=\p{ExtPict})/u,
  // One variant of an ideograph, a mathematical sign or a Mongolian letter.
  /[\uFE00-\uFE02\u{E0100}-\u{E01EF}](?<=[\p{sc=Hani}\p{sc=Phag}\p{sc=Mymr}\p{Sm}].)/u,
  /[\u180B-\u180F](?<=(?![\u180B-\u180F])\p{sc=Mong}.)/u,
  // The ends of words in scripts without blanks, and scripts in which a joiner changes how letters are written.
  /\u200B(?<=[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}].)/u,
  /[\u200C\u200D](?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Thai}\p{sc=Tibt}].)/u,
];

/** Marks of direction are normal next to letters that run from right to left. */
const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;
const DIRECTIONS = /[\u061C\u200E\u200F]/;

const sources = (all: readonly RegExp[]): string => all.map(({ source }) => source).join('|');
const EACH = new RegExp(`(${sources(NEEDED)})|(?:${INVISIBLE.source})`, 'gu');
const EACH_RIGHT_TO_LEFT = new RegExp(`(${sources([...NEEDED, DIRECTIONS])})|(?:${INVISIBLE.source})`, 'gu');

interface Invisible {
  /** Characters next to each other. */
  readonly run: string;
  readonly start: number;
  readonly end: number;
}

/** The invisible characters of a text, but those that a script or an emoji needs, with their places. */
export function invisiblesIn(text: string): readonly Invisible[] {
  if (!INVISIBLE.test(text)) return [];
  const runs: Invisible[] = [];
  const each = RIGHT_TO_LEFT.test(text) ? EACH_RIGHT_TO_LEFT : EACH;
  for (const { 0: character, 1: needed, index } of text.matchAll(each)) {
    if (needed !== undefined) continue;
    const last = runs.at(-1);
    const end = index + character.length;
    if (last?.end === index) runs[runs.length - 1] = { run: last.run + character, start: last.start, end };
    else runs.push({ run: character, start: index, end });
  }
  return runs;
}

/** A comment of HTML, or of Markdown: `[//]: # (text)`, `[note]: <> "text"`. */
interface Comment {
  readonly inside: string;
  readonly start: number;
  /** Undefined where it is not closed. */
  readonly end: number | undefined;
  /** Whether it speaks to a model. */
  readonly isAddressed: boolean;
}

/** The link of a Markdown comment leads nowhere, whatever it is called. */
const OPENINGS = /<!--|^ {0,3}\[[^\]\n]{1,40}\]:[ \t]{0,8}(?:#|<#?>)[ \t]{1,8}["'(]/gm;

export function commentsIn(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  let last = 0;
  for (const { 0: opening, index: start } of text.matchAll(OPENINGS)) {
    if (start < last) continue;
    const from = start + opening.length;
    const mark = opening === '<!--' ? '-->' : '\n';
    const close = text.indexOf(mark, from);
    last = close === -1 ? text.length : close + mark.trimEnd().length;
    // A comment of Markdown ends with its line, and so with the text.
    const isOpen = close === -1 && mark === '-->';
    const inside = text.slice(from, close === -1 ? undefined : close);
    comments.push({ inside, start, end: isOpen ? undefined : last, isAddressed: ADDRESSING.test(inside) });
  }
  return comments;
}

const ADDRESSES = [
  /^\s{0,40}(?:hey |dear |attention )?(?:the )?(?:ai |llm )?(?:assistants?|agents?|ai|llms?|language models?|model|claude|chatgpt|gpt|gemini|copilot|system)[,:]\s/,
  /\b(?:assistants?|agents?|ais?|llms?|models?|claude|chatgpt|copilot)\s(?:reading|processing|seeing) (?:this|it)\b/,
  /\b(?:note|message|instructions?) (?:to|for) (?:the |any |all )?(?:ai|llm|assistant|agent|model)s?\b/,
  /^\s{0,40}(?:call|invoke|use) (?:the tool )?[a-z]{1,40}_/,
];
const ADDRESSING = new RegExp(sources(ADDRESSES), 'i');

/** Each hidden text becomes one U+FFFD; `comments`: all of them, or those that speak to a model. */
export function withoutUnseen(text: string, comments: 'all' | 'addressing'): string {
  const hidden = commentsIn(text).filter((comment) => comments === 'all' || comment.isAddressed);
  let [marked, last] = ['', 0];
  for (const { start, end = text.length } of [...hidden, ...invisiblesIn(text)].toSorted((a, b) => a.start - b.start)) {
    if (end <= last) continue;
    marked += start === last && last > 0 ? '' : `${text.slice(last, start)}\uFFFD`;
    last = end;
  }
  return marked + text.slice(last);
}
