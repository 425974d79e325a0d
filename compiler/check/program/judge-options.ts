/** Judges options that run something in ordinary programs, and text of the model that could be an option. */
import { HARMLESS_GIT_SETTING, NO_END_OF_OPTIONS, RUNNING_OPTIONS, RUNNING_REST } from './running-options.ts';
import type { Danger, JudgeArgv, Judged } from './danger.ts';
import { dangers } from './danger.ts';
import type { ArgvWord } from './word.ts';

/** Judges options whose value is code or a command. */
export function judgeRunningOptions(judged: Judged, name: string, judge: JudgeArgv): Danger[] {
  const keys = [name, ...judged.words.filter(({ parameter }) => !parameter).map(({ text }) => `${name} ${text}`)];
  const options = keys.flatMap((key) => optionsOf(RUNNING_OPTIONS, key));
  return [
    ...dangers('code', name, runningValues(judged.words, options, name)),
    ...commandsIn(judged.words, optionsOf(RUNNING_REST, name)).flatMap((words) => {
      return judge({ words, stdin: undefined, by: name, ended: judged.ended });
    }),
  ];
}

/** Values that may start with "-", and option names that the model completes. */
export function judgeOwnOptions({ words, ended }: Judged, name: string): Danger[] {
  return words.flatMap((word, at) => {
    const closed = !NO_END_OF_OPTIONS.has(name) && words.slice(1, at).some(isEnd);
    const open = NO_END_OF_OPTIONS.has(name) ? words.slice(1, at).some(isEnd) : ended || word.unprotected === true;
    const named = /^-$|^--[^=]*$/.test(word.lead) && word.parameter !== undefined;
    return named || (word.lead === '' && open && !closed) ? dangers('option', name, [word]) : [];
  });
}

export function isEnd({ text, parameter }: ArgvWord): boolean {
  return text === '--' && !parameter;
}

function optionsOf(table: Readonly<Record<string, string>>, name: string): readonly string[] {
  return Object.hasOwn(table, name) ? (table[name]?.split(' ') ?? []) : [];
}

function runningValues(words: readonly ArgvWord[], options: readonly string[], name: string): ArgvWord[] {
  return words.filter((word, at) => {
    if (name === 'git' && HARMLESS_GIT_SETTING.test(word.lead)) return false;
    const before = words[at - 1]?.text ?? '';
    return at > 0 && options.some((option) => isAttached(word.lead, option) || isNext(before, option));
  });
}

/** "--exec={x}", "-I{x}", and "-xI{x}" among short options. */
function isAttached(lead: string, option: string): boolean {
  if (lead.startsWith(`${option}=`)) return true;
  return isShort(option) && lead.startsWith(option);
}

function isNext(before: string, option: string): boolean {
  return before === option || (isShort(option) && /^-[A-Za-z]+$/.test(before) && before.endsWith(option.slice(1)));
}

function isShort(option: string): boolean {
  return /^-[A-Za-z]$/.test(option);
}

function commandsIn(words: readonly ArgvWord[], options: readonly string[]): (readonly ArgvWord[])[] {
  return words.flatMap((word, at) => {
    if (!options.includes(word.text) || word.parameter) return [];
    const rest = words.slice(at + 1);
    const end = rest.findIndex(({ text, parameter }) => !parameter && (text === ';' || text === '+'));
    return [end < 0 ? rest : rest.slice(0, end)];
  });
}
