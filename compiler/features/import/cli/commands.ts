/** The commands of a program that only read: its subcommands, flags that are commands, or the program as a whole; its variables. */
import { type HelpFlag, callName, isInput, readFlag, readFlags } from './flags.ts';
import { alternativeOf, operandsIn, actsOnOperand, usageOf, withUsage } from './operands.ts';
import { EMPTY_PAGE, type HelpEntry, type HelpPage, readHelpPage } from './help-page.ts';
import { ALONE, isReadingSentence, judgeProgram, readsOnly, CODE, summaryOf } from './reads.ts';
import { isEndless } from './hazards.ts';
import { firstSentence, withoutRemarks } from './sentences.ts';
import { nameWords, sentenceWords } from '../../../check/analysis/names/name-words.ts';
import { baseName } from '../literal.ts';

/** What was printed. */
export interface CliSource {
  /** As it is typed. */
  readonly program: string;
  readonly help: string;
  /** Empty where there is no manual page. */
  readonly manual: string;
  /** By the subcommand, such as `list` and `list drafts`: its own page, empty where it has none. */
  readonly pages: ReadonlyMap<string, string>;
  /** Subcommands that did something else when they were asked for their help. */
  readonly refused: ReadonlySet<string>;
}

export interface CliCommand {
  /** Behind the program: `list drafts`, `--list-keys`, or nothing. */
  readonly words: readonly string[];
  readonly text: string;
  readonly flags: readonly HelpFlag[];
  /** Whether they are those of the program, which are written before the words. */
  readonly isShared: boolean;
  /** As a usage line has them; undefined where the help does not say what the command takes. */
  readonly usage: string | undefined;
  /** What the help says of its operands. */
  readonly operandTexts: ReadonlyMap<string, string>;
}

/** A program without subcommands. */
const MAX_FLAG_COMMANDS = 3;

/** Each has a page that is asked for. */
const MAX_PAGES = 16;

const COMMANDS = /\b(?:sub)?-?commands?\b(?! ?(?:options|flags|args|arguments))|\b(?:actions|operations)\b/i;

const OTHERS =
  /\b(?:name|authors?|bugs|copyright|options?|flags?|arguments?|args|parameters|examples?|environ\w*|see also|files?|alias\w*|topics?|variables?|columns?|formats?|where|values?|codes?|status)\b/i;

interface Listed extends Pick<HelpEntry, 'heading' | 'text'> {
  readonly name: string;
  /** What follows on its line. */
  readonly operands: string;
}

type MainPages = ReturnType<typeof mainPages>;

/** The pages of the program itself; `listed`: all that the help lists, or else the manual. */
function mainPages({ help, manual: printed }: Pick<CliSource, 'help' | 'manual'>) {
  const [main, manual] = [readHelpPage(help), readHelpPage(printed, 'manual')];
  const own = listedIn(main);
  const listed = own.length > 0 ? own : listedInManual(manual);
  const reading = new Map(listed.filter(readsOnly).map((entry) => [entry.name, entry]));
  return { main, manual, listed, reading: [...reading.values()] };
}

/** The subcommands whose own page is needed; `only` names those that are imported, where that is known. */
export function pagesToRead(source: CliSource, only?: readonly string[]): readonly string[] {
  const { pages } = source;
  const first = mainPages(source).reading.filter(
    ({ name }) => !name.startsWith('-') && (only?.some((one) => `${one} `.startsWith(`${name} `)) ?? true),
  );
  const nested = first.flatMap(({ name }) => {
    const inner = nestedIn(source, [name]).filter(readsOnly);
    return inner.map((one) => `${name} ${one.name}`);
  });
  const wanted = [...first.map(({ name }) => name), ...nested.filter((name) => only?.includes(name) ?? true)];
  return wanted.slice(0, MAX_PAGES).filter((name) => !pages.has(name));
}

/** The command of the program that prints a completion script. */
export function completionCommand({ help }: Pick<CliSource, 'help'>): string | undefined {
  return listedIn(readHelpPage(help)).find(({ name }) => /^completions?$/.test(name))?.name;
}

/** In the order of the help. */
export function commandsIn(source: CliSource): readonly CliCommand[] {
  const { program, refused } = source;
  const pages = mainPages(source);
  if (pages.listed.length === 0) {
    const whole = wholeProgram(program, pages);
    return whole.length > 0 ? whole : flagCommands(program, pages.main);
  }
  const commands = pages.reading.flatMap((entry) => {
    if (refused.has(entry.name)) return [];
    if (entry.name.startsWith('-')) return [flagCommand(program, entry, pages.main)];
    const nested = nestedIn(source, [entry.name]);
    if (nested.length === 0) return subcommand(source, [entry.name], entry, pages);
    return nested
      .filter((inner) => readsOnly(inner) && !refused.has(`${entry.name} ${inner.name}`))
      .filter((inner) => nestedIn(source, [entry.name, inner.name]).length === 0)
      .flatMap((inner) => subcommand(source, [entry.name, inner.name], inner, pages));
  });
  return commands.filter(({ usage, text }) => !actsOnOperand(usage ?? '') && judgeProgram(text, program) !== 'acts');
}

function subcommand(
  source: CliSource,
  words: readonly string[],
  { text, operands }: Listed,
  { main, manual }: MainPages,
): CliCommand[] {
  const printed = source.pages.get(words.join(' ')) ?? '';
  const isShared = printed === source.help || printed === '';
  const page = isShared ? EMPTY_PAGE : readHelpPage(printed);
  if (introOf(page).some(isEndless)) return [];
  const line = [source.program, ...words];
  const elsewhere = usageOf(main.usage, line) ?? alternativeOf([...main.usage, ...manual.usage], words.join(' '));
  // Where others are listed with what they take, one without takes nothing.
  const silent = listedIn(main).some((other) => other.operands !== '') ? '' : undefined;
  const [intro = ''] = page.prose;
  const own = usageOf(page.usage, line) ?? (operands === '' ? (elsewhere ?? silent) : operands);
  // Some lists are cut off.
  const whole = /(?:\.\.|…)$/.test(text) && intro !== '' ? intro : text;
  const flags = withUsage(readFlags((isShared ? main : page).entries), own ?? '');
  return [{ words, text: whole, flags, isShared, usage: own, operandTexts: operandTexts(page) }];
}

/** What is said of it first. */
function introOf({ prose }: HelpPage): readonly string[] {
  return prose.slice(0, 2);
}

function flagCommand(program: string, { name, text, operands }: Listed, main: HelpPage): CliCommand {
  const usage = operands === '' ? usageOf(main.usage, [program]) : operands;
  const flags = withUsage(readFlags(main.entries), usage ?? '')
    .map((flag) => (isObject(flag, text) ? { ...flag, isRequired: true } : flag))
    .filter((flag) => flag.isRequired && callName(flag) !== name);
  return { words: [name], text, flags, isShared: false, usage, operandTexts: new Map() };
}

/** `--file=ARCHIVE` of "list the contents of an archive". */
function isObject(flag: HelpFlag, sentence: string): boolean {
  const name = nameWords(flag.value?.name ?? '').join(' ');
  return isInput(flag) && sentenceWords(firstSentence(sentence)).some((word) => word === name || word === `${name}s`);
}

/** A program whose summary says that it reads. */
function wholeProgram(program: string, { main, manual }: MainPages): CliCommand[] {
  const page = main.usage.length > 0 ? main : manual;
  const usage = usageOf(page.usage, [program]) ?? '';
  const { sentence, judgement } = summaryOf(program, main, manual);
  if (judgement !== 'reads' || actsOnOperand(usage)) return [];
  if ([main, manual].flatMap(introOf).some(isEndless)) return [];
  const [text, own] = [withoutName(sentence, program), readFlags(main.entries)];
  const flags = withUsage(own.length > 0 ? own : readFlags(manual.entries), usage);
  return [{ words: [], text, flags, isShared: false, usage, operandTexts: operandTexts(page) }];
}

/** What `--list`, `--show-…` and the like do, in a program that does more than that. */
function flagCommands(program: string, main: HelpPage): CliCommand[] {
  const flags = main.entries.flatMap((entry) => {
    const flag = readFlag(entry);
    if (!flag) return [];
    const name = callName(flag);
    const listed = { name, text: flag.text, heading: '', operands: operandsOf(flag) };
    const isAlone = name.startsWith('--') && ALONE.has(nameWords(name)[0] ?? '');
    const reads = isAlone && isReadingSentence(flag.text) && readsOnly(listed) && !actsOnOperand(listed.operands);
    return reads ? [flagCommand(program, listed, main)] : [];
  });
  return flags.slice(0, MAX_FLAG_COMMANDS);
}

function listedIn(page: HelpPage): Listed[] {
  const isCommandPage = page.usage.some((line) => COMMANDS.test(line) || /\bCMD\b/.test(line));
  const lines = [...page.usage, ...page.entries.map(({ term }) => term), ...page.prose];
  const grouped = new Set(
    lines.flatMap((line) => /\{([a-z][\w-]*(?:,[a-z][\w-]*)+)\}/.exec(line)?.[1]?.split(',') ?? []),
  );
  return page.entries.flatMap((entry): Listed[] => {
    const { term, text } = entry;
    const heading = withoutRemarks(entry.heading);
    const isAbout = isAboutCommands(heading, page);
    if (term.startsWith('-')) {
      const flag = isAbout ? readFlag(entry) : undefined;
      return flag ? [{ name: callName(flag), text: flag.text, heading, operands: operandsOf(flag) }] : [];
    }
    const [, name = '', operands = ''] = /^\[?([a-z](?:[\w.:-]*\w)?)\]?[,:]?(?: (.*))?$/.exec(term) ?? [];
    const isListed = isAbout || grouped.has(name) || (isCommandPage && !OTHERS.test(heading));
    return name === '' || !isListed ? [] : [{ name, text, heading, operands: withoutAliases(operands) }];
  });
}

/** By its words, or as the place of a usage line behind which anything follows: `VERB ...`. */
function isAboutCommands(heading: string, { usage }: Pick<HelpPage, 'usage'>): boolean {
  const isPlace = heading !== '' && usage.some((line) => ` ${line} `.includes(` ${heading} ... `));
  return isPlace || (COMMANDS.test(heading) && !OTHERS.test(heading));
}

/** The entries of a section of commands, and not those inside of them. */
function listedInManual(page: HelpPage): Listed[] {
  const own = page.entries.filter(
    ({ heading, term }) => /^(?:[A-Z]+ )?(?:SUB)?COMMANDS$/.test(heading) && !term.startsWith('-'),
  );
  const least = Math.min(...own.map(({ indent }) => indent));
  return listedIn({ ...page, entries: own.filter(({ indent }) => indent === least) });
}

/** `build, b`; `list (ls)`. */
function withoutAliases(operands: string): string {
  return operands.replace(/^(?:[a-z][\w-]*(?:, |$))+/, '').replace(/^\([^)]*\) ?/, '');
}

function operandsOf({ value, rest }: HelpFlag): string {
  if (!value) return rest;
  return `${value.isOptional ? `[${value.name}]` : `<${value.name}>`} ${rest}`.trim();
}

/** A page that lists the commands of the program again is none of its own; one that takes operands works without a command. */
function nestedIn({ program, help, pages }: CliSource, words: readonly string[]): Listed[] {
  const printed = pages.get(words.join(' ')) ?? '';
  if (printed === '' || printed === help) return [];
  const names = new Set(listedIn(readHelpPage(help)).map(({ name }) => name));
  const page = readHelpPage(printed);
  const isGroup = page.usage.some((line) => COMMANDS.test(line));
  if (!isGroup && operandsIn(usageOf(page.usage, [program, ...words]) ?? '').length > 0) return [];
  const titled = page.entries.filter(({ heading }) => isAboutCommands(withoutRemarks(heading), page));
  const inner = listedIn(isGroup ? page : { ...page, entries: titled });
  const own = inner.filter(({ name }) => !name.startsWith('-') && !names.has(name));
  return inner.length > own.length + 1 ? [] : own;
}

/** Of operands, by their names in the usage. */
function operandTexts({ entries }: HelpPage): ReadonlyMap<string, string> {
  const own = entries.filter(({ heading }) =>
    /\b(?:arguments?|args|operands|parameters|positional\w*|where)\b/i.test(heading),
  );
  return new Map(own.map(({ term, text }) => [term.replaceAll(/[<>[\]{}]|\.\.\.$/g, ''), text]));
}

/** `jq - commandline JSON processor` → commandline JSON processor. */
function withoutName(text: string, program: string): string {
  const name = baseName(program);
  const rest = text.startsWith(name) ? text.slice(name.length).replace(/^\s*[-–—:]+\s*/, '') : text;
  return rest === '' || /^\s/.test(rest) ? text : rest;
}

/** Always passed, or of the terminal. */
const COMMON = /^(?:PATH|HOME|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TERM|COLUMNS|LINES|NO_COLOR|USER|PWD|SHELL)$/;

/** A name that shares its first word with the program: `$RESTIC_REPOSITORY` of restic, `$LEDGER_FILE` of hledger. */
export function variablesIn(program: string, texts: readonly string[]): readonly string[] {
  const letters = baseName(program)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?<![A-Z\d_])[A-Z][A-Z\d]{1,30}(?:_[A-Z\d]{1,30}){0,5}(?![A-Za-z\d_])/g)].map(([name]) => name),
  );
  const own = [...new Set(names)].filter((name) => {
    const [first = '', ...rest] = name.toLowerCase().split('_');
    const isLike = letters.startsWith(first) || letters.endsWith(first) || first.startsWith(letters);
    const isNamed = rest.length > 0 && first.length > 2 && isLike;
    return isNamed && !COMMON.test(name) && !nameWords(name).some((word) => CODE.has(word) || STARTED.has(word));
  });
  // Those of the first text are the more common ones.
  return own.slice(0, MAX_VARIABLES).toSorted();
}

const STARTED = new Set(['pager', 'editor', 'browser', 'visual', 'opener', 'askpass']);

const MAX_VARIABLES = 16;
