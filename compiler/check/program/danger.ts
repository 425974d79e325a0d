/** The dangers of a command line, and the evidence for each. */
import type { ArgvWord } from './word.ts';

export interface Danger {
  readonly kind: 'program' | 'code' | 'option';
  readonly word: ArgvWord;
  readonly variable: NonNullable<ArgvWord['free']>;
  /** The program that starts it; undefined for the tool itself. */
  readonly by: string | undefined;
}

/** A command line, or the end of one. */
export interface Judged {
  readonly words: readonly ArgvWord[];
  /** What the program reads, where the model has written some of it. */
  readonly stdin: ArgvWord | undefined;
  /** The program that starts this one. */
  readonly by: string | undefined;
  /** After the "--" of another program: from there on, values may start with "-". */
  readonly ended: boolean;
}

/** One for every word that holds free text. */
export function dangers(kind: Danger['kind'], by: string | undefined, words: readonly ArgvWord[]): Danger[] {
  return words.flatMap((word) => (word.free ? [{ kind, word, variable: word.free, by }] : []));
}

/** A launcher has the rest judged as a command line. */
export type JudgeArgv = (judged: Judged) => Danger[];
