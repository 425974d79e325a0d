/** Judges a program that starts another one: its own options, then the command line that follows. */
import type { Launcher } from './program-spec.ts';
import { RUNNING_VARIABLE } from './running-options.ts';
import type { Danger, JudgeArgv, Judged } from './danger.ts';
import { dangers } from './danger.ts';
import { isEnd } from './judge-options.ts';
import { among, isOption, optionAt } from './options.ts';
import type { TakesValue } from './options.ts';
import type { ArgvWord } from './word.ts';

/** What precedes the command that is started, and the index where that starts. */
interface Opened {
  readonly found: readonly Danger[];
  readonly inner: number;
  readonly ended: boolean;
  /** The placeholder that standard input replaces in the command. */
  readonly replaced: string | undefined;
  readonly unjoined: boolean;
  /** The start of the command, where it is in one element. */
  readonly splitUp: readonly ArgvWord[];
}

export function judgeLauncher(judged: Judged, name: string, spec: Launcher, judge: JudgeArgv): Danger[] {
  const { words, stdin } = judged;
  const { found, inner, ended, replaced, unjoined, splitUp } = open(words, name, spec);
  const [own, appended] = split([...splitUp, ...words.slice(inner)], spec.appends);
  if (spec.joined && !unjoined) {
    const isCode = [...own, ...(own.length === 0 ? appended : [])];
    const read = spec.input === 'code' && own.length === 0 && stdin ? [stdin] : [];
    if (dangers('code', name, [...isCode, ...read]).length > 0)
      return [...found, ...dangers('code', name, [...isCode, ...read])];
  }
  const started = [...own.map((word) => filled(word, replaced, stdin)), ...appended];
  const read = spec.input !== undefined && stdin && replaced === undefined && started.length > 0 ? [stdin] : [];
  return [
    ...found,
    ...judge({
      words: [...started, ...read.map((word) => ({ ...word, unprotected: true, text: '', lead: '' }))],
      stdin: spec.input === undefined ? stdin : undefined,
      by: name,
      ended: judged.ended || ended,
    }),
  ];
}

function open(words: readonly ArgvWord[], name: string, spec: Launcher): Opened {
  const takesValue = valuesOf(spec);
  const [isPlain, isCode, isReplaced] = [among(spec.plain), among(spec.code), among(spec.replaces)];
  const found: Danger[] = [];
  let [at, operands, ended, unjoined] = [1, spec.operands ?? 0, false, false];
  let replaced: string | undefined;
  const splitUp: ArgvWord[] = [];
  for (let word = words[at]; word; word = words[at]) {
    if (isEnd(word) && !ended) {
      ended = true;
      at += 1;
    } else if (word.lead === '-' && !word.parameter) {
      at += 1;
    } else if (isOption(word) && !ended) {
      const { name: option = '', value, next } = optionAt(words, at, takesValue);
      unjoined ||= among(spec.unjoined)(word.text);
      if (isReplaced(option)) replaced = option === '-i' ? '{}' : value?.text.replace(/^-+[A-Za-z]+=?/, '');
      if (!isPlain(option)) found.push(...dangers(isCode(option) ? 'code' : 'program', name, words.slice(at, next)));
      if (among(spec.splits)(option) && value && !value.parameter) splitUp.push(...piecesOf(value));
      at = next;
    } else if (spec.assignments && /^[A-Za-z_]\w*=/.test(word.lead)) {
      if (RUNNING_VARIABLE.test(word.lead.split('=', 1)[0] ?? '')) found.push(...dangers('program', name, [word]));
      at += 1;
    } else if (operands > 0) {
      operands -= 1;
      if (!spec.anywhere) found.push(...dangers('program', name, [word]));
      at += 1;
    } else break;
  }
  return { found, inner: at, ended, replaced, unjoined, splitUp };
}

function piecesOf(value: ArgvWord): ArgvWord[] {
  const texts = value.text
    .replace(/^-(?:-[a-z-]+=|[A-Za-z]*S)/, '')
    .trim()
    .split(/\s+/);
  return texts.map((text) => ({ ...value, text, lead: text }));
}

function valuesOf({ values, code, flags }: Launcher): TakesValue {
  if (flags === undefined) return among(values, code);
  const isFlag = among(flags);
  return (name) => /^-(?:[A-Za-z]$|-)/.test(name) && !isFlag(name);
}

function split(words: readonly ArgvWord[], mark: string | undefined): readonly [ArgvWord[], ArgvWord[]] {
  const at = mark === undefined ? -1 : words.findIndex(({ text }) => text.startsWith(mark));
  return at < 0 ? [[...words], []] : [words.slice(0, at), words.slice(at + 1)];
}

/** What `xargs -I X` inserts for X comes from standard input. */
function filled(word: ArgvWord, replaced: string | undefined, stdin: ArgvWord | undefined): ArgvWord {
  const { free, parameter } = stdin ?? {};
  if (!free || !parameter || replaced === undefined || replaced === '' || !word.text.includes(replaced)) return word;
  return { ...word, free, parameter };
}
