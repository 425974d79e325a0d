/** Texts of a document as a model should read them: no markup, no addresses, as short as their first paragraph. */
import { memoizeText } from '../../../base/memo.ts';
import { wordSet } from '../../../base/word-lists.ts';

const MAX_DESCRIPTION = 1024;
const MAX_PARAMETER_DESCRIPTION = 200;

/** One text from the summary and the first paragraph of the description. */
export function toolText(summary: string | undefined, description: string | undefined): string {
  const short = cleanText(summary ?? '');
  const long = firstParagraph(description ?? '');
  if (short === '') return shortenText(long, MAX_DESCRIPTION);
  if (long === '' || isRepeated(short, long)) return shortenText(asSentence(short), MAX_DESCRIPTION);
  if (isRepeated(long, short)) return shortenText(asSentence(long), MAX_DESCRIPTION);
  return shortenText(`${asSentence(short)} ${asSentence(long)}`, MAX_DESCRIPTION);
}

/** Whether something of the description is left out of `toolText`. */
export function isLonger(description: string | undefined): boolean {
  return description !== undefined && cleanText(description).length > firstParagraph(description).length + 1;
}

/** The same parameters have the same texts in all operations. */
export const valueText = memoizeText((text) => shortenText(cleanText(firstBlock(text)), MAX_PARAMETER_DESCRIPTION));

/** A sentence for a failure: the first one of the description, with the list that it introduces; empty where that is missing. */
export function firstSentence(text: string | undefined, max = 240): string {
  const [sentence = ''] =
    /^[^]*?(?<!\b(?:e\.g|i\.e|etc|vs|no))[.!?](?=\s|$)|^[^]+/i.exec(sealedText(firstBlock(text ?? ''))) ?? [];
  return INTRODUCES.test(sentence.trim()) ? '' : withoutSeals(asSentence(shortenText(sentence.trim(), max)));
}

/** The sentence that says why, since when or what instead; empty where none does. */
export function deprecationText(text: string): string {
  const sentences = cleanText(text).split(/(?<=[.!?])\s+/);
  const sentence = sentences.find((one) => /deprecat|sunset|discontinu|no longer|will be removed|instead/i.test(one));
  return sentence === undefined ? '' : asSentence(shortenText(sentence, 240));
}

function firstParagraph(text: string): string {
  return cleanText(firstBlock(text));
}

/** The first paragraph that is more than a heading. */
function firstBlock(text: string): string {
  const blocks = withCodeSealed(text.slice(0, MAX_READ))
    .replaceAll(/<li\b[^<>]*>/gi, '\n- ')
    .replaceAll(/<\/li>/gi, '')
    .replaceAll(/<\/?(?:p|div|ul|ol|h\d|table|pre|blockquote|section)\b[^<>]*>/gi, '\n\n')
    .split(/\r?\n[ \t]*\r?\n/);
  const at = blocks.findIndex(
    (block) => !/^(?:#{1,6}(?:\s[^\n]*)?|[=-]{3,})?$/.test(block.trim()) && cleanText(block) !== '',
  );
  const [block = '', ...rest] = blocks.slice(at === -1 ? blocks.length : at);
  if (!INTRODUCES.test(cleanText(block))) return withItems(block);
  const lines = rest.filter((one) => one.trim() !== '');
  const end = lines.findIndex((one) => !ITEM.test(one));
  return withItems([block, ...lines.slice(0, end === -1 ? lines.length : end)].join('\n'));
}

/** The end of a text that means nothing without what follows. */
const INTRODUCES = /(?::|\b(?:if|when|following))$/i;
const ITEM = /^\s{0,9}(?:[-*+•]|\d{1,2}[.)])\s/;

/** The items of a list that a block introduces, as parts of its sentence. */
function withItems(block: string): string {
  const lines = block.split('\n');
  const first = lines.findIndex((line) => ITEM.test(line));
  const intro = lines.slice(0, Math.max(0, first)).join('\n').trim();
  if (!INTRODUCES.test(cleanText(intro))) return block;
  const items: string[] = [];
  for (const line of lines.slice(first)) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, '').trim());
    else items.push(`${items.pop() ?? ''} ${line.trim()}`.trim());
  }
  return `${intro} ${items.map((item) => item.replace(/[.;,]$/, '')).join('; ')}.`;
}

/** Enough for the first paragraph of any text; patterns must not run over a megabyte. */
const MAX_READ = 8000;

export function cleanText(text: string): string {
  return withoutSeals(sealedText(text));
}

function sealedText(text: string): string {
  const plain = withCodeSealed(text.slice(0, MAX_READ))
    .replaceAll(COMMENT, ' ')
    .replaceAll(/<(?:script|style)\b[^]*?(?:<\/(?:script|style)>|$)/gi, ' ');
  return withoutPointers(withoutMarkdown(withoutTags(plain)))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:!?])(?= |$)/g, '$1')
    .trim();
}

/** What markup consists of. In code, each is one of the 32 code points that no text has. */
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const CODE = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\r?\n)[^])+?)(?<!`)\1(?!`)|<code\b[^<>]*>([^]*?)<\/code\s*>/gi;

const COMMENT = /<!--[^]*?(?:-->|$)/g;

/** With the content of code as no pattern for markup matches it; nothing changes the second time. No tool may have a comment, also in code. */
function withCodeSealed(text: string): string {
  const seal = (code: string): string =>
    // A link, whatever it is written as.
    /^https?:\/\/\S+$/i.test(code.trim())
      ? code
      : code
          .replaceAll(COMMENT, ' ')
          .replaceAll(/[!-/:-@[-`{-~]/g, (mark) => String.fromCharCode(0xfdd0 + PUNCTUATION.indexOf(mark)));
  return text.replaceAll(CODE, (_all, fence: string | undefined, code = '', html = '') =>
    fence === undefined ? ` ${seal(withoutTags(html).replaceAll(/\s+/g, ' '))} ` : `${fence}${seal(code)}${fence}`,
  );
}

function withoutSeals(text: string): string {
  return text.replaceAll(/[\uFDD0-\uFDEF]/g, (mark) => PUNCTUATION.charAt(mark.charCodeAt(0) - 0xfdd0));
}

const TAG = /<(\/?)([a-z][\w:-]*)(\s[^<>]*)?(\/?)>/gi;

/** Elements of texts in HTML; other names, such as that of a type in `List<String>`, are tags by their form alone. */
const ELEMENTS = wordSet(
  'a abbr b big blockquote br center cite code dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr',
);

function withoutTags(text: string): string {
  return text
    .replaceAll(/<sup>([^<>]*)<\/sup>/gi, (_all, power: string) => `^${power.trim()}`)
    .replaceAll(/<sub>([^<>]*)<\/sub>/gi, (_all, index: string) => index.trim())
    .replaceAll(TAG, (all, closing: string, name: string, attributes: string | undefined, end: string) => {
      const isElement = ELEMENTS.has(name.toLowerCase()) && (attributes ?? '').trim().replace(/\/$/, '') === '';
      const isMarkup =
        closing + end !== '' || isElement || /=|\/$/.test(attributes ?? '') || text.includes(`</${name}`);
      return isMarkup ? ' ' : all;
    })
    .replaceAll(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replaceAll(/&(?:quot|#34);/gi, '"')
    .replaceAll(/&(?:apos|#39|#x27);/gi, "'")
    .replaceAll(/&lt;/gi, '<')
    .replaceAll(/&gt;/gi, '>')
    .replaceAll(/&amp;/gi, '&');
}

function withoutMarkdown(text: string): string {
  return text
    .replaceAll(/!\[[^\]\n]{0,200}\](?:\([^()\n]{0,400}\)|\[[^\]\n]{0,80}\])/g, ' ')
    .replaceAll(
      /\[([^[\]\n]{1,200})\](?:\([^()\n]{0,400}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|\[[^\]\n]{0,80}\])/g,
      `$1${LINKED}`,
    )
    .replaceAll(/^\s{0,3}#{1,6}\s+/gm, '')
    .replaceAll(/^\s{0,3}(?:```|~~~)[^\n]*$/gm, ' ')
    .replaceAll(/^\s{0,3}>\s?/gm, '')
    .replaceAll(/\*\*([^*\n]{1,300})\*\*/g, '$1')
    .replaceAll(/(?<!\w)__([^_\n]{1,300})__(?!\w)/g, '$1');
}

/** Where a link was; no text of a document has it. */
const LINKED = '\u0000';

/** Sentences that only say where to read more, and addresses. */
function withoutPointers(text: string): string {
  const marked = text.replaceAll(ADDRESS, LINKED);
  if (!marked.includes(LINKED)) return marked;
  return marked
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !(sentence.includes(LINKED) && POINTING.test(sentence)))
    .join(' ')
    .replaceAll(/[,;]?\s{0,3}\b(?:for example|e\.g\.|such as)[:,]?\s{0,3}\u0000/gi, '')
    .replaceAll(/ ?\(\u0000\)/g, '')
    .replaceAll(LINKED, '');
}

/** With brackets as far as they are in pairs, and without the end of its sentence. */
const ADDRESS = /[<`]?\bhttps?:\/\/(?:[^\s<>"'`()[\]]|\[[^\s[\]]{0,200}\]|\([^\s()]{0,200}\))+(?<![.,;:!?])[>`]?/gi;

const POINTING =
  /^\W*(?:see\b|read\b|refer to\b|learn\b|documentation\b|docs\b|details\b|reference\b|more (?:info|about|details)|for (?:more|further|details|a (?:full|complete)|additional|examples?|help|the full)\b|(?:please )?(?:see|refer|visit|check|consult|view)\b|\u0000)/i;

function asSentence(text: string): string {
  if (text === '') return '';
  const start = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?:…)]$/.test(start) ? start.replace(/:$/, '.') : `${start}.`;
}

function isRepeated(short: string, long: string): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return bare(long).startsWith(bare(short)) && bare(long).length === bare(short).length;
}

/** At the end of a sentence, or of a word. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  const ends = [...start.matchAll(/(?<!\b(?:e\.g|i\.e|etc|vs|no|max|min|approx|incl))[.!?](?= )/gi)];
  const sentence = ends.at(-1)?.index ?? -1;
  if (sentence > max / 3) return start.slice(0, sentence + 1);
  const whole = text.slice(0, max - 1);
  const blank = whole.lastIndexOf(' ');
  const words = blank > max / 2 ? whole.slice(0, blank) : whole;
  return `${words.toWellFormed().replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')}…`;
}
