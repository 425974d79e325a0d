/** The command that was typed, for the next steps that repeat it. */
import { shellWord } from '../../../base/text/escape.ts';
import type { Invocation } from '../../../edge/command-line/command.ts';

/** `haft eval clock --tier model`. `without`: flags to leave out. Answers that were received are used again. */
export function commandAgain({ positionals, flags, lists }: Invocation, without: readonly string[] = []): string {
  const excluded = new Set(['no-cache', ...without]);
  const written: readonly (readonly [string, unknown])[] = [
    ...Object.entries(flags),
    ...Object.entries(lists).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  ];
  const words = written.flatMap(([name, value]) => {
    if (excluded.has(name)) return [];
    if (typeof value === 'string') return [`--${name}`, shellWord(value)];
    return value === true ? [`--${name}`] : [];
  });
  return ['haft eval', ...positionals.map(shellWord), ...words].join(' ');
}

/** Flags about the use of the results, which change none of them. */
const OF_RESULTS = ['format', 'record', 'suggest', 'fix', 'dry-run'];

/** The run again with another flag in place of these. */
export function commandWith(invocation: Invocation, flag: string, without: readonly string[] = []): string {
  return `${commandAgain(invocation, [...OF_RESULTS, ...without])} ${flag}`;
}

/** The run again with a model in place of the offline reader; the parts of a run are not combined with it. */
export function modelCommand(invocation: Invocation, flag = '--tier model'): string {
  const { positionals } = invocation;
  const whole = { ...invocation, positionals: isMerge(invocation) ? [] : positionals };
  return commandWith(whole, flag, ['tier', 'shard']);
}

/** `haft eval merge <files>`. */
export function isMerge({ positionals: [first, ...files] }: Invocation): boolean {
  return first === 'merge' && files.length > 0;
}

/** In the imperative, without a period: the parts of a run are asked again, not combined again. */
export function stepAgain(invocation: Invocation): string {
  if (isMerge(invocation)) return 'Run the parts that have it again, and combine them again';
  return `Run it again: \`${commandAgain(invocation)}\``;
}
