/** Reads a completion script for fish as help pages of the commands of a program; no text makes it fail. */

interface Completion {
  /** Empty for the program itself. */
  readonly command: string;
  readonly names: readonly string[];
  readonly takesValue: boolean;
  readonly text: string;
  readonly words: readonly string[];
}

/** Quoted, the end of a line, or anything else. */
const TOKEN = /'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|(\n)|([^\s'"]+)/g;

/** By the subcommand; under the empty text what belongs to the program. */
export function completionPages(script: string): ReadonlyMap<string, string> {
  const pages = new Map<string, { readonly commands: string[]; readonly flags: string[] }>();
  for (const one of completionsIn(script)) {
    const page = pages.get(one.command) ?? { commands: [], flags: [] };
    pages.set(one.command, page);
    if (one.names.length > 0) page.flags.push(flagLine(one));
    else if (one.words.length === 1) page.commands.push(`  ${one.words[0] ?? ''}  ${one.text}`);
  }
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? `${title}:\n${lines.join('\n')}\n` : '';
  const texts = [...pages].map(([command, { commands, flags }]) => {
    return [command, `${part('Commands', commands)}\n${part('Options', flags)}`] as const;
  });
  return new Map(texts);
}

function flagLine({ names, takesValue, text, words }: Completion): string {
  const values = words.length > 1 ? ` [possible values: ${words.join(', ')}]` : '';
  return `  ${names.join(', ')}${takesValue ? ' <VALUE>' : ''}  ${text}${values}`;
}

function completionsIn(script: string): Completion[] {
  const lines: string[][] = [[]];
  // A comment may have a single quote.
  for (const [, single, double, end, plain] of script.replaceAll(/^ *#.*$/gm, '').matchAll(TOKEN)) {
    if (end !== undefined) lines.push([]);
    else lines.at(-1)?.push(single ?? double ?? plain ?? '');
  }
  return lines.flatMap((words) => (words[0] === 'complete' ? [completionOf(words)] : []));
}

function completionOf(words: readonly string[]): Completion {
  const after = (flag: string): string[] => words.flatMap((word, at) => (word === flag ? (words[at + 1] ?? '') : []));
  const [condition = ''] = after('-n');
  return {
    command: /(?:using_subcommand|seen_subcommand_from) ([\w-]+)/.exec(condition)?.[1] ?? '',
    names: [...after('-s').map((name) => `-${name}`), ...after('-l').map((name) => `--${name}`)],
    takesValue: words.includes('-r') || words.includes('-x'),
    text: oneLine(after('-d')[0] ?? ''),
    words: after('-a').flatMap(valuesIn),
  };
}

/** `{file<tab>,directory<tab>A folder}`; what the shell runs to find values is none. */
function valuesIn(list: string): string[] {
  const values = list
    .replaceAll(/^\{|\}$/g, '')
    .split(/[,\n]/)
    .map((one) => one.split(/\t|\\t/, 1)[0]?.trim() ?? '');
  return values.every((one) => /^[\w.+-]*$/.test(one)) ? values.filter((one) => one !== '') : [];
}

function oneLine(text: string): string {
  return text.replaceAll(/\\(?=['"\\])|\s+/g, (match) => (match === '\\' ? '' : ' ')).trim();
}
