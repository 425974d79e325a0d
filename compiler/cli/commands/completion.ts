/** `haft completion <shell>`: completions of commands, flags and their values for a shell, or the man page. */
import { type Command, helpPage } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { FORMS } from '../completion/forms.ts';

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
      process.stdout.write(form(await load(), helpPage));
      return 0;
    },
  };
}
