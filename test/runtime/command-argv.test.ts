/** The argument list of a program: groups, flags and translations, and which values may begin with "-". */
import { describe, expect, test } from 'vitest';
import { compileArgv } from '../../runtime/behaviors/command/argv.ts';
import type { ArgvElement, TranslateTable } from '../../runtime/descriptor/descriptor.ts';
import type { JsonObject } from '../../runtime/language/json.ts';

function argvOf(argv: readonly ArgvElement[], args: JsonObject, table?: TranslateTable): unknown {
  return compileArgv(['git', ...argv], table)(args);
}

const REJECTED = expect.objectContaining({ code: 'invalid_arguments' });

describe('arguments that belong together', () => {
  test.each<[string, ArgvElement[], JsonObject, string[]]>([
    ['are there', [['-n', '{limit}']], { limit: 5 }, ['-n', '5']],
    ['are left out together', ['log', ['-n', '{limit}'], 'end'], {}, ['log', 'end']],
    ['are left out when one of two values is absent', [['{from}', '..', '{to}']], { from: 'a' }, []],
    ['repeat for a list', [['-e', '{words}']], { words: ['a', 'b c'] }, ['-e', 'a', '-e', 'b c']],
    [
      'repeat a list inside other text',
      [['--grep={words}']],
      { words: ['a', '-b', 'ü\n"'] },
      ['--grep=a', '--grep=-b', '--grep=ü\n"'],
    ],
    ['are left out for an empty list', [['-e', '{words}']], { words: [] }, []],
    [
      'keep other values in each round',
      [['-e', '{word}', '{words}']],
      { word: 'x', words: ['a', 'b'] },
      ['-e', 'x', 'a', '-e', 'x', 'b'],
    ],
    ['of an inner value', [['-e', '{filter.words}']], { filter: { words: ['a', 'b'] } }, ['-e', 'a', '-e', 'b']],
  ])('%s', (_name, argv, args, expected) => {
    expect(argvOf(argv, args)).toEqual(['git', ...expected]);
  });
});

describe('flags', () => {
  const flags = { toc: '--toc', wide: '-w' };
  test.each<[JsonObject, string[]]>([
    [{ toc: true, wide: true }, ['--toc', '-w']],
    [{ toc: false, wide: true }, ['-w']],
    [{}, []],
    [{ toc: 'true' }, []],
  ])('%j', (args, expected) => {
    expect(argvOf([flags], args)).toEqual(['git', ...expected]);
  });
});

describe('a translated value', () => {
  const table = { order: { old: '--reverse', new: 'now' }, all: { true: '--all', false: '--one' }, level: { 1: '-1' } };

  test.each<[ArgvElement[], JsonObject, string[]]>([
    [['{order}'], { order: 'old' }, ['--reverse']],
    [['{all}'], { all: true }, ['--all']],
    [['{all}'], { all: false }, ['--one']],
    [['{level}'], { level: 1 }, ['-1']],
    [['{order}'], { order: ['old', 'new', 'other'] }, ['--reverse', 'now', 'other']],
    [[['{order}', 'x']], { order: ['old', 'new'] }, ['--reverse', 'x', 'now', 'x']],
    [['--sort={order}'], { order: 'old' }, ['--sort=--reverse']],
  ])('%j with %j', (argv, args, expected) => {
    expect(argvOf(argv, args, table)).toEqual(['git', ...expected]);
  });

  test.each<[ArgvElement[], JsonObject]>([
    [['{order}'], { order: '--exec=evil' }],
    [['{order}'], { order: ['old', '--exec=evil'] }],
    [['{order}'], { order: '--reverse' }],
    [['{order}{x}'], { order: 'old', x: 'evil' }],
    [[['-n', '{x}']], { x: '-v' }],
    [[['--', '{x}'], '{y}'], { y: '-v' }],
    [[['--', '{x}'], '{y}'], { x: 'a', y: '-v' }],
    [[['-e', '{x}', '--']], { x: ['a', '-b'] }],
    [[['-e', 'a{x}']], { x: 'a\0b' }],
  ])('%j with %j is rejected: the model wrote it', (argv, args) => {
    expect(argvOf(argv, args, table)).toEqual(REJECTED);
  });

  test('behind "--" everything is an operand', () => {
    expect(argvOf(['--', '{x}', ['{y}']], { x: '-v', y: ['-w'] })).toEqual(['git', '--', '-v', '-w']);
    expect(argvOf([['--', '{x}']], { x: '-v' })).toEqual(['git', '--', '-v']);
  });
});

describe('a value below a folder of the author', () => {
  const env = { FOLDER: '/srv/books/' };
  const table = { up: { back: '../old' } };

  test.each<[ArgvElement, JsonObject]>([
    ['./{path}', { path: '../b.tar' }],
    ['/srv/{path}', { path: '../b.tar' }],
    ['{env.FOLDER}/{path}', { path: 'a/../../b' }],
    ['{env.FOLDER}{path}', { path: '..' }],
    ['--file=/srv/{path}', { path: '%2e%2e/b' }],
    ['--file=/srv/{path}', { path: '%252e%252E%252fb' }],
    ['C:\\books\\{path}', { path: '..\\b' }],
    ['--file={dir}/{name}.txt', { dir: '../..', name: 'b' }],
    ['/srv/book-{name}', { name: 'a/../../b' }],
    ['/srv/{a}{b}/c', { a: '.', b: '.' }],
    ['/srv/.{a}', { a: './b' }],
    ['/srv/{a}.{b}', { a: '', b: '' }],
    ['../{path}', { path: '../b' }],
    ['{env.FOLDER}/{paths}', { paths: ['a', '../b'] }],
    [['-f', '{env.FOLDER}/{paths}'], { paths: ['a', '../b'] }],
    ['{env.FOLDER}/{up}', { up: '../new' }],
  ])('%j with %j is rejected', (element, args) => {
    expect(argvOf(['--', element], { ...args, env }, table)).toMatchObject({
      code: 'invalid_arguments',
      error: expect.stringMatching(/^"\w+" must not contain a "\." or "\.\." step between "\/" or "\\"\.$/),
    });
  });

  test.each<[ArgvElement, JsonObject, string]>([
    ['{env.FOLDER}/{path}', { path: 'a/..b/...' }, '/srv/books//a/..b/...'],
    // An absolute value stays below the folder: the operating system reads "//" as "/" (POSIX 4.13).
    ['{env.FOLDER}/{path}', { path: '/etc/passwd' }, '/srv/books///etc/passwd'],
    ['../{path}', { path: 'b' }, '../b'],
    ['{env.FOLDER}/{up}', { up: 'back' }, '/srv/books//../old'],
    // Without a folder beside it, a value is whatever the author lets the model choose.
    ['{path}', { path: '../b' }, '../b'],
    ['--grep={path}', { path: 'a/../b' }, '--grep=a/../b'],
  ])('%j with %j is passed on', (element, args, expected) => {
    expect(argvOf([element], { ...args, env }, table)).toEqual(['git', expected]);
  });
});
