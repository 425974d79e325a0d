/** Messages as wording with values, so that findings that differ only in their subject are known as equal. */
import type { About, FindingWithoutNames } from './diagnostic.ts';

/** A message with a place for each value. */
export interface Sentence {
  readonly wording: readonly string[];
  readonly values: readonly (string | number)[];
}

/** say`Tool "${name}" has no evals.` */
export function say(
  wording: TemplateStringsArray,
  ...values: readonly (string | number | Sentence | undefined)[]
): Sentence {
  return values.reduce<Sentence>(
    (text, value, index) => {
      const inner: Sentence = typeof value === 'object' ? value : { wording: ['', ''], values: [value ?? ''] };
      return joinSentences(joinSentences(text, inner), { wording: [wording[index + 1] ?? ''], values: [] });
    },
    { wording: [wording[0] ?? ''], values: [] },
  );
}

function joinSentences(a: Sentence, b: Sentence): Sentence {
  const [first = '', ...rest] = b.wording;
  return {
    wording: [...a.wording.slice(0, -1), (a.wording.at(-1) ?? '') + first, ...rest],
    values: [...a.values, ...b.values],
  };
}

export function textOf(message: string | Sentence): string {
  return typeof message === 'string' ? message : printSentence(message, String);
}

function printSentence({ wording, values }: Sentence, print: (value: string | number) => string): string {
  return wording.map((part, index) => (index === 0 ? part : print(values[index - 1] ?? '') + part)).join('');
}

/** Message and hint without names of the subject; undefined if they contain none. */
export function withoutNames(
  message: string | Sentence,
  hint: string | Sentence,
  about: About,
): FindingWithoutNames | undefined {
  const { path, server, tool, skill } = about;
  const subject = [server, tool, skill, ...path].filter((name) => typeof name === 'string');
  const used = new Set([message, hint].flatMap((one) => (typeof one === 'string' ? [] : one.values)));
  const names = subject.filter((name) => used.has(name));
  const nameSet = new Set<string | number>(names);
  const without = (one: string | Sentence): string =>
    typeof one === 'string' ? one : printSentence(one, (value) => (nameSet.has(value) ? '…' : String(value)));
  return names.length === 0
    ? undefined
    : { message: without(message), hint: without(hint), names: [...new Set(names)] };
}
