/** How programs are found and started on Windows: everywhere as pure functions, on Windows with real batch files. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join, win32 } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CommandBehavior } from '../../runtime/descriptor/descriptor.ts';
import { batchLine, isBatchFile, placesOf } from '../../runtime/programs/start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { callTool, startTool } from './support/call-tool.ts';

const places = (program: string, path = 'C:\\bin;"D:\\more bin"', pathExt = ''): readonly string[] =>
  placesOf(program, { cwd: 'C:\\work', path, pathExt, win32 });

describe('places of a program', () => {
  test.each<[string, string, string, readonly string[]]>([
    [
      'a name',
      'npx',
      '.EXE;.CMD;.JS',
      ['C:\\bin\\npx.exe', 'C:\\bin\\npx.cmd', 'D:\\more bin\\npx.exe', 'D:\\more bin\\npx.cmd'],
    ],
    ['a name with an ending', 'rg.EXE', '', ['C:\\bin\\rg.EXE', 'D:\\more bin\\rg.EXE']],
    [
      'a name with a dot',
      'python3.11',
      '.exe',
      ['C:\\bin\\python3.11.exe', 'C:\\bin\\python3.11', 'D:\\more bin\\python3.11.exe', 'D:\\more bin\\python3.11'],
    ],
    ['a path', './run', '.bat', ['C:\\work\\run.bat']],
    ['a path of another drive', 'E:/x/run.exe', '', ['E:\\x\\run.exe']],
    [
      'a script, which Windows opens with an application',
      'tool.js',
      '.JS',
      [
        'C:\\bin\\tool.js.com',
        'C:\\bin\\tool.js.exe',
        'C:\\bin\\tool.js.bat',
        'C:\\bin\\tool.js.cmd',
        'C:\\bin\\tool.js',
        'D:\\more bin\\tool.js.com',
        'D:\\more bin\\tool.js.exe',
        'D:\\more bin\\tool.js.bat',
        'D:\\more bin\\tool.js.cmd',
        'D:\\more bin\\tool.js',
      ],
    ],
  ])('%s', (_name, program, pathExt, expected) => {
    expect(places(program, undefined, pathExt)).toEqual(expected);
  });

  test('the working folder is not one, however PATH names it', () => {
    expect(places('git.exe', ';.;bin;..\\x;\\;C:\\git;C:')).toEqual(['C:\\git\\git.exe']);
    expect(places('git.exe', '\\\\server\\share')).toEqual(['\\\\server\\share\\git.exe']);
  });
});

/**
 * What `cmd.exe` and then the program's own C library make of a line: quotes switch, outside of them a metacharacter ends
 * the command; `%` and `!` are read everywhere. Written from their documentation, not from `batchLine`.
 */
function readAsWindows(line: string): readonly string[] | 'code' {
  const inner = /^\/d \/e:on \/v:off \/s \/c "(.*)"$/s.exec(line)?.[1] ?? '';
  const found: string[] = [];
  let [word, inQuotes, started] = ['', false, false];
  for (let at = 0; at < inner.length; at += 1) {
    const char = inner.charAt(at);
    if (/[%!\r\n\0]/.test(char) || (!inQuotes && /[&|<>^()]/.test(char))) return 'code';
    if (char === '\\') {
      const run = /^\\+/.exec(inner.slice(at))?.[0].length ?? 0;
      const isQuoteNext = inner.charAt(at + run) === '"';
      word += '\\'.repeat(isQuoteNext ? Math.floor(run / 2) : run);
      if (isQuoteNext && run % 2 === 1) return 'code';
      at += run - 1;
    } else if (char === '"') {
      inQuotes = !inQuotes;
      started = true;
    } else if (char === ' ' && !inQuotes) {
      if (started) found.push(word);
      [word, started] = ['', false];
    } else word += char;
  }
  return inQuotes ? 'code' : [...found, word];
}

describe('batch files', () => {
  test.each(['a.cmd', 'A.BAT', 'a.cmd.', 'a.bat . .'])('%j is one', (file) => expect(isBatchFile(file)).toBe(true));
  test.each(['a.exe', 'a.cmd.exe', 'cmd', 'a.cmdx'])('%j is none', (file) => expect(isBatchFile(file)).toBe(false));

  test('whatever a model sends is one argument, or is refused', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ab \\"%!&|<>^()\r\n\0/') }));
    fc.assert(
      fc.property(fc.array(text), fc.boolean(), (args, trusted) => {
        const line = batchLine('C:\\a b\\x.cmd', args, trusted);
        if (line === undefined) {
          expect(args.join('')).toMatch(trusted ? /["%!\p{Cc}]/u : /["%!&|<>^\p{Cc}]/u);
          return;
        }
        expect(readAsWindows(line)).toEqual(['C:\\a b\\x.cmd', ...args]);
        // A batch file may take the quotes off, as with `%~1`.
        if (!trusted) expect(args.join('')).not.toMatch(/[&|<>^]/);
      }),
    );
  });

  test('addresses that an author wrote are passed on', () => {
    expect(batchLine('C:\\npx.cmd', ['-y', 'https://x.example/?a=1&b=2'], true)).toBe(
      '/d /e:on /v:off /s /c ""C:\\npx.cmd" "-y" "https://x.example/?a=1&b=2""',
    );
    expect(batchLine('C:\\npx.cmd', ['https://x.example/?a=1&b=2'], false)).toBeUndefined();
  });
});

const PRINTS_ITS_ARGUMENTS = 'console.log(JSON.stringify(process.argv.slice(2)))';

/** As npm makes them, with a program behind it. */
function shim(folder: string, name = 'tool.cmd', code = PRINTS_ITS_ARGUMENTS): void {
  writeFileSync(join(folder, 'tool.mjs'), code);
  writeFileSync(join(folder, name), `@ECHO off\r\n"${process.execPath}" "%~dp0\\tool.mjs" %*\r\n`);
}

describe.runIf(ON_WINDOWS)('on Windows', () => {
  const parameters = { q: { type: 'string' } } as const;
  const tool = (
    program: string,
    more: Partial<CommandBehavior> = {},
  ): { behavior: CommandBehavior; parameters: typeof parameters } => {
    return {
      behavior: { kind: 'command', argv: [program, '--', '{q}'], stdout: 'text', max_bytes: 100_000, ...more },
      parameters,
    };
  };

  test.each(['', 'a b', 'back\\slash\\', '(x)', 'ü', "it's", '`', 'a,b;c=d', '/c', '~', '*'])(
    '%j reaches a batch file as it is',
    async (q) => {
      const folder = temporaryFolder();
      shim(folder);
      const { data } = await callTool(tool(join(folder, 'tool')), { q });
      expect(JSON.parse(String(data?.['text']))).toEqual(['--', q]);
    },
  );

  test.each(['"&echo x>made&"', '%PATH%', 'a&b', '^', 'a\r\necho x', '!PATH!', '|more'])(
    '%j is refused, and nothing runs',
    async (q) => {
      const folder = temporaryFolder();
      shim(folder);
      const outcome = await callTool(tool(join(folder, 'tool.cmd'), { cwd: folder }), { q });
      expect(outcome).toMatchObject({ code: 'invalid_arguments', error: expect.stringContaining('is a batch file') });
      expect(existsSync(join(folder, 'made'))).toBe(false);
    },
  );

  test('what a batch file has started ends with a call that is cancelled', async () => {
    const folder = temporaryFolder();
    const pipe = String.raw`\\.\pipe\haft-${crypto.randomUUID()}`;
    shim(folder, 'tool.cmd', `import { connect } from 'node:net'; connect(${JSON.stringify(pipe)});`);
    const server = createServer().listen(pipe);
    onTestFinished(() => void server.close());
    const { running } = startTool(tool(join(folder, 'tool')), { q: 'x' });
    const [program]: Socket[] = await once(server, 'connection');
    const gone = once(program?.on('error', () => {}).resume() ?? server, 'close');
    running.open.abort('cancelled');
    await gone;
  });

  test('a program in the working folder is not taken for one of PATH', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'));
    shim(join(folder, 'data'), 'haft-planted.cmd');
    const outcome = await callTool(tool('haft-planted', { cwd: join(folder, 'data') }), { q: 'x' });
    expect(outcome.code).toBe('not_found');
  });
});
