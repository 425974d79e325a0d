/** Reads the options of a program, with the elements that are their values. */
import type { ArgvWord } from './word.ts';

interface OptionRead {
  /** An option that takes a value; undefined for a flag. */
  readonly name?: string;
  /** The element that holds the value: the same one, or the next. */
  readonly value?: ArgvWord | undefined;
  /** Where the next element is. */
  readonly next: number;
}

/** Whether an option with this name takes the next element as its value. */
export type TakesValue = (name: string) => boolean;

export function isOption({ lead }: ArgvWord): boolean {
  return lead.length > 1 && lead.startsWith('-') && lead !== '--';
}

export function optionAt(words: readonly ArgvWord[], at: number, takesValue: TakesValue): OptionRead {
  const word = words[at];
  if (!word) return { next: at + 1 };
  const { text } = word;
  const [name = ''] = text.split('=', 1);
  const attached = name.length < text.length || word.parameter !== undefined;
  if (takesValue(name)) return valued(name, attached);
  for (let letter = 1; letter < text.length && !text.startsWith('--'); letter += 1) {
    const short = `-${text.charAt(letter)}`;
    if (takesValue(short)) return valued(short, letter + 1 < text.length || word.parameter !== undefined);
  }
  return { next: at + 1 };

  function valued(option: string, own: boolean): OptionRead {
    return own ? { name: option, value: word, next: at + 1 } : { name: option, value: words[at + 1], next: at + 2 };
  }
}

/** From "-c --command" to the question whether a name is one of them. */
export function among(...lists: readonly (string | undefined)[]): TakesValue {
  const names = new Set(lists.flatMap((list) => list?.split(' ') ?? []));
  return (name) => name !== '' && names.has(name);
}
