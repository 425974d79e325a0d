/** The commands in shell code that the author wrote, with the places where its arguments end up (POSIX shell, 2.3). */
import { type ArgvWord, literalWord } from './word.ts';

/** One command of the code, with the text of the model that reaches it. */
interface InnerCommand {
  readonly words: readonly ArgvWord[];
  readonly stdin: ArgvWord | undefined;
}

/** A word without quotes, where a variable is the empty text. */
interface ShellWord {
  text: string;
  /** The literal text before the first variable. */
  lead: string | undefined;
  /** Variables and positional parameters in it, also those in $(…). */
  readonly names: Set<string>;
  /** Every variable in it is between double quotes. */
  isQuoted: boolean;
}

/** The code, or one substitution in it. */
interface Level {
  readonly end: string;
  words: ShellWord[];
  word: ShellWord | undefined;
  inQuotes: boolean;
  redirect: string;
  input: ShellWord | undefined;
}

interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** The text of `<<<`, which is its standard input. */
  readonly input: ShellWord | undefined;
}

const OUTSIDE =
  /(?<=^|[\s;&|()])#[^\n]*|\\[^]|'[^']*'|\$\{[^}]{0,200}\}|\$\(|\$(?:\w+|[@*#?!$-])|<<<|[<>]&\d|[\d&]?(?:>>|<<-?|[<>])|[ \t]+|[^\s;&|()<>'"\\$`]+|[^]/y;
const QUOTED = /\\[^]|\$\{[^}]{0,200}\}|\$\(|\$(?:\w+|[@*#?!$-])|[^"\\$`)]+|[^]/y;
const KEYWORD = /^(?:if|then|else|elif|fi|do|done|while|until|case|esac|in|!|\{|\}|function)$/;

/** `given`: what follows the code, from $0 on. */
export function commandsOf(code: ArgvWord, operands: readonly ArgvWord[], stdin: ArgvWord | undefined): InnerCommand[] {
  const free = operands.filter((word) => word.free);
  const set = free.length > 0 || stdin ? namesSetIn(code.text) : new Set<string>();
  const sources = ({ names }: ShellWord): readonly ArgvWord[] => {
    return [...names].flatMap((name) => {
      if (/^\d+$/.test(name)) return operands.slice(Number(name), Number(name) + 1).filter(({ free }) => free);
      if (/^[@*]$/.test(name)) return free;
      return set.has(name) ? [...free.slice(0, 1), ...(free.length === 0 && stdin ? [stdin] : [])] : [];
    });
  };
  const wordsOf = (word: ShellWord): ArgvWord[] => {
    const words = sources(word);
    const { text, lead = text, isQuoted } = word;
    if (words.length === 0) return [{ ...literalWord(text, code.path), lead }];
    // Without quotes a value is split into words, and only the first was checked for a "-".
    return words.map(({ path, free: variable }) => {
      const own = { ...literalWord(text, path), lead, unprotected: !isQuoted };
      return variable ? { ...own, parameter: variable, free: variable } : own;
    });
  };
  return readShell(code.text).map(({ words, input }) => {
    const [read] = input ? wordsOf(input) : [];
    return { words: words.flatMap(wordsOf), stdin: read?.free ? read : stdin };
  });
}

/** Variables that the code sets in `for`, `read` and x=…, whatever to. */
function namesSetIn(code: string): ReadonlySet<string> {
  const all = [...code.matchAll(/\bfor[ \t]+(\w+)|\bread((?:[ \t]+[\w-]+)+)|\b(\w+)=/g)];
  return new Set(all.flatMap(([, loop = '', read = '', name = '']) => `${loop} ${read} ${name}`.split(/\s+/)));
}

function readShell(code: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  const levels = [levelOf('')];
  for (let at = 0; at < code.length;) {
    const level = levels.at(-1) ?? levelOf('');
    const pattern = level.inQuotes ? QUOTED : OUTSIDE;
    pattern.lastIndex = at;
    const token = pattern.exec(code)?.[0] ?? code.charAt(at);
    at += token.length;
    if (token === '$(' || (token === '`' && level.end !== '`')) {
      wordIn(level);
      levels.push(levelOf(token === '`' ? '`' : ')'));
    } else if (token === level.end && !level.inQuotes) {
      endCommand(level, commands);
      levels.pop();
      substitute(levels.at(-1), commands);
    } else if (token === '"') {
      wordIn(level);
      level.inQuotes = !level.inQuotes;
    } else if (level.inQuotes || !endsWord(token, level, commands)) add(token, wordIn(level), level.inQuotes);
  }
  for (const level of levels) endCommand(level, commands);
  return commands;
}

function levelOf(end: string): Level {
  return { end, words: [], word: undefined, inQuotes: false, redirect: '', input: undefined };
}

function wordIn(level: Level): ShellWord {
  level.word ??= { text: '', lead: undefined, names: new Set(), isQuoted: true };
  return level.word;
}

/** What a substitution reads becomes part of the word around it. */
function substitute(level: Level | undefined, commands: readonly ShellCommand[]): void {
  if (!level) return;
  const word = wordIn(level);
  word.lead ??= word.text;
  for (const { names } of commands.at(-1)?.words ?? []) for (const name of names) word.names.add(name);
  word.isQuoted &&= level.inQuotes;
}

function add(token: string, word: ShellWord, inQuotes: boolean): void {
  const [, name] = /^\$\{?[#!]?([@*]|\d+|[A-Za-z_]\w*)/.exec(token) ?? [];
  if (name !== undefined) {
    word.lead ??= word.text;
    word.names.add(name);
    word.isQuoted &&= inQuotes;
  } else if (token.startsWith("'") && !inQuotes) word.text += token.slice(1, -1);
  else if (!token.startsWith('$')) word.text += token.startsWith('\\') ? token.slice(1) : token;
}

/** Whether a token outside of quotes is between words. */
function endsWord(token: string, level: Level, commands: ShellCommand[]): boolean {
  if (/^[;&|\n()]$/.test(token)) endCommand(level, commands);
  else if (/^[ \t]+$/.test(token)) endWord(level);
  else if (token.startsWith('#')) endWord(level);
  else if (/^(?:<<<|[\d&]?[<>])/.test(token)) {
    endWord(level);
    level.redirect = /&\d$/.test(token) ? '' : token;
  } else return false;
  return true;
}

function endWord(level: Level): void {
  if (level.word && level.redirect === '<<<') level.input = level.word;
  else if (level.word && level.redirect === '') level.words.push(level.word);
  if (level.word) level.redirect = '';
  level.word = undefined;
}

function endCommand(level: Level, commands: ShellCommand[]): void {
  endWord(level);
  const first = level.words.findIndex(({ text, names }) => names.size > 0 || !KEYWORD.test(text));
  const isCompared = level.words.slice(0, first).some(({ text }) => text === 'case');
  const words = first < 0 || isCompared || level.words[first]?.text === 'for' ? [] : level.words.slice(first);
  const start = words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  // The names of an assignment stay: x=$(…) reads them.
  commands.push({ words: start < 0 ? [] : words.slice(start), input: level.input });
  [level.words, level.input] = [[], undefined];
}
