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

/** In the imperative, without a period: the parts of a run are asked again, not combined again. */
export function stepAgain(invocation: Invocation): string {
  const [first, ...files] = invocation.positionals;
  if (first === 'merge' && files.length > 0) return 'Run the parts that have it again, and combine them again';
  return `Run it again: \`${commandAgain(invocation)}\``;
}
