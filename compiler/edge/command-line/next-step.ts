/** Next steps of a run: commands that look where the run has looked. */
import { shellWord } from '../../base/text/escape.ts';
import { type Command, type Invocation, textFlag } from './command.ts';

const STEP = /`haft ([^`]+)`/g;
const PLACES = ['specs', 'out'];

/** The command of the run, with its folders. */
export function lineWithPlaces(name: string, invocation: Invocation): string {
  return `haft ${name}${PLACES.map((flag) => place(flag, invocation)).join('')}`;
}

function place(flag: string, invocation: Invocation): string {
  const value = textFlag(invocation, flag);
  return value === undefined ? '' : ` --${flag} ${shellWord(value)}`;
}

/** The text, whose commands have the folders of the run, where a flag of theirs means the same. */
export function withPlaces(
  text: string,
  [ran, invocation]: readonly [Command, Invocation],
  commands: readonly Command[],
): string {
  return text.replaceAll(STEP, (whole, line: string) => {
    const named = commands.findLast(({ name }) => line === name || line.startsWith(`${name} `));
    const same = PLACES.filter((flag) => named?.flags[flag] === ran.flags[flag] && !line.includes(`--${flag}`));
    return `${whole.slice(0, -1)}${same.map((flag) => place(flag, invocation)).join('')}\``;
  });
}
