/** Content blocks of `haft call`: saved byte for byte, named by their type, and shown only in a terminal that can. */
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { pictureIn, shownBlocks } from '../compiler/cli/call/saved-blocks.ts';
import { runs } from './support/runs.ts';

const stream = { isTTY: false } as NodeJS.WriteStream;

const pathIn = (line: string): string => {
  const [, path = ''] = /\] (\/.*|[A-Z]:\\.*)$/.exec(line) ?? [];
  onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }));
  return path;
};

test.each([
  [{ type: 'image', mimeType: 'image/png' }, 'png', 'image image/png'],
  [{ type: 'audio', mimeType: 'audio/mpeg' }, 'mp3', 'audio audio/mpeg'],
  [{ type: 'image', mimeType: 'image/../../x' }, 'bin', 'image image/../../x'],
  [{ type: 'image', mimeType: 'image/\u001B[2Jx' }, 'bin', 'image image/\\x1b[2Jx'],
])('%j', (block, ending, name) => {
  const line = shownBlocks([{ ...block, data: 'aGk=' }], 'a/../b.c', stream);
  expect(line).toContain(`[${name}, 2 bytes]`);
  const path = pathIn(line);
  expect(path).toMatch(new RegExp(`a____b_c-1\\.${ending}$`));
  expect(readFileSync(path, 'utf8')).toBe('hi');
});

test('texts and resources', () => {
  const resource = { mimeType: 'application/pdf', blob: 'aGk=' };
  const [text, inner, file = '', other] = shownBlocks(
    [
      { type: 'text', text: 'a\u0007b' },
      { type: 'resource', resource: { text: 'c' } },
      { type: 'resource', resource },
      { type: 'x' },
    ],
    'show',
    stream,
  ).split('\n');
  expect([text, inner, other]).toEqual(['a\\x07b', 'c', '[x]']);
  expect(pathIn(file)).toMatch(/show-3\.pdf$/);
});

test('any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const data = Buffer.from(bytes).toString('base64');
      const path =
        /\] (.*)$/.exec(shownBlocks([{ type: 'image', mimeType: 'image/png', data }], 'a', stream))?.[1] ?? '';
      expect(readFileSync(path)).toEqual(Buffer.from(bytes));
      rmSync(dirname(path), { recursive: true });
    }),
    { numRuns: runs(1000) },
  );
});

test.each([
  [false, 'image/png', { TERM_PROGRAM: 'iTerm.app' }, ''],
  [true, 'audio/mpeg', { TERM_PROGRAM: 'iTerm.app' }, ''],
  [true, 'image/png', { TERM: 'xterm-256color' }, ''],
  [true, 'image/jpeg', { TERM: 'xterm-kitty' }, ''],
  [true, 'image/jpeg', { TERM_PROGRAM: 'WezTerm' }, '\u001B]1337;File=inline=1:aGk=\u0007\n'],
  [true, 'image/png', { TERM: 'xterm-kitty' }, '\u001B_Ga=T,f=100,m=0;aGk=\u001B\\\n'],
] as const)('in a terminal: %s, %s, %j', (isTTY, mimeType, env, expected) => {
  expect(pictureIn({ isTTY }, mimeType, 'aGk=', env)).toBe(expected);
});

test('no base64 ends the sequence of the terminal', () => {
  const shown = pictureIn({ isTTY: true }, 'image/png', `aGk\u001B\\\u0007${'A'.repeat(9000)}`, {
    TERM: 'xterm-kitty',
  });
  expect(shown.match(/\u001B\\/g)).toHaveLength(shown.match(/\u001B_G/g)?.length ?? 0);
  expect(shown).toMatch(/^(?:\u001B_G[a-zA-Z0-9=,;+/]*\u001B\\)+\n$/);
});
