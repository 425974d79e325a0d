/** Reads a help page or a manual page as usage lines, entries and paragraphs; no text makes it fail. */

export interface HelpPage {
  /** Each whole, without the word "usage". */
  readonly usage: readonly string[];
  /** Paragraphs outside of usage and entries. */
  readonly prose: readonly string[];
  /** Those above all entries, which say what the program is. */
  readonly about: readonly string[];
  readonly entries: readonly HelpEntry[];
}

/** `  -J, --json   use JSON output`: what is explained, and how. */
export interface HelpEntry {
  /** The last title above it; empty where there is none. */
  readonly heading: string;
  /** Blanks before it. */
  readonly indent: number;
  readonly term: string;
  /** Whether its description is on the same line, behind a gap. */
  readonly isApart: boolean;
  /** Of several paragraphs the first. */
  readonly text: string;
  /** All paragraphs, which may list values. */
  readonly all: string;
}

export const EMPTY_PAGE: HelpPage = { usage: [], prose: [], about: [], entries: [] };

const MAX_LINES = 20_000;

const MAX_LINE = 1000;

/** A description on the line of its term starts after two blanks. */
const GAP = '  ';

const USAGE = /^\s*(?:usage|syntax|synopsis)\b:?/i;

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** In a manual page only lines without an indent are headings. */
export function readHelpPage(printed: string, kind: 'help' | 'manual' = 'help'): HelpPage {
  const lines = linesOf(printed);
  const usage = readUsage(lines);
  const rest = lines.map((line, at) => (usage.taken.has(at) ? BLANK : line));
  return { usage: usage.lines, ...readEntries(rest, kind === 'manual' ? 0 : 4) };
}

const BLANK: Line = { indent: 0, text: '' };

/** Without colors, without letters that are printed over each other, and without control characters. */
function linesOf(printed: string): Line[] {
  const plain = printed
    .replaceAll(/\u001B(?:\[[0-9;?]{0,32}[A-Za-z]|\][^\u0007\u001B]{0,200}(?:\u0007|\u001B\\))/g, '')
    .replaceAll(/[^\n]\u0008/g, '')
    .replaceAll('\t', ' '.repeat(8));
  return plain
    .split(/\r?\n/, MAX_LINES)
    .map((line) =>
      line
        .slice(0, MAX_LINE)
        .replaceAll(/\p{Cc}/gu, '')
        .trimEnd(),
    )
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trimStart() }));
}

/** Up to an empty line; without the word, the first line where it has the form of one. */
function readUsage(lines: readonly Line[]) {
  const named = lines.findIndex(({ text }) => USAGE.test(text));
  const first = named === -1 ? lines.findIndex(({ text }) => text !== '') : named;
  const line = lines[first];
  if (!line || (named === -1 && !/^[\w.+-]+(?: [\w.:-]+){0,3} (?:\[|<|[A-Z]{2})/.test(line.text)))
    return { lines: [], taken: new Set() };
  const numbers = new Set([first]);
  const usages: string[] = [];
  const own = bareUsage(line.text.replace(USAGE, ''));
  if (own !== '') usages.push(own);
  // What it takes may go on below it.
  const column = line.indent + line.text.length - own.length + own.indexOf(' ');
  for (let at = first + 1; at < lines.length; at += 1) {
    const { text, indent } = lines[at] ?? BLANK;
    if (text === '' ? usages.length > 0 : indent === 0 && (usages.length > 0 || text.endsWith(':'))) break;
    if (usages.length > 0 && ((text.startsWith('-') && indent < column) || SENTENCE.test(text))) break;
    numbers.add(at);
    const program = usages[0]?.split(' ', 1)[0];
    const other = text.replace(/^or(?::\s*|\s+)/i, '');
    const isOther = /^or:/i.test(text) || other.split(' ', 1)[0] === program;
    const one = bareUsage(isOther ? other : text);
    if (one === '') continue;
    if (program === undefined || isOther) usages.push(one);
    else if (named !== -1) usages.push(`${usages.pop() ?? ''} ${one}`);
    else {
      numbers.delete(at);
      break;
    }
  }
  return { lines: usages, taken: numbers };
}

/** ` Display information about the contents of files`, directly below the usage. */
const SENTENCE = /^[A-Z][a-z]+(?: [a-z]+){2}\b/;
/** Of a program that writes its help in lower case as well; a title has a colon or fewer words. */
const STATEMENT = /^[A-Za-z][a-z]+(?: [a-z]+){2}\b(?!.*:$)/;

function bareUsage(text: string): string {
  return text.replaceAll(/["'`]/g, '').trim();
}

interface OpenEntry extends Pick<HelpEntry, 'heading' | 'indent' | 'term' | 'isApart'> {
  /** Where its description starts; unknown until there is one. */
  column: number | undefined;
  readonly paragraphs: Paragraph[];
}

function readEntries(lines: readonly Line[], margin: number): Omit<HelpPage, 'usage'> {
  const entries: OpenEntry[] = [];
  const [prose, about]: [Paragraph[], Paragraph[]] = [[], []];
  let heading = '';
  // Around a placeholder whose name is the heading.
  let outer: Pick<OpenEntry, 'heading' | 'indent'> | undefined;
  let open: OpenEntry | undefined;
  // The line of prose directly above.
  let above: Line | undefined;
  let isNew = true;
  for (const [at, line] of lines.entries()) {
    const { indent, text } = line;
    if (text !== '') {
      const isStart = mayStart(line, open, isNew) && !goesOn(line, above);
      const split = isStart ? splitEntry(text, indent) : undefined;
      above = undefined;
      if (split && open && isPlaceholder(open) && indent > open.indent) {
        outer ??= { heading, indent: open.indent };
        heading = open.term;
      } else if (outer && indent <= outer.indent) {
        ({ heading } = outer);
        outer = undefined;
      }
      if (split) entries.push((open = openEntry(heading, line, split)));
      else if (open && isInside(line, open, isNew)) {
        open.column ??= indent;
        addLine(open.paragraphs, text, isNew);
      } else {
        open = undefined;
        const next = lines.slice(at + 1, at + 3).find((one) => one.text !== '');
        const isTitle = indent <= margin && isHeading(line, next);
        if (isTitle) heading = text.replace(/:$/, '');
        else addLine(prose, text, isNew);
        if (!isTitle) above = line;
        // A sentence directly above the entries looks like their title.
        if (entries.length === 0 && (!isTitle || STATEMENT.test(text))) addLine(about, text, isNew || isTitle);
      }
    } else above = undefined;
    isNew = text === '';
  }
  return { prose: prose.map(joinLines), about: about.map(joinLines), entries: entries.map(closeEntry) };
}

/** A sentence may go on with the name of a flag: a definition has a gap, or another indent. */
function goesOn({ indent, text }: Line, above: Line | undefined): boolean {
  return above?.indent === indent && gapIn(text) === -1;
}

/** The summary of a manual page goes on without a deeper indent. */
function isInside({ indent, text }: Line, { heading, indent: own, column = 0 }: OpenEntry, isNew: boolean): boolean {
  return (indent > own && indent >= column) || (!isNew && /^name$/i.test(heading) && !/^\S+ [-–—] /.test(text));
}

/** Below a flag without a description there may be another flag. */
function mayStart(line: Line, open: OpenEntry | undefined, isNew: boolean): boolean {
  if (!open || !isInside(line, open, isNew)) return true;
  const isName = line.indent - open.indent <= 4 && /^[a-z][\w-]*(?: \([^)]*\))?$/.test(line.text);
  if (isPlaceholder(open)) return isName || gapIn(line.text) > 0;
  return open.column === undefined && line.text.startsWith('-');
}

/** `<command>` and `COMMAND`, below which commands are listed. */
function isPlaceholder({ term, column }: OpenEntry): boolean {
  return column === undefined && /^(?:[<{].*[>}]|[A-Z][A-Z\d_-]*|(?:sub-?)?commands?)$/.test(term);
}

function openEntry(heading: string, line: Line, { term, text }: Pick<HelpEntry, 'term' | 'text'>): OpenEntry {
  const column = text === '' ? undefined : line.indent + line.text.length - text.length;
  const isApart = text !== '';
  return { heading, indent: line.indent, term, isApart, column, paragraphs: isApart ? [[text]] : [] };
}

/** Its lines. */
type Paragraph = string[];

function addLine(paragraphs: Paragraph[], text: string, isNew: boolean): void {
  const last = isNew ? undefined : paragraphs.at(-1);
  if (last) last.push(text);
  else paragraphs.push([text]);
}

/** Manual pages divide words at the end of a line. */
function joinLines(lines: Paragraph): string {
  return lines
    .map((line) => (line.endsWith('‐') ? line.slice(0, -1) : `${line} `))
    .join('')
    .trimEnd();
}

function closeEntry({ heading, indent, term, isApart, paragraphs }: OpenEntry): HelpEntry {
  const all = paragraphs.map(joinLines);
  const [first = ''] = all;
  // Some manual pages repeat the name.
  const rest = first.startsWith(`${term} `) ? first.slice(term.length + 1) : '';
  const text = /^[A-Z]/.test(rest) ? rest : first;
  return { heading, indent, term, isApart, text, all: all.join('\n') };
}

function isHeading({ text, indent }: Line, next: Line | undefined): boolean {
  if (text.length > 100 || text.endsWith('.')) return false;
  return text.endsWith(':') || !/[a-z]/.test(text) || (indent === 0 && next !== undefined && next.indent > 0);
}

/** The term and what follows it; undefined for a line of prose. */
function splitEntry(text: string, indent: number): Pick<HelpEntry, 'term' | 'text'> | undefined {
  const at = gapIn(text);
  const [term, rest] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at).trim()];
  if (text.startsWith('-')) return { term, text: rest };
  if (indent === 0) return undefined;
  const [, name, dashed] =
    /^([\w][\w.:+-]{0,60}) [-–—] (\S.*)$/.exec(text) ?? /^([a-z][\w.+-]{0,60}): ([A-Z].*)$/.exec(text) ?? [];
  if (name !== undefined && dashed !== undefined) return { term: name, text: dashed };
  return isTerm(term) && !/[.;,]$/.test(rest === '' ? term : '') ? { term, text: rest } : undefined;
}

/** Some write two blanks between the names of one flag. */
function gapIn(text: string): number {
  let at = text.indexOf(GAP);
  while (at > 0 && text.startsWith('-') && (text.charAt(at - 1) === ',' || /^ {2,}-/.test(text.slice(at, at + 12))))
    at = text.indexOf(GAP, at + text.slice(at).search(/\S/));
  return at;
}

/** A word, its aliases, and what it takes: `dot [UNIT...]`, `build, b`, `<PATH>...`, `2`. */
function isTerm(term: string): boolean {
  const [first = '', ...rest] = term.split(' ');
  if (!/^[[<]?[\w][\w.:+*-]{0,60}[\]>]?(?:\.\.\.)?,?$/.test(first) || rest.length > 8) return false;
  return (
    rest.every((word) => /^(?:[[<{(.].*|.*[\]>})]|[A-Z][A-Z\d_.=-]*|\w[\w-]*,?)$/.test(word)) &&
    (rest.length < 2 || !rest.every((word) => /^[a-z]/.test(word)))
  );
}
