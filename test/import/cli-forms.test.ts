/** Forms of help in which a call would fail, never end, or switch a check off: what is proposed of them, and what is left out and named. */
import { describe, expect, test } from 'vitest';
import { commandsIn, pagesToRead } from '../../compiler/features/import/cli/commands.ts';
import { importCli } from '../../compiler/features/import/cli/import-cli.ts';
import { compileImport } from '../judges/imported.ts';

interface Pages {
  readonly help: string;
  readonly manual?: string;
  readonly pages?: Readonly<Record<string, string>>;
}

function sourceOf({ help, manual = '', pages = {} }: Pages) {
  return { program: 'shelf', help, manual, pages: new Map(Object.entries(pages)), refused: new Set<string>() };
}

function commandNames(pages: Pages): readonly string[] {
  return commandsIn(sourceOf(pages)).map(({ words }) => words.join(' '));
}

/** What is proposed has to compile. */
function importOf(pages: Pages) {
  const { documents, losses } = importCli('shelf', sourceOf(pages), { before: {} });
  if (documents.length > 0) expect(compileImport(documents).errors).toEqual([]);
  const [server, ...tools] = documents.map(({ value }) => value);
  return { server, tools, messages: losses.map(({ message }) => message) };
}

/** Of a command `list` with these lines of options. */
function listWith(options: string, usage = 'shelf list [OPTIONS]') {
  const help = 'Usage: shelf <COMMAND>\n\nCommands:\n  list  List the books\n';
  return importOf({ help, pages: { list: `Usage: ${usage}\n\nOptions:\n${options}\n` } });
}

describe('an operand that is bound to a flag', () => {
  const ARCHIVER = `Usage: shelf [OPTION...] [FILE]...
Saves many books together, and restores them.

 Main operation mode:
  -c, --create               create a new archive
  -t, --list                 list the contents of an archive
  -x, --extract              extract books from an archive

 Device selection:
  -f, --file=ARCHIVE         use archive file or device ARCHIVE
  -L, --length=NUMBER        change tape after NUMBER books
`;

  test('is what a sentence names and a flag takes', () => {
    const { tools } = importOf({ help: ARCHIVER });
    expect(tools).toMatchObject([
      { required: ['file'], command: { argv: ['shelf', '--list', ['--file={file}'], '{file_2}'] } },
    ]);
  });

  test.each([
    ['-f FILE [NAME...]', ['--file', '{file}']],
    ['--file=FILE [NAME...]', ['--file={file}']],
    ['[-h] --file FILE [NAME ...]', ['--file', '{file}']],
  ])('is required where the usage is %s', (usage, argument) => {
    const written = usage.includes('=') ? '--file=FILE' : '--file FILE';
    const { tools } = listWith(`  -f, ${written}  the catalog\n  -n, --limit N  at most N`, `shelf list ${usage}`);
    expect(tools).toMatchObject([{ required: ['file'] }]);
    expect(tools[0]).toMatchObject({
      command: { argv: ['shelf', 'list', argument, ['--limit', '{limit}'], '{name}'] },
    });
  });

  test('is required where the usage has several lines', () => {
    const { tools } = listWith(
      '  --file FILE     the catalog\n  --mode {a,b,c}  how',
      'shelf list [-h] [--pair X Y]\n                  --file FILE --mode {a,b,c}',
    );
    expect(tools).toMatchObject([
      { required: ['file', 'mode'], parameters: { file: { description: 'The catalog.' } } },
    ]);
  });

  test('is required where no line explains its flag', () => {
    const { tools } = importOf({ help: 'usage: shelf -f file [name]\nPrints the books of a catalog.\n' });
    expect(tools).toMatchObject([{ required: ['file'], command: { argv: ['shelf', ['-f', '{file}'], '{name}'] } }]);
  });

  test.each([
    ['may write', '--output FILE', 'write the list to FILE'],
    ['asks for a secret', '--password TEXT', 'the password of the catalog'],
    ['takes two values', '--pair X Y', 'two numbers'],
    ['switches a check off', '--insecure MODE', 'how much is not checked'],
  ])('is no tool where its flag %s', (_why, flag, text) => {
    const { tools, messages } = listWith(`  ${flag}  ${text}`, `shelf list ${flag}`);
    expect(tools).toEqual([]);
    expect(messages.join('\n')).toContain(`"shelf list" needs \`${flag.split(' ', 1)[0]}\``);
  });
});

describe('lists of commands', () => {
  test('under titles with remarks', () => {
    const help = `usage: shelf [--version] [-C <path>]
             <command> [<args>]

These are common commands:

start a catalog (see also: shelf help tutorial)
   init      Create an empty catalog

examine the history and state (see also: shelf help revisions)
   log       Show commit logs
   status    Show the working tree status

grow, mark and tweak your history
   branch    List, create, or delete branches

'shelf help -a' lists more.
`;
    expect(commandNames({ help })).toEqual(['log', 'status']);
    expect(pagesToRead(sourceOf({ help }), ['log'])).toEqual(['log']);
  });

  test.each(['  list:   List books\n  add:    Add a book\n', '  list: List books\n  add: Add a book\n'])(
    'with a colon behind each name: %j',
    (lines) => {
      expect(commandNames({ help: `Usage:  shelf <command> [flags]\n\nCORE COMMANDS\n${lines}` })).toEqual(['list']);
      expect(commandNames({ help: `A shelf.\n\nUSAGE\n  shelf <command> [flags]\n\nCORE COMMANDS\n${lines}` })).toEqual(
        ['list'],
      );
    },
  );

  test.each(['COMMAND', 'VERB', 'sub-command'])('below the placeholder %s', (name) => {
    const help = `usage: shelf [-h] [--root ROOT] ${name} ...

positional arguments:
  ${name}
    list       list all books
    add        add a book
    show-the-whole-catalog
               show all that there is

options:
  -h, --help   show this help message and exit
`;
    expect(commandNames({ help })).toEqual(['list', 'show-the-whole-catalog']);
  });
});

test('no operand with a description of several lines is a list of commands', () => {
  const help = `usage: shelf [-h] FILE

Prints a catalog.

positional arguments:
  FILE
    path  of the catalog
    list  of books
`;
  expect(commandNames({ help })).toEqual(['']);
});

describe('flags', () => {
  test.each([
    '  --arg a v        set variable $a to <v>',
    '  --arg name value\n      Set a variable to a value',
    '  --pair X Y  two numbers',
    '  --trio X Y Z\n      three numbers',
    '  --pair <TEXT INTEGER>...  a word and a number',
    '  --two FLOAT...  two numbers',
    '  --many MANY [MANY ...]\n      several words',
    '  --any [W ...]  any words',
  ])('%s: its values cannot be passed, so it is left out and named', (line) => {
    const { tools, messages } = listWith(line);
    expect(tools[0]?.['parameters']).toBeUndefined();
    expect(messages).toEqual([
      `"shelf list" is proposed without \`${/--\w+/.exec(line)?.[0]}\`, whose values one parameter cannot pass.`,
    ]);
  });

  test.each([
    ['--level INTEGER RANGE  How deep.  [default: 3; 1<=x<=10]', { type: 'integer', minimum: 1, maximum: 10 }],
    ['--level INTEGER RANGE  How deep.  [x>=1]', { type: 'integer', minimum: 1 }],
    ['--level INTEGER RANGE  How deep.  [0<x<10]', { type: 'integer', minimum: 1, maximum: 9 }],
    ['--level FLOAT RANGE  How deep.  [0<=x<=0.5]', { type: 'number', minimum: 0, maximum: 0.5 }],
    ['--level FLOAT  How deep.', { type: 'number' }],
    ['--level [low|high]  How deep.  [default: low]', { type: 'string', enum: ['low', 'high'] }],
    ['--level={low,high}  How deep.', { type: 'string', enum: ['low', 'high'] }],
    ['--level HOST:PORT  How deep.', { type: 'string' }],
    ['--level=false:\n      How deep.', { type: 'boolean' }],
    ["--level='':\n      How deep.", { type: 'string' }],
    ['--level=3:\n      How deep.', { type: 'integer' }],
    ['--level=true:\n      How deep.', { type: 'string', enum: ['true', 'false'] }],
  ])('%s', (line, schema) => {
    const { tools } = listWith(`  ${line}`);
    expect(tools[0]?.['parameters']).toEqual({ level: { ...schema, description: 'How deep.' } });
  });

  test.each([
    ['--shout / --no-shout  Print in capitals.', { shout: '--shout' }],
    ['-s, --shout / -S, --no-shout  Print in capitals.', { shout: '--shout' }],
    ['--shout/--no-shout  Print in capitals.', { shout: '--shout' }],
    ['--shout / --no-shout  Print in capitals.  [default: shout]', { no_shout: '--no-shout' }],
    ['--shout / --quietly  Print in capitals.  [default: shout]', { quietly: '--quietly' }],
  ])('%s is one that is set', (line, argument) => {
    expect(listWith(`  ${line}`).tools).toMatchObject([{ command: { argv: ['shelf', 'list', argument] } }]);
  });

  test.each([
    '--price FLOAT  At most this price.  [required]',
    '--price FLOAT  At most this price, of which the text is so long\n                 that it needs a second line.  [default: 1; required]',
    '--price float  At most this price (required)',
    '--price <PRICE>  At most this price. Required.',
  ])('%s is required', (line) => {
    expect(listWith(`  ${line}`).tools).toMatchObject([{ required: ['price'] }]);
  });

  test('are not required by a text that says when', () => {
    const { tools } = listWith('  --price FLOAT  At most this price, required for --sort.\n  --old  Not required.');
    expect(tools[0]?.['required']).toBeUndefined();
  });
});

describe('groups and streams', () => {
  const HELP = `Keeps a catalog.

Available Commands:
  auth    Inspect authorization
  list    List the books

Usage:
  shelf [flags] [options]
`;
  const GROUP = `Inspect authorization.

Available Commands:
  can-i      Check whether an action is allowed
  reconcile  Reconciles rules

Usage:
  shelf auth [flags] [options]
`;

  test('a group is no command; those in it are', () => {
    expect(commandNames({ help: HELP, pages: { auth: GROUP, list: '' } })).toEqual(['auth can-i', 'list']);
    const inner = { auth: GROUP, 'auth can-i': GROUP.replace('can-i', 'read-it'), list: '' };
    expect(commandNames({ help: HELP, pages: inner })).toEqual(['list']);
  });

  test('a command that takes operands works without those in it', () => {
    const page = GROUP.replace('[flags] [options]', '[flags] [USER]');
    expect(commandNames({ help: HELP, pages: { auth: page, list: '' } })).toEqual(['auth', 'list']);
  });

  test.each([
    ['help', 'Usage: shelf [-b]\nDisplay books.\n\nProvides a real-time view of the catalog.\n', ''],
    [
      'manual page',
      'Usage: shelf [-b]\n',
      'SHELF(1)   User Commands   SHELF(1)\n\nNAME\n     shelf - display books\n\nSYNOPSIS\n     shelf [-b]\n\nDESCRIPTION\n     The shelf program provides a dynamic real-time view of a catalog.\n\n     It sorts.\n',
    ],
  ])('a program whose %s says that it never ends has no tool', (_where, help, manual) => {
    expect(commandNames({ help, manual })).toEqual([]);
    const other = (text: string) => text.replace('real-time', 'sorted');
    expect(commandNames({ help: other(help), manual: other(manual) })).toEqual(['']);
  });

  test('a command whose own page says that it never ends is none, and one that can be made so is', () => {
    const page = (text: string) => ({ auth: GROUP, list: `${text}\n\nUsage:\n  shelf list\n` });
    const names = (text: string) => commandNames({ help: HELP, pages: page(text) });
    expect(names('List the books. It keeps running and prints new ones.')).toEqual(['auth can-i']);
    expect(names('List the books. With --follow it keeps running.')).toContain('list');
    expect(names('List the books. It can stream them if you ask for it.')).toContain('list');
  });

  test.each([
    ['-f, --follow  Follow the output', '--follow', 'with which a call does not end'],
    [
      '-f, --follow=false:\n      Specify if the books should be streamed',
      '--follow',
      'with which a call does not end',
    ],
    ['-F  same as --follow --retry', '-F', 'with which a call does not end'],
    ['-k, --insecure  Allow insecure connections', '--insecure', 'with which a security check is off'],
    ['--verify=true:\n      Check certificates', '--verify', 'with which a security check is off'],
  ])('%s is left out and named', (line, name, what) => {
    const { tools, messages } = listWith(`  ${line}\n  -n, --limit N  at most N`);
    expect(tools).toMatchObject([{ command: { argv: ['shelf', 'list', ['--limit', '{limit}']] } }]);
    expect(messages).toEqual([`"shelf list" is proposed without \`${name}\`, ${what}.`]);
  });
});

test('a description ends with its sentence', () => {
  const { tools } = listWith('  -a, --alone  do not list implied . and ..\n  -t, --type T  kinds, e.g. books. More');
  expect(tools[0]?.['parameters']).toMatchObject({
    alone: { description: 'Do not list implied . and ..' },
    type: { description: 'Kinds, e.g. books.' },
  });
});
