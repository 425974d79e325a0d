/** The completion of a server's program in the shells themselves: each line is typed, and what it becomes is read. */
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { deskFolder, deskProgram, runDesk } from '../support/desk-program.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { IS_WHOLE } from '../support/runs.ts';

const folder = deskFolder(deskProgram().program, afterAll);

/** The end of each line, and the words that are offered for its last one; none where files are. */
const LINES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['cli.mjs sear', ['search_notes']],
  ['cli.mjs --json cou', ['count_notes']],
  ['cli.mjs --out count_notes del', ['delete_note']],
  ['cli.mjs search_notes --ki', ['--kind']],
  ['cli.mjs search-notes --kind ', ['note', 'list']],
  ['cli.mjs search_notes --filter.o', ['--filter.owner']],
  ['cli.mjs --dry', ['--dry-run']],
  ['cli.mjs search_notes --query ', []],
];

const lacks = (shell: string): boolean => spawnSync(shell, ['--version']).error !== undefined;

/** Prints lines of its output. `completion` is the script in the folder of the program. */
function run(shell: string, args: readonly string[], script: string): readonly string[] {
  writeFileSync(join(folder, 'completion'), runDesk(folder, ['completion', shell]).stdout);
  const env = { ...process.env, HOME: folder, TERM: 'dumb' };
  const { stdout, stderr } = spawnSync(shell, [...args, '-c', script], { cwd: folder, encoding: 'utf8', env });
  expect(stderr).toBe('');
  return stdout.split('\n').slice(0, -1);
}

test.skipIf(ON_WINDOWS)('bash does not complete tools, flags and values', () => {
  const asked = LINES.map(([line]) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _haft_cli_mjs; echo "\${COMPREPLY[*]}"`;
  });
  const [registered, ...offered] = run(
    'bash',
    ['--norc'],
    ['source completion', 'complete -p cli.mjs', ...asked].join('\n'),
  );
  expect(registered).toBe('complete -o default -F _haft_cli_mjs cli.mjs');
  expect(offered).toEqual(LINES.map(([, words]) => words.join(' ')));
});

test.skipIf(lacks('fish'))('fish does not complete tools, flags and values', () => {
  const asked = LINES.map(([line]) => `string join -- ' ' (complete -C '${line}' | string replace -r '\\t.*' '')`);
  const offered = run('fish', ['--no-config'], ['source completion', ...asked].join('\n'));
  expect(offered).toEqual(
    LINES.map(([, words]) => (words.length > 0 ? words.toSorted().join(' ') : expect.stringContaining('completion'))),
  );
});

/** Typed in a terminal. After a tab the first word by name is in the line; the program prints the line that it gets. */
const ZSH = `zmodload zsh/zpty
zpty person zsh -f -i
zpty -w person "PS1= PS2=; setopt menu_complete; autoload -U compinit; compinit -D -u; source completion"
zpty -w person 'cli.mjs() { print -r -- "$*" >> typed }'
`;

test.skipIf(lacks('zsh') || !IS_WHOLE)(
  'zsh completes at the first tab where the script is a file of `fpath` (HAFT_RUNS=1)',
  () => {
    const script = `zmodload zsh/zpty
cp completion _notes
zpty person zsh -f -i
zpty -w person "PS1= PS2=; fpath=('$PWD' \\$fpath); setopt menu_complete; autoload -U compinit; compinit -D -u"
zpty -w person 'cli.mjs() { print -r -- "$*" >> first }'
zpty -w person $'cli.mjs sear\\t'
zpty -w person exit; while zpty -r person line; do :; done; cat first`;
    expect(run('zsh', ['-f'], script).at(-1)).toBe('search_notes');
  },
);

test.skipIf(lacks('zsh'))('zsh does not complete tools, flags and values', () => {
  const typed = LINES.map(([line]) => `zpty -w person $'${line}\\t'`);
  const end = 'zpty -w person exit; while zpty -r person line; do :; done; cat typed';
  const shown = run('zsh', ['-f'], [ZSH, ...typed, end].join('\n'));
  const expected = LINES.map(([line, words]) => {
    const start = line.slice('cli.mjs '.length, line.lastIndexOf(' ') + 1);
    return (
      start +
      (words.toSorted()[0] ??
        readdirSync(folder)
          .toSorted()
          .find((name) => !name.startsWith('.')))
    );
  });
  expect(shown.slice(-LINES.length)).toEqual(expected);
});
