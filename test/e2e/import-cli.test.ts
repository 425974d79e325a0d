/** `haft import cli` with a program: agreed to, asked for help alone, imported, called, and updated; programs that misbehave are named. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLAP, CLAP_FIND, FISH } from '../import/help-texts.ts';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const LIST = 'Usage: shelf list [SHELF]\n\nOptions:\n  -s, --short  Print titles alone\n';

/** A catalog as a script; each start is a line of its log: arguments, names of variables, the number of files, and its input. */
function program(help: string, find = CLAP_FIND): string {
  return `#!/bin/sh
own=$(dirname "$0")
echo "$*|$(env | cut -d= -f1 | sort | tr '\\n' ' ')|$(ls -A | wc -l | tr -d ' ')|$(cat | wc -c | tr -d ' ')" >> "$own/log"
case "$*" in
  --version) echo "shelf 1.0" ;;
  --help) cat <<'END'
${help}END
  ;;
  "list --help") cat <<'END'
${LIST}END
  ;;
  "find --help") cat <<'END'
${find}END
  ;;
  "completion fish") cat <<'END'
${FISH}END
  ;;
  list*) echo "Emma"; echo "Persuasion" ;;
  find*) printf '{"query":"%s"}' "$(for last; do :; done; echo "$last")" ;;
  *) echo "unknown" >&2; exit 2 ;;
esac
`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function project(script: string): string {
  const folder = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '', 'bin/shelf': script });
  chmodSync(join(folder, 'bin/shelf'), 0o755);
  return folder;
}

describe.skipIf(ON_WINDOWS)('a program', () => {
  test('without a terminal each command line is shown, and none runs', () => {
    const folder = project(program(CLAP));
    const { code, stderr } = haft(folder, 'import', 'cli', './bin/shelf');
    expect(code).toBe(2);
    for (const flag of ['--version', '--help'])
      expect(stderr).toContain(`  ${JSON.stringify(`${folder}/bin/shelf`)} ${flag}\n`);
    expect(stderr).toContain('Add --run if you trust this program.');
    expect(existsSync(join(folder, 'bin/log'))).toBe(false);
  });

  test('is asked for its help alone, in an empty folder, without input and without variables', () => {
    const folder = project(program(CLAP));
    const { code, stderr } = haft(folder, 'import', 'cli', './bin/shelf', '--run');
    expect(code).toBe(0);
    const starts = readFileSync(join(folder, 'bin/log'), 'utf8').trim().split('\n');
    expect(starts.map((line) => line.split('|', 1)[0])).toEqual([
      '--version',
      '--help',
      'list --help',
      'find --help',
      'completion fish',
    ]);
    for (const line of starts) {
      const [args = '', variables = '', files, bytes] = line.split('|');
      expect(stderr).toContain(`  ${JSON.stringify(`${folder}/bin/shelf`)} ${args}\n`);
      expect(
        variables
          .trim()
          .split(' ')
          .filter((name) => !/^(?:_|PWD|OLDPWD|SHLVL)$/.test(name)),
      ).toEqual(['HOME', 'LC_ALL', 'PATH']);
      expect([files, bytes]).toEqual(['0', '0']);
    }
  });

  test('is imported, checked and called; an update keeps edits and takes what is new', () => {
    const folder = project(program(CLAP));
    expect(haft(folder, 'import', 'cli', './bin/shelf', '--run').stdout).toContain(
      'Imported 1 server, 2 tools into specs/shelf',
    );
    expect(haft(folder, 'check').code).toBe(0);
    expect(JSON.parse(haft(folder, 'call', 'find_books', '--arg', 'query=emma').stdout)).toMatchObject({
      data: { query: 'emma' },
    });
    expect(JSON.parse(haft(folder, 'call', 'list_books').stdout)).toMatchObject({
      data: { text: 'Emma\nPersuasion' },
    });

    expect(haft(folder, 'import', '--update').stderr).toContain('Add --run');
    expect(haft(folder, 'import', '--update', '--run').stdout).toBe('shelf: the source has not changed.\n');
    const path = join(folder, 'specs/shelf/tools.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('name: find_books', 'name: search_catalog'));
    const more = CLAP_FIND.replace(
      '      --replace',
      '  -y, --year <N>\n          Only books of this year\n\n      --replace',
    );
    writeFileSync(
      join(folder, 'bin/shelf'),
      program(CLAP.replace('  add  ', '  count   Count the books\n  add  '), more),
    );
    const updated = haft(folder, 'import', '--update', '--run');
    expect(updated.stdout).toContain('shelf: 1 changed');
    expect(updated.stderr).toContain('The command "shelf count" reads as well');
    expect(readFileSync(path, 'utf8')).toMatch(/enum: \[title, year\][^]*name: search_catalog[^]*--year/);
    expect(haft(folder, 'import', '--update', '--run').stdout).toBe('shelf: the source has not changed.\n');
  });

  test('chooses commands by name, and no other than those that read', () => {
    const folder = project(program(CLAP));
    const refused = haft(folder, 'import', 'cli', './bin/shelf', '--run', '--command', 'add');
    expect(refused.stderr).toContain('has no command "add" that only reads');
    expect(refused.stderr).toContain('Commands that read: list, find.');
    writeFileSync(join(folder, 'bin/log'), '');
    const imported = haft(folder, 'import', 'cli', './bin/shelf', '--run', '--command', 'find');
    expect(imported.stdout).toContain('1 server, 1 tool into');
    expect(readFileSync(join(folder, 'bin/log'), 'utf8')).not.toContain('list --help');
    expect(haft(folder, 'import', '--update', '--run').stdout).toBe('shelf: the source has not changed.\n');
  });

  test.each(
    everyNth(3, [
      ['asks', 'printf "Create a file? (yes/no) "; read answer', 'asks: Create a file? (yes/no)'],
      ['writes files', 'echo x > "$HOME/.shelfrc"; echo "Usage: shelf"', 'wrote files: .shelfrc'],
      ['does not end', 'tail -f /dev/null', 'did not end within 5 s'],
      ['prints without end', 'yes', 'printed more than 1 MiB'],
      ['prints no help', 'echo "no such flag"', 'prints no help that can be read'],
      ['does more than read', 'printf "Usage: shelf COMMAND\\n\\nCommands:\\n  add  Add a book\\n"', 'no command of'],
    ]),
  )('that %s is named, and nothing is imported', (_name, body, message) => {
    const folder = project(`#!/bin/sh\n${body}\n`);
    const { code, stderr } = haft(folder, 'import', 'cli', './bin/shelf', '--run');
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(join(folder, 'specs/shelf'))).toBe(false);
  });

  test('that hangs ends with the command', async () => {
    const folder = project('#!/bin/sh\necho $$ > "$(dirname "$0")/pid"\nexec tail -f /dev/null\n');
    const child = spawn(process.execPath, [BIN, 'import', 'cli', './bin/shelf', '--run'], {
      cwd: folder,
      stdio: 'ignore',
    });
    const pid = (): string =>
      existsSync(join(folder, 'bin/pid')) ? readFileSync(join(folder, 'bin/pid'), 'utf8').trim() : '';
    await expect.poll(pid).not.toBe('');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    await expect.poll(() => isAlive(Number(pid()))).toBe(false);
  });

  test('leaves out a command that does something when it is asked for its help, and updates nothing of it', () => {
    const acting = '"list --help") echo x > made ;;\n  "list --help")';
    const folder = project(program(CLAP).replace('"list --help")', acting));
    const { stdout, stderr } = haft(folder, 'import', 'cli', './bin/shelf', '--run');
    expect(stderr).toContain('The command "shelf list" is left out: asked for its help, it wrote files: made.');
    expect(stdout).toContain('Imported 1 server, 1 tool into');
    writeFileSync(
      join(folder, 'bin/shelf'),
      program(CLAP)
        .replaceAll('list --help', 'no')
        .replace('"find --help")', '"find --help") echo x > made ;;\n  "no")'),
    );
    const before = readFileSync(join(folder, 'specs/shelf/tools.yaml'), 'utf8');
    expect(haft(folder, 'import', '--update', '--run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('find" wrote files: made'),
    });
    expect(readFileSync(join(folder, 'specs/shelf/tools.yaml'), 'utf8')).toBe(before);
  });

  test('that does not exist is named', () => {
    const folder = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '' });
    expect(haft(folder, 'import', 'cli', 'no-such-program', '--run').stderr).toContain(
      '"no-such-program" does not exist',
    );
  });
});
