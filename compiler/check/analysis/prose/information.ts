/** What information a text has: the words that are left without those of any text, and how rare they are among the tools of a server. */
import { wordList, wordSet } from '../../../base/word-lists.ts';
import { memoizeText } from '../../../base/memo.ts';
import { GENERIC_NOUNS } from '../names/lexicon.ts';
import { everyWord, sentenceWords, stem } from '../names/name-words.ts';
import { STOP_WORDS } from '../similar/tool-signature.ts';

/** `situation`: when a tool or skill is used. `request`: what a user types. `never`, `step`: orders. `behavior`: what an eval observes. */
export type TextKind = 'error' | 'hint' | 'does' | 'situation' | 'request' | 'step' | 'never' | 'behavior';

/** Grammar that the comparison of descriptions keeps, and words that any tool, request and result has. */
const GENERIC = wordList(`
  do
  ability able above accordingly argument accurate accurately action activity actually adequate agent ai allow am answer
  answered anybody anyone anyway app applicable application apply appropriate appropriately apps assist assistance
  assistant available back basically begin being below best better bot caller cannot capability case certain chat
  chosen circumstance clearly client command complete completely component concern concerned context conversation
  core correct correctly couldn deal decide deliver demand different description desired did didn does doesn doing don done easily
  elsewhere enable enough ensure entry everybody everyone exactly execute execution expected feature final fine fit
  fitting follow following function functionality gave general generally generic given good got great hand handle
  happening having help helper helpful himself how idea implementation instruction intent intention interact interaction isn job kinds let limitation ll
  llm logic made main make manage matter maybe message method model module moment myself necessary nobody normal
  normally obtain occasion operate operation optimal ordinary ourselves perform performed perhaps person please
  point possible possibly proceed process program proper properly provide provided purpose query quickly re really
  reason relevant reply requested require required respond response right scenario sense sent server service
  shouldn simple simply situation skill sort started starting step stuff suit suitable supply support sure system take
  task thank thanks themselves then thereby think too tried try type unrelated user utilities utility variety
  various ve want way well whatever whenever whoever won work wouldn wrapper yes
`);

const FAILURES = wordList(`
  abort aborted additional address backend adjust admin again allowed api attempt attention bad broke broken cause change
  client code condition conflict connector consider debug details developer dump empty encounter encountered end endpoint
  err error exception exit fail failed failure false fatal fault forbidden found gateway gone happen happened hit
  http improve incident info internal into invalid investigate issue kindly later line locked log malfunction
  manual modify moment nil null occur occurred ok oops overcome panic pay payment permitted plan planned problem property read refer refused
  retry retrying review side snag sorry stack state status succeed success successful successfully support talk talking team
  temporarily terminate terminated time timeout todo trace traceback trouble unable unauthorised unauthorized
  unavailable undefined understand unexpected unexpectedly unfortunately unhandled unknown unprocessable
  unsuccessful upstream valid wait waiting went wrong
`);

const ORDERS = wordList(`
  analyse analyze bad badly best break careful carefully cause continue error everything fail finish finished gather harm
  high incorrect incorrectly low mistake mistaken poor problem produce quality successfully understand unhelpful
  wrong wrongly
`);

/** What the words of one kind of text are besides. */
const OF_KIND: Readonly<Record<TextKind, readonly string[]>> = {
  error: FAILURES,
  hint: [
    ...FAILURES,
    ...wordList('check consult contact continue documentation docs fix hint input note repair resolve solve verify'),
  ],
  does: wordList('always said turn work'),
  situation: wordList('exist needs parameter run said saying think thinks wish wishes wrong'),
  request: wordList(`
    abc add ahead amet asdf bar baz blah dolor foo go hello here ipsum lorem phrase placeholder question qwerty run sample say sit
    sentence string tell test text xyz your
  `),
  step: ORDERS,
  never: ORDERS,
  behavior: [...ORDERS, ...wordList('behave behaviour behavior clear load run success successful trigger')],
};

/** What is no such word in one kind of text: next steps that need no object, and what a user asks about. */
const ACTS = wordList('ask tell inform wait stop retry repeat again later abort cancel quit skip');
const SHOWN = wordList('confirm explain find list look report say search show summarize once twice without');
const ORDERED: Readonly<Partial<Record<TextKind, readonly string[]>>> = {
  error: wordList('answer answered'),
  hint: ACTS,
  step: [...ACTS, ...SHOWN],
  never: [...ACTS, ...SHOWN, 'guess'],
  situation: wordList('done has message new says server there work'),
};

const GRAMMAR: ReadonlySet<string> = STOP_WORDS;

const emptyIn = memoizeText((kind: TextKind): ((word: string) => boolean) => {
  const ordered = ORDERED[kind] ?? [];
  const words = new Set(
    [...GRAMMAR, ...GENERIC_NOUNS, ...GENERIC, ...OF_KIND[kind]].filter((one) => !ordered.includes(one)),
  );
  return memoizeText((word) => isFormOf(word, words));
});

/** Forms of short words are listed: "news" is not "new", nor is "bees" a form of "be". */
function isFormOf(word: string, words: ReadonlySet<string>): boolean {
  if (words.has(word)) return true;
  const [, base = ''] = /^(.{2,}?[^s])(?:e?s|e?d|ing)$/.exec(word) ?? [];
  const forms = [
    base,
    `${base}e`,
    base.replace(/i$/, 'y'),
    base.replace(/(.)\1$/, '$1'),
    word.replace(/s$/, ''),
    word.replace(/e[sd]$/, ''),
  ];
  return (
    base !== '' &&
    forms.some((form) => words.has(form) && (form.length > 3 || (form.length === 3 && !GRAMMAR.has(form))))
  );
}

/** Codes, exceptions with the place where they were thrown, and what waits for its text. */
const CODES =
  /\b\w*(?:Exception|Error)\b|\bat [\w.$]+ ?\([^()]*:\d[^()]*\)|\b[A-Z][A-Z\d]*[_-][A-Z\d_-]+\b|\btimed?[ -]out\b|<[^<>]*>|\bthere (?:is|are)\b/g;
const MAY_HAVE_CODES = /[_<(]|[A-Z\d]-|Exception|Error|out\b|\bthere\b/;
export const UNWRITTEN = /^(?:TODO|TBD|FIXME|XXX|N\/A|n\/a|[Ll]orem ipsum)(?![\w/])/;
/** Of an error a value, or what happens to every service. */
const NAMED_ERROR = /\{[^{}]+\}|\btoo many (?:requests|calls)\b|\btime(?:d[ -]|[ -]?)out\b/i;
/** A name, a value or a quotation: it says what no other word of the text needs to. */
const NAMED = /`[^`]+`|\{[^{}]+\}|\b[a-z\d]+(?:_[a-z\d]+)+\b/;
/** What a user asks about by its code: J45.9, B-12. */
const CODE = /\b[A-Z]{1,5}[-.]?\d[\w.-]*/;

/**
 * The stems that say something, in order. `subject`: stems of what the tool or skill is about, which are no generic
 * words for it.
 */
export function informationIn(text: string, kind: TextKind, subject: ReadonlySet<string>): readonly string[] {
  const words = sentenceWords(withoutCodes(text, kind)).filter((word) => isTelling(word, kind, subject));
  const named = words.length === 0 && !UNWRITTEN.test(text.trim()) ? nameIn(text, kind) : undefined;
  return named === undefined ? words.map(stemOf) : [named];
}

function nameIn(text: string, kind: TextKind): string | undefined {
  const code = kind === 'request' ? CODE.exec(text)?.[0] : undefined;
  return code ?? (kind === 'error' ? NAMED_ERROR : NAMED).exec(text)?.[0];
}

/** The text without codes; empty if it is only a code or a placeholder. */
function withoutCodes(text: string, kind: TextKind): string {
  const isCode = kind === 'error' && /[A-Z]/.test(text) && !/\p{Ll}/u.test(text);
  if (isCode || UNWRITTEN.test(text.trim())) return '';
  return MAY_HAVE_CODES.test(text) ? text.replaceAll(CODES, ' ') : text;
}

function isTelling(word: string, kind: TextKind, subject: ReadonlySet<string>): boolean {
  if (/^[a-z]?\d*$/.test(word)) return false;
  return !emptyIn(kind)(word) || (subject.has(stemOf(word)) && !GRAMMAR.has(word));
}

/** Whether a test holds for the stem of each word that says something; no further words are read than up to the first that fails. */
export function everyTelling(
  text: string,
  kind: TextKind,
  subject: ReadonlySet<string>,
  test: (stem: string) => boolean,
): boolean {
  return everyWord(withoutCodes(text, kind), (word) => !isTelling(word, kind, subject) || test(stemOf(word)));
}

/** Whether the same text could stand at any other place of its kind. */
export function isUninformative(text: string, kind: TextKind, subject: ReadonlySet<string> = NO_SUBJECT): boolean {
  if (!/[\p{L}\d]/u.test(text)) return true;
  if (!/\p{L}/u.test(text)) return kind === 'error' || kind === 'hint';
  if (!everyTelling(text, kind, subject, () => false)) return false;
  return nameIn(text, kind) === undefined || UNWRITTEN.test(text.trim());
}

const NO_SUBJECT: ReadonlySet<string> = new Set();

/** Whether a verb of the text promises nothing: "Helps with books". */
export function isHollow(text: string): boolean {
  return sentenceWords(text).some((word) => isFormOf(word, HOLLOW));
}

const stemOf = memoizeText(stem);

const HOLLOW: ReadonlySet<string> = wordSet('help assist handle manage support deal process');
