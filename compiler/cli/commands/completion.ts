/** `haft completion <shell>`: completions of commands, flags and their values for a shell, or the man page. */
import { type Command, flagsOf, helpPage, type Flag } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';

/** Of all commands, which the page and the completions are printed from. */
export function completionCommandOf(load: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completion',
    summary: 'Print completions for a shell, or the man page.',
    positional: `<${Object.keys(FORMS).join('|')}>`,
    flags: {},
    examples: [
      ['source <(haft completion bash)', 'In ~/.bashrc.'],
      ['haft completion zsh > ~/.zfunc/_haft', 'In a folder of `fpath`.'],
      ['haft completion fish > ~/.config/fish/completions/haft.fish', 'For fish.'],
      ['haft completion man > /usr/local/share/man/man1/haft.1', 'For `man haft`.'],
    ],
    async run({ positionals: [name = ''] }): Promise<0> {
      const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
      const names = Object.keys(FORMS).join(', ');
      if (!form)
        throw new Failure(
          name === '' ? '`haft completion` needs a shell.' : `There are no completions for "${name}".`,
          `Use one of ${names}.`,
        );
      process.stdout.write(form(await load()));
      return 0;
    },
  };
}

export const FORMS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish, man };

/** `import openapi` is the command `openapi` below `import`. */
function partsOf({ name }: Command): readonly [first: string, second: string | undefined] {
  const [first = '', second] = name.split(' ');
  return [first, second];
}

function firstWords(commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => partsOf(command)[1] === undefined);
}

function below(commands: readonly Command[], name: string): readonly Command[] {
  return commands.filter((command) => partsOf(command)[0] === name && partsOf(command)[1] !== undefined);
}

function valuesInBash(command: Command): string[] {
  return Object.entries(flagsOf(command)).flatMap(([flag, { choices }]) =>
    choices ? [`    "${command.name} --${flag}") words="${choices.join(' ')}" ;;`] : [],
  );
}

/** The cases of the script, by what each decides. */
function casesInBash(commands: readonly Command[]): Readonly<Record<'longer' | 'choices' | 'flags', string>> {
  const two = commands.filter((command) => partsOf(command)[1] !== undefined);
  const longer = two.map(({ name }) => `    "${name}") [ "$COMP_CWORD" -gt 2 ] && command="${name}" ;;`);
  const choices = commands.flatMap(valuesInBash);
  const flags = commands.map((command) => {
    const own = Object.entries(flagsOf(command)).map(([flag]) => `--${flag}`);
    const more = below(commands, command.name).map((one) => partsOf(one)[1]);
    return `    "${command.name}") flags="${own.join(' ')}"; more="${more.join(' ')}" ;;`;
  });
  return { longer: longer.join('\n'), choices: choices.join('\n'), flags: flags.join('\n') };
}

function bash(commands: readonly Command[]): string {
  const names = firstWords(commands).map(({ name }) => name);
  const { longer, choices, flags } = casesInBash(commands);
  return `# Completions of haft for bash: source <(haft completion bash)
_haft() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local words="" flags="" more=""
  # Bash makes "=" a word of its own.
  if [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$current" = "=" ]; then current=""; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')} --help --version" -- "$current"))
    return
  fi
  case "$command \${COMP_WORDS[2]}" in
${longer}
  esac
  case "$command $before" in
${choices}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$command" in
${flags}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *)
      COMPREPLY=($(compgen -W "$more" -- "$current"))
      local IFS=$'\\n'
      COMPREPLY+=($(compgen -f -- "$current"))
      ;;
  esac
}
complete -o filenames -F _haft haft
`;
}

function zsh(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const described = (list: readonly (readonly [string, string])[]): string =>
    list.map(([name, help]) => quoted(`${name.replaceAll(':', '\\:')}:${help}`)).join(' ');
  const option = ([name, { help, choices, type, value = 'value' }]: readonly [string, Flag]): string => {
    const text = help.replaceAll(/[[\]\\:]/g, '\\$&');
    const action = choices ? `:${value}:(${choices.join(' ')})` : type === 'string' ? `:${value}:_files` : '';
    return quoted(`*--${name}${type === 'string' ? '=' : ''}[${text}]${action.replaceAll('|', ' ')}`);
  };
  const cases = commands.map((command) => {
    const more = below(commands, command.name).map((one): [string, string] => [partsOf(one)[1] ?? '', one.summary]);
    const kinds =
      more.length > 0
        ? `      (( CURRENT == 3 )) && { local -a more=(${described(more)}); _describe kind more }\n`
        : '';
    const at = partsOf(command)[1] === undefined ? 'shift words; (( CURRENT-- ))' : 'shift 2 words; (( CURRENT -= 2 ))';
    const options = Object.entries(flagsOf(command)).map(option).join(' \\\n        ');
    return `    ${quoted(command.name)})\n${kinds}      ${at}\n      _arguments ${options} \\\n        '*:file:_files'\n      ;;`;
  });
  return `#compdef haft
# Completions of haft for zsh: haft completion zsh > <folder of fpath>/_haft
_haft() {
  local -a commands=(${described(firstWords(commands).map(({ name, summary }) => [name, summary]))})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  case "$words[2] $words[3]" in
    ${commands.flatMap((command) => (partsOf(command)[1] ? [quoted(command.name)] : [])).join('|')}) (( CURRENT > 3 )) && command="$words[2] $words[3]" ;;
  esac
  case $command in
${cases.join('\n')}
  esac
}
# Autoloaded from fpath, this file is the body of its function at the first tab of a shell.
if (( $+compstate )); then _haft "$@"; else compdef _haft haft; fi
`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  const conditionOf = (command: Command): string => {
    const [first, second] = partsOf(command);
    const whole = `__fish_seen_subcommand_from ${first}`;
    return quoted(second === undefined ? whole : `${whole}; and __fish_seen_subcommand_from ${second}`);
  };
  const lines = commands.flatMap((command) => {
    const [first, second] = partsOf(command);
    const where = second === undefined ? '__fish_use_subcommand' : quoted(`__fish_seen_subcommand_from ${first}`);
    return [
      `complete -c haft -n ${where} -a ${second ?? first} -d ${quoted(command.summary)}`,
      ...Object.entries(flagsOf(command)).map(([name, { help, choices, type }]) => {
        const value = choices ? ` -x -a ${quoted(choices.join(' '))}` : type === 'string' ? ' -r' : '';
        return `complete -c haft -n ${conditionOf(command)} -l ${name}${value} -d ${quoted(help)}`;
      }),
    ];
  });
  return `# Completions of haft for fish: haft completion fish > ~/.config/fish/completions/haft.fish\n${lines.join('\n')}\n`;
}

/** In the macros of man(7). */
function man(commands: readonly Command[]): string {
  // A line that begins with a point or quote would be a macro.
  const plain = (text: string) =>
    text
      .replaceAll('\\', '\\e')
      .replaceAll('-', '\\-')
      .replaceAll(/^(?=[.'])/gm, '\\&');
  const pages = commands.map((command) => `.SS haft ${command.name}\n.nf\n${plain(helpPage(command).trimEnd())}\n.fi`);
  return `.TH HAFT 1
.SH NAME
haft \\- compiles YAML specs into Agent Skills and MCP tool servers
.SH SYNOPSIS
.B haft
.I command
[flags]
.SH COMMANDS
${pages.join('\n')}
`;
}
