/** What was found in a command line, and what it is judged by. */
import type { ArgvWord } from './word.ts';

export interface Danger {
  readonly kind: 'program' | 'code' | 'option';
  readonly word: ArgvWord;
  readonly variable: NonNullable<ArgvWord['free']>;
  /** The program that runs it, and does so for another one; undefined for the tool itself. */
  readonly by: string | undefined;
}

/** A command line, or the end of one. */
export interface Judged {
  readonly words: readonly ArgvWord[];
  /** What the program reads, where the model has written some of it. */
  readonly stdin: ArgvWord | undefined;
  /** The program that starts this one. */
  readonly by: string | undefined;
  /** A "--" of another program came before: values may begin with "-" from there on. */
  readonly ended: boolean;
}

/** One for every word that holds free text. */
export function dangers(kind: Danger['kind'], by: string | undefined, words: readonly ArgvWord[]): Danger[] {
  return words.flatMap((word) => (word.free ? [{ kind, word, variable: word.free, by }] : []));
}

/** A program that hands on a command judges the rest as one. */
export type JudgeArgv = (judged: Judged) => Danger[];
