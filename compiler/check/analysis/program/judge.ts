/** Finds text of the model that would choose a program, run as code, or be read as an option. */
import { commandsOf } from './shell.ts';
import { type ArgvWord, programName } from './word.ts';
import {
  HARMLESS_GIT_SETTING,
  RUNNERS,
  RUNNING_INPUT,
  RUNNING_NAME,
  RUNNING_OPTIONS,
  RUNNING_REST,
  RUNNING_VARIABLE,
  VALUED_LETTERS,
  type OptionKind,
  type RunningProgram,
} from './runners.ts';
import { regex } from '../../../base/word-lists.ts';

export interface Danger {
  readonly kind: 'program' | 'code' | 'option';
  readonly word: ArgvWord;
  readonly variable: NonNullable<ArgvWord['free']>;
  /** The program that starts it; undefined for the tool itself. */
  readonly by: string | undefined;
}

/** A command line, or the end of one. */
interface Line {
  readonly words: readonly ArgvWord[];
  /** What the program reads, where the model has written some of it. */
  readonly stdin: ArgvWord | undefined;
  /** The program that starts this one. */
  readonly by: string | undefined;
  /** After the "--" of another program: from there on, values may start with "-". */
  readonly ended: boolean;
}

/** One for every word that holds free text. */
function dangers(kind: Danger['kind'], by: string | undefined, words: readonly (ArgvWord | undefined)[]): Danger[] {
  return words.flatMap((word) => (word?.free ? [{ kind, word, variable: word.free, by }] : []));
}

/** All that a command line does with its words; the first of them is the program. */
export function judgeLine(line: Line): Danger[] {
  const { words, stdin, by } = line;
  const [program, ...others] = words;
  if (!program) return [];
  if (program.parameter) return [{ kind: 'program', word: program, variable: program.parameter, by }];
  if (!others.some(({ parameter }) => parameter) && !stdin) return [];
  const name = programName(program);
  return [
    ...judgeRunner(line, name, RUNNERS.get(name), name),
    ...judgeRunning(line, name),
    ...dangers('code', name, RUNNING_INPUT.has(name) ? [stdin] : []),
  ];
}

/** `key`: the program with its subcommands, as in the table. */
function judgeRunner(line: Line, name: string, runner: RunningProgram | undefined, key: string): Danger[] {
  if (!runner) return judgeOptions(line, name);
  const { at: command, dangersBefore } = open(line, runner, name);
  const word = line.words[command];
  const inner = word?.parameter ? undefined : RUNNERS.get(`${key}/${word?.text ?? ''}`);
  if (inner && word) {
    const rest = { ...line, words: line.words.slice(command) };
    const label = `${name} ${word.text}`;
    return [...(runner.kind === 'sub' ? [] : dangersBefore), ...judgeRunner(rest, label, inner, `${key}/${word.text}`)];
  }
  switch (runner.kind) {
    case 'sub':
      return word?.free ? dangers('program', name, [word]) : judgeOptions(line, name);
    case 'program':
    case 'line':
      return judgeStarter(line, name, runner);
    case 'code':
      return judgeAllCode(line, name, runner);
    default:
      return judgeScript(line, name, runner);
  }
}

/** What precedes the thing that is run, which is at index `at`. */
interface Opened {
  readonly at: number;
  readonly dangersBefore: readonly Danger[];
  readonly ended: boolean;
  readonly optionKinds: ReadonlySet<OptionKind>;
  /** The place of the code that an option holds. */
  readonly code: number | undefined;
}

function open({ words }: Line, runner: RunningProgram, name: string): Opened {
  const dangersBefore: Danger[] = [];
  const optionKinds = new Set<OptionKind>();
  const starts = runner.kind === 'program' || runner.kind === 'line';
  let [at, operands, ended] = [1, runner.operands, false];
  let code: number | undefined;
  for (let word = words[at]; word; word = words[at]) {
    if (isEnd(word) && !ended) [ended, at] = [true, at + 1];
    else if (starts && word.text === '-' && !word.parameter) at += 1;
    else if (isOption(word, runner) && !ended) {
      const { kinds, next } = optionAt(words, at, runner);
      const kind = kinds.at(-1) ?? 'flag';
      for (const each of kinds) optionKinds.add(each);
      if (kind !== 'data')
        dangersBefore.push(...dangers(starts && kind !== 'code' ? 'program' : 'code', name, words.slice(at, next)));
      if (kind === 'code') code = next - 1;
      at = next;
      if (kind === 'script' || (kind === 'code' && runner.traits.has('ends'))) break;
    } else if (runner.traits.has('assigns') && /^[A-Za-z_]\w*=/.test(word.lead)) {
      if (RUNNING_VARIABLE.test(word.lead.split('=', 1)[0] ?? ''))
        dangersBefore.push(...dangers('program', name, [word]));
      at += 1;
    } else if (operands !== '') {
      if (operands.startsWith('!')) dangersBefore.push(...dangers('program', name, [word]));
      [operands, at] = [operands.slice(1), at + 1];
    } else break;
  }
  return { at, dangersBefore, ended, optionKinds, code };
}

function isOption({ lead, text }: ArgvWord, { kind, options }: RunningProgram): boolean {
  if (kind === 'code' && options.has(text.toLowerCase())) return true;
  return (lead.length > 1 && lead.startsWith('-') && lead !== '--') || (kind === 'shell' && /^\+[A-Za-z]/.test(lead));
}

/** What an option or its letters are, the one that takes a value last, and where the next word is. */
function optionAt(
  words: readonly ArgvWord[],
  at: number,
  { kind: runs, options, traits }: RunningProgram,
): { readonly kinds: readonly OptionKind[]; readonly next: number } {
  const { text = '', parameter } = words[at] ?? {};
  const [option = ''] = text.split('=', 1);
  const name = runs === 'code' ? option.toLowerCase() : option;
  // Only a short option can be several, or hold its value.
  const names =
    options.has(name) || /^-?-[^-]$|^--/.test(name) || runs === 'code'
      ? [name]
      : Array.from(text.slice(1), (letter) => `${text.charAt(0)}${letter}`);
  const kinds: OptionKind[] = [];
  for (const [index, one] of names.entries()) {
    const kind = options.get(one) ?? (traits.has('valued') ? 'value' : undefined);
    if (kind) kinds.push(kind);
    if (!kind || kind === 'flag' || kind === 'input' || kind === 'off' || (kind === 'code' && runs === 'shell'))
      continue;
    const isAttached = index + 1 < names.length || option.length < text.length || parameter !== undefined;
    return { kinds, next: isAttached ? at + 1 : at + 2 };
  }
  return { kinds, next: at + 1 };
}

/** A program that starts another one. */
function judgeStarter(line: Line, name: string, runner: RunningProgram): Danger[] {
  const { words, stdin } = line;
  const { at, dangersBefore, ended, optionKinds, code } = open(line, runner, name);
  const rest = words.slice(at);
  if (code !== undefined) return [...dangersBefore, ...dangers('code', name, rest)];
  if (runner.kind === 'line' && !optionKinds.has('off')) {
    const joined = dangers('code', name, rest.length > 0 ? rest : [stdin]);
    if (joined.length > 0) return [...dangersBefore, ...joined];
  }
  const inner = { words: rest, stdin, by: name, ended: line.ended || ended };
  if (name !== 'xargs' || !stdin) return [...dangersBefore, ...judgeLine(inner)];
  // Standard input becomes further arguments, or replaces a placeholder anywhere in them.
  if (words.some(({ text }) => /^(?:-[IiJ]|--replace)/.test(text)))
    return [...dangersBefore, ...dangers('code', name, [stdin])];
  const last = { ...stdin, unprotected: true, text: '', lead: '' };
  return [
    ...dangersBefore,
    ...judgeLine({ ...inner, words: rest.length > 0 ? [...rest, last] : [], stdin: undefined }),
  ];
}

/** Every word may be code. */
function judgeAllCode(line: Line, name: string, runner: RunningProgram): Danger[] {
  const { words, stdin } = line;
  if (words.some(({ text }) => runner.options.get(text) === 'off')) return judgeOptions(line, name);
  const { at, dangersBefore, optionKinds } = open(line, runner, name);
  const script = words[at - 1];
  if (optionKinds.has('script') && script && !isStandardInput(script))
    return [...dangersBefore, ...judgeOptions(line, name)];
  const isQuiet = runner.traits.has('quiet') || optionKinds.has('code');
  const reads = !isQuiet || words.length === 1 || words.some(isStandardInput);
  return [...dangersBefore, ...dangers('code', name, [...words.slice(at), ...(reads ? [stdin] : [])])];
}

/** Calls by which inline code runs text, or a program that a text names; and modules of Python that do. */
const EVALUATES = regex()`
  \b(?:
    eval\w*|exec\w*|system\w*|p?open|open3|spawn\w*|subprocess|child_process|Function|compile|runpy|
    (?:instance|class)_eval|shell_exec|passthru|proc_open|load\w*|dofile|do shell script|run script
  )\b|
  \`|
  ^(?:pdb|timeit|runpy|trace|cProfile|profile)$
`;

function judgeScript(line: Line, name: string, runner: RunningProgram): Danger[] {
  const { words, stdin } = line;
  const { at, dangersBefore, optionKinds, code: held } = open(line, runner, name);
  const isShell = runner.kind === 'shell';
  const coded = held !== undefined || (isShell && optionKinds.has('code'));
  const operand = !coded || isShell || runner.traits.has('both') ? words[at] : undefined;
  const code = isShell && coded && words[at] ? at : held;
  const script = isShell && coded ? undefined : operand;
  const reads = script ? isStandardInput(script) : !(isShell ? operand : coded) && !runner.traits.has('quiet');
  const input =
    reads ||
    optionKinds.has('input') ||
    words
      .slice(held ?? words.length)
      .slice(0, 1)
      .some(isStandardInput);
  return [
    ...dangersBefore,
    ...dangers('code', name, [operand, ...(input ? [stdin] : [])]),
    ...(code === undefined ? [] : judgeInline(line, name, isShell, code)),
    ...judgeOptions(line, name),
  ];
}

/** The author's code, and what it does with the arguments and the input that it is given. */
function judgeInline({ words, stdin, ended }: Line, name: string, isShell: boolean, at: number): Danger[] {
  const [code, ...operands] = words.slice(at);
  if (!code) return [];
  if (!isShell) return EVALUATES.test(code.text) ? dangers('code', name, [...operands, stdin]) : [];
  const isOver = ended || operands.some(isEnd);
  return commandsOf(code, operands, stdin).flatMap((inner) => judgeLine({ ...inner, by: name, ended: isOver }));
}

/** Values that may start with "-", and option names that the model completes. */
function judgeOptions({ words, ended }: Line, name: string): Danger[] {
  // "--" does not end the options of `find`.
  const isFind = name === 'find';
  return words.flatMap((word, at) => {
    const behind = words.slice(1, at).some(isEnd);
    const open = isFind ? behind : !behind && (ended || word.unprotected === true);
    const named = /^-$|^--[^=]*$/.test(word.lead) && word.parameter !== undefined;
    const isLetter = /^-[^-=][^=]*$/.test(word.lead) && word.isNumeral !== true && (isFind || !behind);
    const isOption = named || (isLetter && !takesValue(words, at, name)) || (word.lead === '' && open);
    return isOption ? dangers('option', name, [word]) : [];
  });
}

/** Of "-xI{y}", whether a letter is known to take the rest as its value; else the value is read as further letters. */
function takesValue(words: readonly ArgvWord[], at: number, name: string): boolean {
  const letters = Array.from(words[at]?.lead.slice(1) ?? '');
  const subs = words.slice(1, at).flatMap(({ text, parameter }) => (parameter ? [] : [`${name} ${text}`]));
  const valued = [name, ...subs].flatMap((key) => namesIn(VALUED_LETTERS, key)).join('');
  const own = RUNNERS.get(name)?.options;
  return letters.some((letter) => valued.includes(letter) || own?.get(`-${letter}`) === 'data');
}

/** Options of ordinary programs whose value is code or a command. */
function judgeRunning({ words, ended }: Line, name: string): Danger[] {
  const isOrdinary = (RUNNERS.get(name)?.kind ?? 'sub') === 'sub';
  const keys = [name, ...words.filter(({ parameter }) => !parameter).map(({ text }) => `${name} ${text}`)];
  const options = keys.flatMap((key) => namesIn(RUNNING_OPTIONS, key));
  const values = words.filter(({ lead }, at) => {
    if (at === 0 || (name === 'git' && HARMLESS_GIT_SETTING.test(lead))) return false;
    const before = words[at - 1]?.text ?? '';
    if (isOrdinary && (RUNNING_NAME.test(before) || RUNNING_NAME.test(lead.split('=', 1)[0] ?? ''))) return true;
    return options.some((option) => isAttached(lead, option) || isNext(before, option));
  });
  const rests = namesIn(RUNNING_REST, name);
  const started = words.flatMap(({ text, parameter }, at) => {
    if (parameter || !rests.includes(text)) return [];
    const rest = words.slice(at + 1);
    const end = rest.findIndex((word) => !word.parameter && /^[;+]$/.test(word.text));
    return judgeLine({ words: end < 0 ? rest : rest.slice(0, end), stdin: undefined, by: name, ended });
  });
  return [...dangers('code', name, values), ...started];
}

function namesIn(table: Readonly<Record<string, string>>, name: string): readonly string[] {
  return Object.hasOwn(table, name) ? (table[name]?.split(' ') ?? []) : [];
}

/** "--exec={x}", "-I{x}", and "-xI{x}" among short options. */
function isAttached(lead: string, option: string): boolean {
  return lead.startsWith(`${option}=`) || (isShort(option) && lead.startsWith(option));
}

function isNext(before: string, option: string): boolean {
  return before === option || (isShort(option) && /^-[A-Za-z]+$/.test(before) && before.endsWith(option.slice(1)));
}

function isShort(option: string): boolean {
  return /^-[A-Za-z]$/.test(option);
}

function isEnd({ text, parameter }: ArgvWord): boolean {
  return text === '--' && !parameter;
}

const STANDARD_INPUT: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

function isStandardInput({ text, parameter }: ArgvWord): boolean {
  return STANDARD_INPUT.has(text) && !parameter;
}
