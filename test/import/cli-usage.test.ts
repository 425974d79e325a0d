/** Several forms of a usage, and the name and the values of a flag: each belongs where the help writes it. */
import { describe, expect, test } from 'vitest';
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

describe('several forms of a usage', () => {
  test.each([
    [['NAME... DEST', 'NAME... HOST:DEST'], ['name']],
    [['NAME DEST', 'NAME [DEST]', 'NAME'], ['name']],
    [['NAME', 'FIRST NAME'], ['name']],
    [['NAME', 'OTHER'], []],
    [['NAME', '--files'], ['name']],
    [['NAME', 'OPTION'], ['name']],
    [
      ['[OPTION]... SRC [SRC]... DEST', '[OPTION]... [USER@]HOST::SRC [DEST]', '[OPTION]... rsync://HOST/SRC [DEST]'],
      [],
    ],
  ])('of %j only what all need is required', (forms, required) => {
    for (const or of ['  or:  shelf', '  or   shelf', '       shelf']) {
      const help = `Usage: shelf ${forms.join(`\n${or} `)}\n\nPrint the books.\n\n  -a, --all  all of them\n`;
      const [tool] = importOf({ help }).tools;
      expect(tool?.['required'] ?? []).toEqual(required);
      expect(JSON.stringify(tool?.['command'])).not.toMatch(/"\{(?:or|host|other|rsync|first)/);
    }
  });

  test('a sentence directly below is none', () => {
    const [tool] = importOf({
      help: 'Usage: shelf <name>\n List symbols in files\n Options are:\n  -a --all  all\n',
    }).tools;
    expect(tool).toMatchObject({ required: ['name'], command: { argv: ['shelf', { all: '--all' }, '{name}'] } });
  });
});

describe('flags', () => {
  test.each([
    ['-u, --unrestricted...  Search more', [{ unrestricted: '--unrestricted' }]],
    ['--no-sorted, --sorted[=short|full|no]\n      Print in order', [['--sorted={sorted}']]],
    ['--sorted[=short|full|no], --no-sorted\n      Print in order', [['--sorted={sorted}']]],
    ['--quiet-list, --limit=N\n      At most N', [['--limit={limit}']]],
    ['-n N, --limit=N\n      At most N', [['--limit={limit}']]],
    ['--sort[=<key>], --order=<key>\n      By this key', [['--sort={sort}']]],
  ])('%s is the name at which its value is written', (line, argv) => {
    expect(listWith(`  ${line}`).tools).toMatchObject([{ command: { argv: ['shelf', 'list', ...argv] } }]);
  });

  test.each([
    ['one of oneline, short, format:<string> and tformat:<string>.', undefined],
    ['one of short, full and more', undefined],
    ['one of short, full, etc.', undefined],
    ['one of short, full, name=TEXT', undefined],
    ['one of short, full, ...', undefined],
    ['one of short, full: the form of each line', ['short', 'full']],
    ['one of: short, full, or long.', ['short', 'full', 'long']],
  ])('the values of "%s"', (text, values) => {
    const [tool] = listWith(`  --level <name>  How deep, ${text}`).tools;
    expect(tool?.['parameters']).toMatchObject({ level: { type: 'string' } });
    expect(JSON.stringify(tool?.['parameters']).includes('enum')).toBe(values !== undefined);
    if (values) expect(tool?.['parameters']).toMatchObject({ level: { enum: values } });
  });

  test.each([
    'The latest can be used. The\n--host flag can be used in conjunction to select\nthe latest of a host.',
    '--host can be used to select the latest of a host.',
  ])('are not what a sentence starts with: %j', (prose) => {
    const help = 'Usage: shelf <COMMAND>\n\nCommands:\n  list  List the books\n';
    const list = `List the books.\n\n${prose}\n\nUsage:\n  shelf list [flags]\n\nFlags:\n  -H, --host host  only of this host\n`;
    expect(importOf({ help, pages: { list } }).tools).toMatchObject([
      {
        command: { argv: ['shelf', 'list', ['--host', '{host}']] },
        parameters: { host: { type: 'string', description: 'Only of this host.' } },
      },
    ]);
  });
});
