/** The commands in shell code that the author wrote, with the places where its arguments end up. */
import { readShell } from './shell-words.ts';
import type { ShellCommand, ShellWord } from './shell-words.ts';
import type { ArgvWord } from './word.ts';

/** One command of the code, with the text of the model that reaches it. */
interface InnerCommand {
  readonly words: readonly ArgvWord[];
  readonly stdin: ArgvWord | undefined;
}

/** `given`: what follows the code, from $0 on. */
export function commandsOf(code: ArgvWord, given: readonly ArgvWord[], stdin: ArgvWord | undefined): InnerCommand[] {
  const fromModel = given.filter(({ free }) => free);
  const tainted = new Set<string>();
  return readShell(code.text).flatMap((command) => {
    taint(command, tainted, fromModel.length > 0, stdin !== undefined);
    if (command.loop !== undefined) return [];
    const wordsOf = (word: ShellWord): ArgvWord[] => {
      return sources(word, given, fromModel, tainted, stdin).map((source) => asWord(word, source, code));
    };
    const [input] = command.input ? wordsOf(command.input) : [];
    const words = command.words.filter(({ text }, at) => at > 0 || !/^[A-Za-z_]\w*=/.test(text)).flatMap(wordsOf);
    return [{ words, stdin: input?.free ? input : stdin }];
  });
}

/** Variables that are set from an argument, in `for`, `read` and x=…. */
function taint({ words, loop }: ShellCommand, tainted: Set<string>, given: boolean, read: boolean): void {
  const isTainted = ({ names }: ShellWord): boolean => names.some((name) => isPositional(name) || tainted.has(name));
  if (loop !== undefined && given && (words.length === 0 || words.some(isTainted))) tainted.add(loop);
  if (words[0]?.text === 'read' && read) for (const { text } of words.slice(1)) tainted.add(text);
  for (const word of words) {
    const [, name] = /^(?:[A-Za-z_]\w*=)?([A-Za-z_]\w*)=/.exec(word.text) ?? [];
    if (name !== undefined && given && isTainted(word)) tainted.add(name);
  }
}

/** The elements that the word can become; a fixed one where it names no argument. */
function sources(
  { names }: ShellWord,
  given: readonly ArgvWord[],
  fromModel: readonly ArgvWord[],
  tainted: ReadonlySet<string>,
  stdin: ArgvWord | undefined,
): readonly (ArgvWord | undefined)[] {
  const found = names.flatMap((name): readonly (ArgvWord | undefined)[] => {
    if (/^\d+$/.test(name)) return [given[Number(name)]];
    if (isPositional(name)) return fromModel;
    return tainted.has(name) ? [fromModel[0] ?? stdin] : [];
  });
  const free = found.filter((word) => word?.free);
  return free.length > 0 ? free : [undefined];
}

function isPositional(name: string): boolean {
  return /^(?:\d+|[@*])$/.test(name);
}

function asWord({ text, lead, quoted }: ShellWord, source: ArgvWord | undefined, code: ArgvWord): ArgvWord {
  const own = { text, env: [], mayVanish: false, many: false };
  if (!source?.free) return { ...own, path: code.path, lead: text };
  // Without quotes a value is split into words, and only the first was checked for a "-".
  return { ...own, path: source.path, lead, parameter: source.free, free: source.free, unprotected: !quoted };
}
