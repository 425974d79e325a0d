/** Whether a program, a command or a flag only reads, by the words of its help: the one place where that is decided. */
import { DESTROYING_VERBS, ENDING_VERBS, READING_VERBS, WRITING_VERBS } from '../../../check/analysis/prose/effects.ts';
import { NOUN_VERBS } from '../../../check/analysis/names/lexicon.ts';
import { nameWords, sentenceWords, verbOf } from '../../../check/analysis/names/name-words.ts';
import { VERBS } from '../../../check/analysis/names/verbs.ts';
import { wordSet } from '../../../base/word-lists.ts';
import { type WordedFlag, isEndless } from './hazards.ts';
import { firstSentence, withoutRemarks, sentencesOf } from './sentences.ts';
import { type HelpPage, readHelpPage } from './help-page.ts';
import { baseName } from '../literal.ts';

/** What prints something and changes nothing. */
const READS = new Set([
  ...READING_VERBS,
  ...wordSet(`
    analyze calculate cat check compare compute detect determine diff display enumerate estimate evaluate
    examine explain identify inspect locate lookup ls parse print probe query report scan stat summarize tally
    validate verify
  `),
]);

/** Prints, unless the sentence says where to: "output the first part of files", and not "output pieces to files". */
const OUTPUTS = wordSet('output');

/** Print where the sentence says that the result goes to standard output, and nowhere else. */
const CONVERTS = wordSet(`
  concatenate convert decode decompress encode expand filter fold format number paginate process produce reformat
  reverse sort translate uncompress wrap write
`);

/** Names of commands that are what they show. */
const FACTS = wordSet('depends details history info information policy stat statistics stats status summary');

/** What changes, starts or sends something, or waits for a person or for ever. */
const ACTS = new Set([
  ...WRITING_VERBS,
  ...DESTROYING_VERBS,
  ...ENDING_VERBS.keys(),
  ...wordSet(`
    add apply browse call clean commit configure control daemon download edit eval exec execute fix follow
    format fullscreen generate gui init initialize interactive interactively invoke launch listen login logout
    manage manipulate mark modify monitor mount move open patch pipe post prompt prompts push realtime rebuild reduce reload repair replace
    restart restore revert rotate run script serve set setup shell spawn start stop store sync tail trim tui ui
    undo unlock unset upgrade vacuum wait watch wizard write
  `),
]);

/** Things as well, without being in the list of such verbs. */
const THINGS = wordSet('format prompt script set shell');

/** What flags of a reading command do to its output. */
const SELECTS = wordSet(`
  allow consider disable do enable exclude expand follow ignore include invert keep limit make match omit only resolve
  reverse select set show skip
  sort specify treat truncate use
`);

const ALL_VERBS: ReadonlySet<string> = new Set(VERBS);

interface Worded {
  /** `list-tags`, `--list-keys`. */
  readonly name: string;
  readonly text: string;
  readonly heading: string;
}

/** A subcommand, or a flag that is a command. Its words name a verb that reads, and no other. */
export function readsOnly({ name, text, heading }: Worded): boolean {
  const named = nameWords(name);
  const words = sentenceWords(firstSentence(text));
  if (
    named.some(isAct) ||
    acts(firstSentence(text)) ||
    isEndless(text) ||
    sentenceWords(withoutRemarks(heading)).some((word) => ACTS.has(word)) ||
    NO_USE.has(named[0] ?? '')
  )
    return false;
  const [first = ''] = words;
  if (isReadingSentence(text)) return true;
  if (!named.some((word) => READS.has(word) || FACTS.has(word))) return false;
  return first === '' || (verbOf(first, ALL_VERBS) === undefined && words.some((word) => FACTS.has(word)));
}

/** Of no use to a model. */
const NO_USE = wordSet('help version completion completions man');

/** Whether a sentence says that something is changed, started or asked. */
function acts(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/[a-z\d]+|[,/&]/g) ?? [];
  return words.some((word, at) => {
    if (at === 0) return verbOf(word, ACTS) !== undefined && !isReadingVerb(word);
    const isThing = NOUN_VERBS.has(word) || THINGS.has(word);
    if (!isJoined(words, at)) return isAct(word) && !isThing;
    const verb = joinedVerb(word, words[0] ?? '');
    return verb !== undefined && !isReadingVerb(verb) && (!isThing || isVerbAt(words, at));
  });
}

/** "Find and import messages", "Gets or sets a value": behind the first verb. */
function isJoined(words: readonly string[], at: number): boolean {
  return /^(?:and|or|then|also|optionally|[,/&])$/.test(words[at - 1] ?? '');
}

function joinedVerb(word: string, first: string): string | undefined {
  if (ALL_VERBS.has(word)) return word;
  const isForm = /(?:s|ing)$/.exec(ALL_VERBS.has(first) ? '' : first);
  if (!isForm || !word.endsWith(isForm[0])) return undefined;
  return verbOf(word, ALL_VERBS) ?? [word.slice(0, -isForm[0].length)].find((one) => ALL_VERBS.has(one));
}

/** "Find and import messages", "List books, archive them" and not "show repository or archive information". */
function isVerbAt(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).findLast((word) => !/^(?:and|or|then|also|optionally|[,/&])$/.test(word)) ?? '';
  return (
    verbOf(before, ALL_VERBS) !== undefined || /^(?:a|an|the|it|them|its|their|all|new)$/.test(words[at + 1] ?? '')
  );
}

/** A program without subcommands, by the sentence that says what it does: only a main verb that reads is evidence. */
export function judgeProgram(sentence: string, program: string): 'reads' | 'acts' | 'other' {
  const predicate = predicateOf(sentence, program);
  const [first = ''] = sentenceWords(predicate);
  const isPrinted = verbOf(first, CONVERTS) !== undefined && destinationOf(predicate) === 'output';
  const rest = predicate.replaceAll(PRINTING, 'print ');
  if (acts(isPrinted ? rest.replace(/^\S+/, 'print') : rest)) return 'acts';
  return isPrinted || isReadingSentence(predicate) ? 'reads' : 'other';
}

/** It starts with a verb that reads. */
export function isReadingSentence(text: string): boolean {
  const sentence = firstSentence(text);
  const [first = ''] = sentenceWords(sentence);
  if (verbOf(first, OUTPUTS) !== undefined) return destinationOf(sentence) !== 'elsewhere';
  return verbOf(first, READS) !== undefined || /^looks? for\b/i.test(sentence);
}

/** `A program to find entries`, `jq is a tool for processing JSON`. */
const PURPOSE = /^(?:\S+ is )?(?:an?|the|another) (?:[\w-]+ ){1,5}?(?:to|for|that|which) (?=\w)/i;

/** From its verb on: `The ls command lists …`, `ripgrep recursively searches …`. */
function predicateOf(sentence: string, program: string): string {
  const purpose = sentence.replace(PURPOSE, '');
  if (purpose !== sentence) return purpose;
  const words = sentence.split(/\s+/);
  const name = words.find((word) => !/^(?:the|this)$/i.test(word)) ?? '';
  const at = words.findIndex((word) => word !== name && !SUBJECT.test(word));
  const isSubject = isLikeName(name.toLowerCase(), program.toLowerCase()) || SUBJECT.test(name);
  const isThird = words[at]?.endsWith('s') === true && verbOf((words[at] ?? '').toLowerCase(), ALL_VERBS) !== undefined;
  return isSubject && isThird ? words.slice(at).join(' ') : sentence;
}

const SUBJECT = /^(?:the|this|program|tool|utility|command|\w+ly)$/i;

/** `ripgrep` of rg, `fd` of fdfind: the letters of one are in the other, in this order. */
function isLikeName(one: string, other: string): boolean {
  const names = [one, other].map((name) => name.replaceAll(/\W/g, ''));
  const [short = '', long = ''] = names.toSorted((a, b) => a.length - b.length);
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return short !== '' && at === short.length;
}

const STDOUT = /\b(?:to|on) (?:the )?(?:standard output|stdout)\b/gi;

/** "…, writing to standard output". */
const PRINTING =
  /\b(?:writing|producing|outputting) (?=(?:(?!\b(?:writ|produc|output)).){0,200}\b(?:to|on) (?:the )?(?:standard output|stdout)\b)/gi;

function destinationOf(sentence: string): 'output' | 'elsewhere' | undefined {
  const others = sentence.replaceAll(STDOUT, '');
  if (sentence.search(PRINTING) !== -1) return 'output';
  if (/(?<!\baccording )\b(?:in|on)?to\b/i.test(others)) return 'elsewhere';
  return others === sentence ? undefined : 'output';
}

export function isReadingVerb(word: string): boolean {
  return READS.has(word) || OUTPUTS.has(word);
}

/** Whether a sentence starts with a verb that changes something. */
function startsChange(sentence: string): boolean {
  const [first = ''] = sentenceWords(sentence);
  return verbOf(first, CHANGES) !== undefined;
}

const CHANGES = new Set([...WRITING_VERBS, ...DESTROYING_VERBS]);

/** The first word of a flag that does nothing else: `--show-progress` and `--print-traffic` go with what a program does anyway. */
export const ALONE: ReadonlySet<string> = wordSet('list query');

/** A flag of a reading command: it selects or arranges what is printed. */
export function flagReads({ name, text, value }: WordedFlag): boolean {
  const named = nameWords(name);
  const [verb = ''] = named;
  const words = sentenceWords(firstSentence(text));
  const isOtherVerb = ALL_VERBS.has(verb) && !NOUN_VERBS.has(verb) && !READS.has(verb) && !SELECTS.has(verb);
  if (isOtherVerb || named.some((word) => isAct(word) && !SELECTS.has(word) && word !== 'format')) return false;
  if (isChanging(words[0] ?? '') || words.slice(1).some((word) => WRITTEN.has(word) || isAgain(word))) return false;
  if (value === undefined) return true;
  const places = [...nameWords(value), ...words];
  const isWritten = [...named, ...words].some((word) => verbOf(word, KEEPS) !== undefined);
  const isRun = places.some((word) => CODE.has(word) && word !== 'url');
  return !isRun && !(isWritten && places.some((word) => PLACE.test(word)));
}

/** The first word of what a flag says. */
function isChanging(first: string): boolean {
  return (
    !READS.has(first) && verbOf(first, SELECTS) === undefined && (verbOf(first, ACTS) !== undefined || isAct(first))
  );
}

function isAct(word: string): boolean {
  return ACTS.has(word) || isAgain(word);
}

/** Rerun, rewrite, reformat. */
function isAgain(word: string): boolean {
  return word.startsWith('re') && ACTS.has(word.slice('re'.length));
}

/** In any position of what a flag says. */
const WRITTEN = new Set([...DESTROYING_VERBS, ...wordSet('edit execute modify remove run send update upload write')]);

/** Values that are run. */
export const CODE: ReadonlySet<string> = wordSet(
  'cmd code command exec executable hook plugin program script shell url',
);

/** With a file, they write into it. */
const KEEPS = wordSet(
  'append create dump emit export generate log out outfile output profile put redirect save store trace write',
);

const PLACE = /^(?:file|filename|path|dir|directory|folder|outfile|fname)s?$/;

/** Empty where the help does not say it. */
export function programSummary(program: string, help: string, manual: string): string {
  return summaryOf(program, readHelpPage(help), readHelpPage(manual, 'manual')).sentence;
}

/** What a program does: the first statement of its help, or else the line of its name in the manual page; each may say that it changes something. */
export function summaryOf(program: string, main: HelpPage, manual: HelpPage) {
  const about = main.about.find((one) => !isTitle(one)) ?? '';
  const both = [about, nameLine(program, manual)].map((text) => {
    const sentence = firstSentence(text);
    const isChange = sentencesOf(text).some(startsChange);
    return { sentence, judgement: isChange ? 'acts' : judgeProgram(sentence, baseName(program)) };
  });
  const acting = both.find(({ judgement }) => judgement === 'acts');
  return acting ?? both.find(({ sentence }) => sentence !== '') ?? { sentence: '', judgement: 'other' };
}

/** A name with its version, or where to read more and report bugs. */
function isTitle(text: string): boolean {
  const [sentence = ''] = sentencesOf(text);
  return /\b\d+\.\d+|--help\b|\w\(\d\w?\)|\bbugs\b|\bcopyright\b/i.test(sentence);
}

/** `gzip, gunzip, zcat - compress or expand files`. */
function nameLine(program: string, { entries, prose }: HelpPage): string {
  const name = baseName(program);
  const own = entries.find(({ heading, term }) => /^name$/i.test(heading) && term === name)?.text;
  const lines = prose.flatMap((line) => {
    const [, names = '', text = ''] = /^([\w.+-]+(?:, [\w.+-]+){0,20}) {1,9}[-–—] (.*)$/.exec(line) ?? [];
    return names.split(', ').includes(name) ? [text.trim()] : [];
  });
  return own ?? lines[0] ?? '';
}
