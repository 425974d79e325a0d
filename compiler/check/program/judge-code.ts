/** Finds the code of a shell or interpreter, and the model's text in it. */
import type { Everything, Interpreter, PowerShell, Shell } from './program-spec.ts';
import type { Danger, JudgeArgv, Judged } from './danger.ts';
import { dangers } from './danger.ts';
import { isEnd } from './judge-options.ts';
import { among, isOption, optionAt } from './options.ts';
import { commandsOf } from './shell-code.ts';
import type { ArgvWord } from './word.ts';
import { regex } from '../../terms.ts';

/** The elements that are code or name a file of code; and whether standard input is code as well. */
interface CodeFound {
  readonly code: readonly ArgvWord[];
  readonly input: boolean;
  /** The place of the code that gets the following elements. */
  readonly given?: number;
}

export function judgeCode(judged: Judged, name: string, spec: CodeSpec, judge: JudgeArgv): Danger[] {
  const { words, stdin } = judged;
  const { code, input, given } = find(words, spec);
  return [
    ...dangers('code', name, input && stdin ? [...code, stdin] : code),
    ...(given === undefined ? [] : inGivenCode(judged, given, name, spec, judge)),
  ];
}

/** The author's code, and what it does with the arguments and the input that it is given. */
function inGivenCode(judged: Judged, at: number, name: string, spec: CodeSpec, judge: JudgeArgv): Danger[] {
  const { words, stdin } = judged;
  const [code, ...given] = words.slice(at);
  if (!code) return [];
  if (spec.runs !== 'shell')
    return EVALUATES.test(code.text) ? dangers('code', name, [...given, ...(stdin ? [stdin] : [])]) : [];
  const ended = judged.ended || given.some(isEnd);
  return commandsOf(code, given, stdin).flatMap((inner) => judge({ ...inner, by: name, ended }));
}

/** Calls by which inline code runs text, or a program that a text names. */
const EVALUATES = regex()`
  \b(?:
    eval\w*|exec\w*|system\w*|p?open|open3|spawn\w*|subprocess|child_process|Function|compile|runpy|
    (?:instance|class)_eval|shell_exec|passthru|proc_open|load\w*|dofile|do shell script|run script
  )\b|
  \`
`;

type CodeSpec = Interpreter | Shell | PowerShell | Everything;

function find(words: readonly ArgvWord[], spec: CodeSpec): CodeFound {
  if (spec.runs === 'shell') return inShell(words);
  if (spec.runs === 'powershell') return inPowerShell(words);
  return spec.runs === 'everything' ? inEverything(words, spec) : inInterpreter(words, spec);
}

const STDIN: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

function isStdin({ text, parameter }: ArgvWord): boolean {
  return STDIN.has(text) && !parameter;
}

function inInterpreter(words: readonly ArgvWord[], spec: Interpreter): CodeFound {
  const takesValue = among(spec.code, spec.values);
  const isCode = among(spec.code);
  const isPlain = among(spec.plain);
  const isInteractive = among(spec.interactive);
  const plain = new Set<ArgvWord | undefined>();
  let [at, coded, fromInput] = [1, false, false];
  let given: number | undefined;
  for (let word = words[at]; word && isOption(word); word = words[at]) {
    const { name = '', value, next } = optionAt(words, at, takesValue);
    if (isPlain(name)) plain.add(value);
    fromInput ||= isInteractive(word.text);
    coded ||= isCode(name);
    if (isCode(name)) {
      given = value === word ? at : next - 1;
      fromInput ||= value !== undefined && isStdin(value);
      if (value && among(spec.runners)(value.text)) return { code: words.slice(1), input: false };
    }
    at = next;
    if (isCode(name) && spec.codeEnds) break;
  }
  if (isEndAt(words, at) && !(coded && spec.codeEnds)) at += 1;
  const script = coded && !spec.scriptToo ? undefined : words[at];
  const input = fromInput || (script ? isStdin(script) : !coded && !spec.noStdin);
  return {
    code: words.slice(1, script ? at + 1 : at).filter((word) => !plain.has(word)),
    input,
    ...(given !== undefined && { given }),
  };
}

function isEndAt(words: readonly ArgvWord[], at: number): boolean {
  const word = words[at];
  return word !== undefined && isEnd(word);
}

/** Short options that take a value in the next element: "bash -euo pipefail". */
const SHELL_VALUES = /^[-+][A-Za-z]*[oO]$|^--(?:rcfile|init-file|init-command)$/;

function inShell(words: readonly ArgvWord[]): CodeFound {
  let [at, coded, input] = [1, false, false];
  for (let word = words[at]; word && (isOption(word) || /^\+[A-Za-z]/.test(word.text)); word = words[at]) {
    const short = /^-[A-Za-z]+$/.test(word.text) ? word.text : '';
    coded ||= short.includes('c') || word.text === '--command';
    input ||= short.includes('s') || short.includes('i');
    // An attached value is in the same element: --command=….
    if (word.text.startsWith('--command=')) return { code: words.slice(1, at + 1), input };
    at += SHELL_VALUES.test(word.text) && !word.parameter ? 2 : 1;
  }
  if (isEndAt(words, at)) at += 1;
  if (input && !coded) return { code: words.slice(1, at), input };
  const script = words[at];
  const code = words.slice(1, at + 1);
  const reads = script === undefined || input || (!coded && isStdin(script));
  return { code, input: reads, ...(coded && { given: at }) };
}

function inPowerShell(words: readonly ArgvWord[]): CodeFound {
  const at = words.findIndex(({ text }) => /^[-/]f(?:i(?:le?)?)?$/i.test(text));
  const file = words[at + 1];
  const isFile = at > 0 && file !== undefined && file.text !== '-';
  return isFile ? { code: words.slice(1, at + 2), input: false } : { code: words.slice(1), input: !runsCommand(words) };
}

function runsCommand(words: readonly ArgvWord[]): boolean {
  const last = words.at(-1)?.text;
  return last !== '-' && words.some(({ text }) => /^[-/](?:c(?:o\w*)?|e(?:c|n\w*)?)$/i.test(text));
}

function inEverything(words: readonly ArgvWord[], spec: Everything): CodeFound {
  if (spec.safe !== undefined && words.some(({ text }) => text === spec.safe)) return { code: [], input: false };
  const input = spec.noStdin ? words.some(isStdin) : !words.some(({ text }) => spec.ownInput?.test(text));
  const takesValue = among(spec.values);
  const isPlain = among(spec.plain);
  const code: ArgvWord[] = [];
  let operands = spec.operands ?? 0;
  for (let at = 1; at < words.length;) {
    const word = words[at];
    const option = word && isOption(word) ? optionAt(words, at, takesValue) : undefined;
    const next = option?.next ?? at + 1;
    const free = option ? isPlain(option.name ?? '') : operands > 0;
    if (!option) operands -= 1;
    if (!free) code.push(...words.slice(at, next));
    at = next;
  }
  return { code, input };
}
