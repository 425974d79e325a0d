/** Splits shell code into commands and words, far enough to see which words contain an argument (POSIX shell, 2.3). */
import { tokensOf, withoutVariables } from './shell-tokens.ts';

export interface ShellWord {
  /** Without quotes; a variable is the empty text. */
  readonly text: string;
  /** The literal text before the first variable. */
  readonly lead: string;
  /** Variables and positional parameters in it, also those in $(…). */
  readonly names: readonly string[];
  /** Every variable in it is between double quotes. */
  readonly quoted: boolean;
}

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** The text of `<<<`, which is its standard input. */
  readonly input?: ShellWord;
  /** The variable of a `for`, whose words these are. */
  readonly loop?: string;
}

const KEYWORD = /^(?:if|then|else|elif|fi|do|done|while|until|case|esac|in|!|\{|\}|function)$/;
const INNER = /\$\(((?:[^()]|\([^()]*\))*)\)|`([^`]*)`/g;

export function readShell(code: string): ShellCommand[] {
  const inner: ShellCommand[] = [];
  const commands: ShellCommand[] = [];
  let words: ShellWord[] = [];
  let pieces: string[] = [];
  let redirect: string | undefined;
  let input: ShellWord | undefined;
  const endWord = (): void => {
    if (pieces.length === 0) return;
    const word = wordOf(pieces);
    if (redirect === '<<<') input = word;
    else if (redirect === undefined) words.push(word);
    [pieces, redirect] = [[], undefined];
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(commandOf(words, input));
    [words, input] = [[], undefined];
  };
  for (const token of tokensOf(code)) {
    for (const [, first, second] of token.startsWith("'") || !/[$`]/.test(token) ? [] : token.matchAll(INNER)) {
      inner.push(...readShell(first ?? second ?? ''));
    }
    if (/^[;&|\n()]$/.test(token)) endCommand();
    else if (/^[ \t]+$/.test(token)) endWord();
    else if (/^(?:<<<|[\d&]?[<>])/.test(token)) {
      endWord();
      redirect = /&\d$/.test(token) ? undefined : token;
    } else if (token.startsWith('#') && pieces.length === 0) endWord();
    else pieces.push(token);
  }
  endCommand();
  return [...commands, ...inner];
}

function commandOf(all: readonly ShellWord[], input: ShellWord | undefined): ShellCommand {
  const first = all.findIndex(({ text, names }) => names.length > 0 || !KEYWORD.test(text));
  // What is between `case` and `in` is compared, and a pattern follows.
  const words = first < 0 || all.slice(0, first).some(({ text }) => text === 'case') ? [] : all.slice(first);
  if (words[0]?.text === 'for') return { words: words.slice(3), loop: words[1]?.text ?? '' };
  return { words, ...(input && { input }) };
}

function wordOf(pieces: readonly string[]): ShellWord {
  const read = pieces.map(readPiece);
  const at = read.findIndex(({ names }) => names.length > 0);
  const first = read[at];
  return {
    text: read.map(({ text }) => text).join(''),
    lead: [...read.slice(0, at < 0 ? read.length : at), ...(first ? [{ text: first.lead }] : [])]
      .map(({ text }) => text)
      .join(''),
    names: read.flatMap(({ names }) => names),
    quoted: read.every(({ names, quoted }) => names.length === 0 || quoted),
  };
}

function readPiece(piece: string): ShellWord {
  if (piece.startsWith("'")) return literal(piece.slice(1, -1));
  if (piece.startsWith('\\')) return literal(piece.slice(1));
  const quoted = piece.startsWith('"');
  const body = quoted ? piece.slice(1, -1) : piece;
  if (!/[$`]/.test(body)) return { text: body, lead: body, names: [], quoted };
  const names = [...body.matchAll(/\$\{?[#!]?([@*]|\d+|[A-Za-z_]\w*)/g)].map(([, name = '']) => name);
  const text = withoutVariables(body);
  return { text, lead: names.length > 0 ? (body.split('$', 1)[0] ?? '') : text, names, quoted };
}

function literal(text: string): ShellWord {
  return { text, lead: text, names: [], quoted: true };
}
