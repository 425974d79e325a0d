/** `haft completion`: in the shells themselves, every command, flag and value of a flag is completed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMS } from '../../compiler/cli/commands/completion.ts';
import { COMMANDS } from '../../compiler/cli/main.ts';
import { readArguments } from '../../compiler/edge/command-line/arguments.ts';
import type { Command } from '../../compiler/edge/command-line/command.ts';
import { haft } from '../support/haft.ts';
import { IS_WHOLE } from '../support/runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'haft-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (shell: string): string => join(folder, `haft.${shell}`);
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

let commands: readonly Command[] = [];
beforeAll(async () => {
  commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  for (const [shell, form] of Object.entries(FORMS)) writeFileSync(file(shell), form(commands));
});

/** One start of the shell for all lines: the words of each line, what is completed on a line of the output. */
function inBash(lines: readonly (readonly string[])[]): string[][] {
  const script = lines.map(
    (words) =>
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _haft; echo "\${COMPREPLY[*]}"`,
  );
  const output = execFileSync('bash', ['-c', `cd ${folder}; source ${file('bash')}; ${script.join('\n')}`]).toString();
  return output
    .slice(0, -1)
    .split('\n')
    .map((line) => line.split(' ').filter(Boolean));
}

function line({ flags }: Command, names: readonly string[]): string[] {
  return names.map((name) => {
    const { type, choices, form } = flags[name] ?? { type: 'boolean' };
    return type === 'boolean' ? `--${name}` : `--${name}=${choices?.[0] ?? form?.example ?? 'x'}`;
  });
}

function isAccepted(command: Command, names: readonly string[]): boolean {
  try {
    return readArguments(command, line(command, names), '/') !== undefined;
  } catch {
    return false;
  }
}

/** What the command line accepts in addition to these flags. */
function accepted(command: Command, typed: readonly string[]): string[] {
  const fitting = Object.keys(command.flags).filter((name) => isAccepted(command, [...typed, name]));
  return [...fitting, 'help'].map((name) => `--${name}`);
}

/** Each flag that may be alone, and each pair with the first flag that needs it. */
function startsOf(command: Command): readonly (readonly string[])[] {
  const starts = Object.entries(command.flags).map(([name, { needs = [] }]) => [...needs.slice(0, 1), name]);
  return starts.filter((typed) => isAccepted(command, typed));
}

test('the command prints what the forms give', () => {
  expect(haft(folder, 'completion', 'bash').stdout).toBe(FORMS['bash']?.(commands));
  expect(haft(folder, 'completion', 'tcsh')).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh') });
  expect(haft(folder, 'completion')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a shell') });
});

describe.skipIf(!has('bash'))('bash', () => {
  test('completes every command and every flag', () => {
    const [names = [], ...flags] = inBash([
      ['haft', ''],
      ...commands.map(({ name }) => ['haft', ...name.split(' '), '--']),
    ]);
    const first = commands.map(({ name }) => name).filter((name) => !name.includes(' '));
    expect(names).toEqual([...first, '--help', '--version']);
    for (const [at, command] of commands.entries()) expect(flags[at], command.name).toEqual(accepted(command, []));
  });

  test('offers the flags that the command accepts after those that are there, and none behind "--"', () => {
    const starts = commands.flatMap((command) => startsOf(command).map((typed) => ({ command, typed })));
    const all = inBash(
      starts.map(({ command, typed }) => ['haft', ...command.name.split(' '), ...line(command, typed), '--']),
    );
    for (const [at, { command, typed }] of starts.entries())
      expect(all[at], `${command.name} ${typed.join(' ')}`).toEqual(accepted(command, typed));
    expect(
      inBash([
        ['haft', 'check', '--', '--'],
        ['haft', 'check', '--', '--format', ''],
      ]).flat(),
    ).not.toContainEqual(expect.stringMatching(/^--|^json$/));
  });

  test('completes the values of a flag, the sources of an import, and files', () => {
    const chosen = commands.flatMap(({ name, flags }) =>
      Object.entries(flags).flatMap(([flag, { choices }]) => (choices ? [{ name, flag, choices }] : [])),
    );
    const values = inBash(chosen.map(({ name, flag }) => ['haft', ...name.split(' '), `--${flag}`, '']));
    expect(values).toEqual(chosen.map(({ choices }) => choices));
    expect(chosen.length).toBeGreaterThan(5);
    expect(
      inBash([
        ['haft', 'import', 'open'],
        ['haft', 'check', 'haft.b'],
        ['haft', 'nothing', '--'],
      ]),
    ).toEqual([['openapi'], ['haft.bash'], []]);
  });
});

test.skipIf(!has('bash'))('bash keeps a file name with spaces whole, and completes a value behind "="', () => {
  writeFileSync(join(folder, 'my notes.yaml'), '');
  writeFileSync(join(folder, 'my own.yaml'), '');
  const ask = (words: string, count: number): string =>
    `COMP_WORDS=(${words}); COMP_CWORD=${count}; COMPREPLY=(); _haft; printf '%s|' "\${COMPREPLY[@]}"; echo`;
  const lines = [
    ask("haft check 'my '", 2),
    ask('haft check --format = sar', 4),
    ask("haft check --format '='", 3),
    ask('haft check --format=sar', 2),
    ask(`haft check --format '"sar'`, 3),
  ];
  const script = `cd ${folder}; source ${file('bash')}; ${lines.join('\n')}`;
  const [files = '', value, values, joined, quoted] = execFileSync('bash', ['-c', script]).toString().split('\n');
  expect([files.split('|').toSorted(), value]).toEqual([['', 'my notes.yaml', 'my own.yaml'], 'sarif|']);
  expect(values).toContain('sarif|');
  // Where COMP_WORDBREAKS is without "=", the whole word is replaced; an open quote is part of the word.
  expect([joined, quoted]).toEqual(['--format=sarif|', 'sarif|']);
});

describe.skipIf(!has('fish'))('fish', () => {
  const completed = (line: string): string[] =>
    execFileSync('fish', ['-c', `source ${file('fish')}; complete -C ${JSON.stringify(line)}`], {
      env: { ...process.env, HOME: folder },
    })
      .toString()
      .split('\n')
      .map((one) => one.split('\t')[0] ?? '');

  test.each([
    ['haft chec', ['check']],
    ['haft check --form', ['--format']],
    ['haft check --format sar', ['sarif']],
    ['haft import opena', ['openapi']],
  ])('%s', (line, expected) => {
    expect(completed(line)).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    ['haft check --run x --', '--env', '--baseline'],
    ['haft diff --', '--live', '--record'],
  ])('%s offers %s and not %s', (line, fitting, other) => {
    const offered = completed(line);
    expect(offered).toContain(fitting);
    expect(offered).not.toContain(other);
  });
});

test.skipIf(!has('zsh'))('zsh reads its completions', () => {
  expect(spawnSync('zsh', ['-n', file('zsh')]).stderr.toString()).toBe('');
  for (const { name, flags } of commands)
    for (const flag of Object.keys(flags))
      expect(FORMS['zsh']?.(commands), name).toMatch(new RegExp(`\\*--${flag}=?\\[`));
});

test.skipIf(!has('zsh') || !IS_WHOLE)(
  'zsh completes at the first tab of a shell where the file is in its `fpath` (HAFT_RUNS=1)',
  () => {
    const functions = mkdtempSync(join(folder, 'functions-'));
    writeFileSync(join(functions, '_haft'), FORMS['zsh']?.(commands) ?? '');
    const script = `zmodload zsh/zpty
zpty person zsh -f -i
zpty -w person "PS1= PS2=; fpath=(${functions} \\$fpath); setopt menu_complete; autoload -U compinit; compinit -D -u"
zpty -w person 'haft() { print -r -- "$*" >> typed }'
zpty -w person $'haft chec\\t'
zpty -w person $'haft check --format=j\\t'
zpty -w person exit; while zpty -r person line; do :; done; cat typed`;
    const { stdout } = spawnSync('zsh', ['-f', '-c', script], {
      cwd: functions,
      encoding: 'utf8',
      env: { ...process.env, HOME: functions, TERM: 'dumb' },
    });
    expect(stdout.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining(['check', expect.stringMatching(/^check --format=j\w+$/)]),
    );
  },
);

test('zsh has the flags that each flag excludes', () => {
  expect(FORMS['zsh']?.(commands)).toMatch(/'\([^)']*--baseline[^)']*\)\*--run=\[/);
});

test('the man page has every command, and no line that its text makes a macro', () => {
  const page = FORMS['man']?.(commands) ?? '';
  for (const { name } of commands) expect(page).toContain(`.SS haft ${name}\n`);
  const macros = page.split('\n').filter((line) => /^[.']/.test(line));
  expect(macros.filter((line) => !/^\.(?:TH|SH|SS|B|I|nf|fi)\b/.test(line))).toEqual([]);
});
