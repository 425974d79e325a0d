/** `haft completion <shell>`: completions of commands, flags and their values for a shell, or the man page. */
import { type Command, excludes, flagsOf, helpPage } from '../../edge/command-line/command.ts';
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

/** What each flag needs, and which others take its meaning; only of flags that have some. */
function relationsOf(command: Command) {
  const names = Object.keys(command.flags);
  return Object.entries(flagsOf(command)).map(([name, flag]) => {
    const apart = names.filter(
      (one) => name !== 'help' && (excludes(command, one, name) || excludes(command, name, one)),
    );
    return { name, flag, apart, needs: flag.needs ?? [] };
  });
}

function flagWords(names: readonly string[]): string {
  return names.map((name) => `--${name}`).join(' ');
}

/** The cases of the script, by what each decides. */
function casesInBash(
  commands: readonly Command[],
): Readonly<Record<'longer' | 'choices' | 'flags' | 'relations', string>> {
  const two = commands.filter((command) => partsOf(command)[1] !== undefined);
  const longer = two.map(({ name }) => `    "${name}") [ "$COMP_CWORD" -gt 2 ] && command="${name}" ;;`);
  const choices = commands.flatMap(valuesInBash);
  const flags = commands.map((command) => {
    const more = below(commands, command.name).map((one) => partsOf(one)[1]);
    return `    "${command.name}") flags="${flagWords(Object.keys(flagsOf(command)))}"; more="${more.join(' ')}" ;;`;
  });
  const relations = commands.flatMap((command) =>
    relationsOf(command).flatMap(({ name, apart, needs }) =>
      apart.length + needs.length === 0
        ? []
        : [`      "${command.name} --${name}") apart="${flagWords(apart)}" needs="${flagWords(needs)}" ;;`],
    ),
  );
  const text = (lines: readonly string[]): string => lines.join('\n');
  return { longer: text(longer), choices: text(choices), flags: text(flags), relations: text(relations) };
}

/** The words before the current one, and the parts of the current one. */
const TYPED_IN_BASH = `  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local words="" flags="" more="" given=" " fitting="" start="" word other apart needs
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in --*) given="$given\${word%%=*} " ;; esac
  done
  # Bash makes "=" a word of its own, unless COMP_WORDBREAKS is without it.
  if [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$current" in
    =) current="" ;;
    --*=*) start="\${current%%=*}=" before="\${current%%=*}" current="\${current#*=}" ;;
  esac
`;

/** Flags that the command accepts after those that are there. */
function fittingInBash(relations: string): string {
  return `    -*)
      for word in $flags; do
        apart="" needs=""
        case "$command $word" in
${relations}
        esac
        for other in $apart; do case "$given" in *" $other "*) continue 2 ;; esac; done
        for other in $needs; do case "$given" in *" $other "*) needs="" ;; esac; done
        if [ -z "$needs" ]; then fitting="$fitting $word"; fi
      done
      COMPREPLY=($(compgen -W "$fitting" -- "$current"))
      ;;`;
}

function bash(commands: readonly Command[]): string {
  const { longer, choices, flags, relations } = casesInBash(commands);
  return `# Completions of haft for bash: source <(haft completion bash)
_haft() {
${TYPED_IN_BASH}  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(commands)
      .map(({ name }) => name)
      .join(' ')} --help --version" -- "$current"))
    return
  fi
  case "$command \${COMP_WORDS[2]}" in
${longer}
  esac
  case "$given" in
    # Behind "--" there are no flags.
    *" -- "*) ;;
    *)
      case "$command $before" in
${choices}
      esac
      case "$command" in
${flags}
      esac
      ;;
  esac
  current=\${current#[\\"\\']}
  if [ -n "$words" ]; then COMPREPLY=($(compgen -P "$start" -W "$words" -- "$current")); return; fi
  case "$current" in
${fittingInBash(relations)}
    *)
      COMPREPLY=($(compgen -W "$more" -- "$current"))
      local IFS=$'\\n'
      COMPREPLY+=($(compgen -P "$start" -f -- "$current"))
      ;;
  esac
}
complete -o filenames -F _haft haft
`;
}

function quotedInZsh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function zsh(commands: readonly Command[]): string {
  const described = (list: readonly (readonly [string, string])[]): string =>
    list.map(([name, help]) => quotedInZsh(`${name.replaceAll(':', '\\:')}:${help}`)).join(' ');
  const option = ({ name, apart, flag }: ReturnType<typeof relationsOf>[number]): string => {
    const { help, choices, type, value = 'value' } = flag;
    const text = help.replaceAll(/[[\]\\:]/g, '\\$&');
    const action = choices ? `:${value}:(${choices.join(' ')})` : type === 'string' ? `:${value}:_files` : '';
    const others = apart.length > 0 ? `(${flagWords(apart)})` : '';
    return quotedInZsh(`${others}*--${name}${type === 'string' ? '=' : ''}[${text}]${action.replaceAll('|', ' ')}`);
  };
  const cases = commands.map((command) => {
    const more = below(commands, command.name).map((one): [string, string] => [partsOf(one)[1] ?? '', one.summary]);
    const kinds =
      more.length > 0
        ? `      (( CURRENT == 3 )) && { local -a more=(${described(more)}); _describe kind more }\n`
        : '';
    const at = partsOf(command)[1] === undefined ? 'shift words; (( CURRENT-- ))' : 'shift 2 words; (( CURRENT -= 2 ))';
    const options = relationsOf(command).map(option).join(' \\\n        ');
    return `    ${quotedInZsh(command.name)})\n${kinds}      ${at}\n      _arguments ${options} \\\n        '*:file:_files'\n      ;;`;
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
    ${commands.flatMap((command) => (partsOf(command)[1] ? [quotedInZsh(command.name)] : [])).join('|')}) (( CURRENT > 3 )) && command="$words[2] $words[3]" ;;
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
    return second === undefined ? whole : `${whole}; and __fish_seen_subcommand_from ${second}`;
  };
  const lines = commands.flatMap((command) => {
    const [first, second] = partsOf(command);
    const where = second === undefined ? '__fish_use_subcommand' : quoted(`__fish_seen_subcommand_from ${first}`);
    return [
      `complete -c haft -n ${where} -a ${second ?? first} -d ${quoted(command.summary)}`,
      ...relationsOf(command).map(({ name, apart, needs, flag: { help, choices, type } }) => {
        const together = [
          conditionOf(command),
          ...(apart.length > 0 ? [`not __fish_contains_opt ${apart.join(' ')}`] : []),
          ...(needs.length > 0 ? [`__fish_contains_opt ${needs.join(' ')}`] : []),
        ].join('; and ');
        const value = choices ? ` -x -a ${quoted(choices.join(' '))}` : type === 'string' ? ' -r' : '';
        return `complete -c haft -n ${quoted(together)} -l ${name}${value} -d ${quoted(help)}`;
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
