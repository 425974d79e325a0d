/** Scripts that complete tools, flags and values in a shell, with everything in them: no process is started for a key. */
import { foldName } from '../language/flags.ts';
import { cleanLine } from './clean.ts';
import type { ToolCommand } from './grammar.ts';
import { shownChoice } from './values.ts';
import { wrongCall } from './wrong-call.ts';

const OPTIONS = ['--json', '--dry-run', '--yes', '--out', '--args', '--help', '--version'];
const WITH_VALUE = ['--out', '--args'];

interface CompletedTool {
  /** As it is, and with dashes. */
  readonly names: readonly string[];
  readonly flags: readonly string[];
  /** Flags that need a value → the values, none where they are not known. */
  readonly values: readonly (readonly [flag: string, values: readonly string[]])[];
}

interface Script {
  readonly program: string;
  /** Of the function that completes. */
  readonly name: string;
  readonly first: readonly string[];
  readonly tools: readonly CompletedTool[];
}

/** `words`: the commands of the program itself. Throws `wrongCall`. */
export function completionScript(
  shell: string | undefined,
  program: string,
  commands: readonly ToolCommand[],
  words: readonly string[],
): string {
  const [, print] = Object.entries(SHELLS).find(([name]) => name === shell) ?? [];
  if (!print)
    return wrongCall('The shell of completion is not known.', `Write "${program} completion" and bash, zsh or fish.`);
  const tools = commands.map(completionOf);
  const first = [...OPTIONS, ...words, ...tools.flatMap(({ names }) => names.slice(0, 1))];
  return print({ program, name: `_haft_${program.replaceAll(/\W/g, '_')}`, first, tools });
}

function completionOf({ name, table }: ToolCommand): CompletedTool {
  const flags = [...table.flags].filter(([spelling]) => isShown(spelling));
  return {
    names: [...new Set([name, foldName(name)])].filter(isShown),
    flags: ['--help', ...flags.map(([spelling]) => `--${spelling}`)],
    values: flags.flatMap(([spelling, { value }]) => {
      if (value.form === 'boolean') return [];
      const choices = (value.choices ?? value.items?.choices ?? []).map(shownChoice);
      return [[`--${spelling}`, choices.filter(isShown)] as const];
    }),
  };
}

/** A word that is one line and is shown as it is. */
function isShown(word: string): boolean {
  return word !== '' && word === cleanLine(word);
}

const SHELLS = { bash, zsh, fish };

function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function quoteFish(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll(/['\\]/g, '\\$&')}'`;
}

/** The cases of all tools, for bash and zsh. */
function cases({ first, tools }: Script): string {
  const list = (words: readonly string[]): string => `list=(${words.map(quote).join(' ')})`;
  const perTool = tools.map(({ names, flags, values }) => {
    const options = values
      .filter(([, those]) => those.length > 0)
      .map(([flag, those]) => `${quote(flag)}) ${list(those)};;`);
    const free = values.filter(([, those]) => those.length === 0).map(([flag]) => quote(flag));
    const inner = [...options, ...(free.length > 0 ? [`${free.join('|')}) ;;`] : []), `*) ${list(flags)};;`];
    return `    ${names.map(quote).join('|')}) case $prev in ${inner.join(' ')} esac;;`;
  });
  return [
    `  case $tool in`,
    `    '') case $prev in ${WITH_VALUE.join('|')}) ;; *) ${list(first)};; esac;;`,
    ...perTool,
    '  esac',
  ].join('\n');
}

function bash(script: Script): string {
  const { name, program } = script;
  return `${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} tool= word i list=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in ${WITH_VALUE.join('|')}) ((i++));; -*) ;; *) tool=$word; break;; esac
  done
${cases(script)}
  COMPREPLY=()
  for word in "\${list[@]}"; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$(printf %q "$word")")
  done
}
complete -o default -F ${name} ${quote(program)}
`;
}

function zsh(script: Script): string {
  const { name, program } = script;
  return `#compdef ${quote(program)}
${name}() {
  local prev=$words[CURRENT-1] tool= word i
  local -a list
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    case $word in ${WITH_VALUE.join('|')}) ((i++));; -*) ;; *) tool=$word; break;; esac
  done
${cases(script)}
  if (( $#list )); then compadd -a list; else _files; fi
}
# Autoloaded from fpath, this file is the body of its function at the first tab of a shell.
if (( $+compstate )); then ${name} "$@"; else compdef ${name} ${quote(program)}; fi
`;
}

function fish({ name, program, first, tools }: Script): string {
  const print = (words: readonly string[]): string => `printf '%s\\n' ${words.map(quoteFish).join(' ')}`;
  const perTool = tools.map(({ names, flags, values }) => {
    const inner = values.map(
      ([flag, those]) => `case ${quoteFish(flag)}; ${those.length > 0 ? print(those) : '__fish_complete_path'}`,
    );
    return `    case ${names.map(quoteFish).join(' ')}
      switch "$prev"; ${[...inner, `case '*'; ${print(flags)}`].join('; ')}; end`;
  });
  return `function ${name}
  set -l words (commandline -opc)
  set -l prev $words[-1]
  set -l tool ''
  set -l i 2
  while test $i -le (count $words)
    switch $words[$i]
      case ${WITH_VALUE.join(' ')}
        set i (math $i + 1)
      case '-*'
      case '*'
        set tool $words[$i]
        break
    end
    set i (math $i + 1)
  end
  switch "$tool"
    case ''
      switch "$prev"; case ${WITH_VALUE.join(' ')}; __fish_complete_path; case '*'; ${print(first)}; end
${perTool.join('\n')}
  end
end
complete -c ${quoteFish(program)} -f -a '(${name})'
`;
}
