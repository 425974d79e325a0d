/** One line about a long step: on a terminal, after a second, and gone before anything else is printed. */
import { expect, test } from 'vitest';
import { openProgress, withProgress } from '../compiler/edge/command-line/progress.ts';
import type { ProgressLine } from '../compiler/edge/command-line/progress.ts';

interface Screen {
  readonly progress: ProgressLine;
  readonly written: readonly string[];
  /** Milliseconds since the start. */
  readonly at: (ms: number) => void;
}

function screen(stream: { readonly isTTY?: boolean; readonly columns?: number }, env: NodeJS.ProcessEnv = {}): Screen {
  const written: string[] = [];
  let now = 5000;
  const progress = openProgress({ ...stream, write: (text) => written.push(text) }, env, () => now);
  return { progress, written, at: (ms) => (now = 5000 + ms) };
}

const CLEAR = '\r\u001B[K';

test('the first second shows nothing, then the line replaces itself, and it is removed once', () => {
  const { progress, written, at } = screen({ isTTY: true });
  progress.count('checking', 0, 100, 'tools');
  at(900);
  progress.count('checking', 9, 100, 'tools');
  expect(written).toEqual([]);
  at(1000);
  progress.count('checking', 10, 100, 'tools');
  at(1050);
  progress.count('checking', 11, 100, 'tools');
  at(2000);
  progress.count('checking', 20, 100, 'tools');
  progress.clear();
  progress.clear();
  expect(written).toEqual([
    `${CLEAR}checking 10 of 100 tools, 9 s left`,
    `${CLEAR}checking 20 of 100 tools, 8 s left`,
    CLEAR,
  ]);
});

test.each([
  ['gives a result', () => Promise.resolve('found')],
  ['fails', () => Promise.reject(new Error('lost'))],
])('a body that waits keeps its line until it %s', async (_end, end) => {
  const { progress, written, at } = screen({ isTTY: true });
  at(1000);
  const waited = withProgress(({ show }) => {
    show('waiting for the server and its tools');
    return end();
  }, progress);
  expect(written).toEqual([`${CLEAR}waiting for the server and its tools`]);
  await waited.catch(() => undefined);
  expect(written.at(-1)).toBe(CLEAR);
});

test('after a body that does not wait the line is gone, also after an error', () => {
  const { progress, written, at } = screen({ isTTY: true });
  at(1000);
  const reading = 'reading the files of skills';
  expect(withProgress(({ show }) => show(reading), progress)).toBeUndefined();
  expect(written).toEqual([`${CLEAR}${reading}`, CLEAR]);
  at(2000);
  const failing = (): never =>
    withProgress(({ show }): never => {
      show(reading);
      throw new Error('lost');
    }, progress);
  expect(failing).toThrow('lost');
  expect(written.slice(2)).toEqual([`${CLEAR}${reading}`, CLEAR]);
});

test('what is done within a second leaves no trace', () => {
  const { progress, written } = screen({ isTTY: true });
  progress.show('checking the types of handlers');
  progress.clear();
  expect(written).toEqual([]);
});

test('each phase has its own estimate, and minutes are reported as minutes', () => {
  const { progress, written, at } = screen({ isTTY: true });
  progress.count('checking', 0, 10, 'tools');
  at(60_000);
  progress.count('writing', 0, 1000, 'files');
  at(61_000);
  progress.count('writing', 1, 12_000, 'files');
  expect(written).toEqual([`${CLEAR}writing 0 of 1,000 files`, `${CLEAR}writing 1 of 12,000 files, 200 min left`]);
});

test('a line is never wider than the terminal: a wrapped one could not be removed', () => {
  const { progress, written, at } = screen({ isTTY: true, columns: 24 });
  at(2000);
  progress.show('checking the types of handlers');
  expect(written).toEqual([`${CLEAR}checking the types of h`]);
});

test.each([
  ['a pipe', {}, {}],
  ['CI with a terminal', { isTTY: true }, { CI: 'true' }],
  ['a terminal that cannot move its cursor', { isTTY: true }, { TERM: 'dumb' }],
])('%s gets nothing', (_name, stream, env) => {
  const { progress, written, at } = screen(stream, env);
  at(5000);
  progress.show('checking');
  progress.count('checking', 1, 2, 'tools');
  progress.clear();
  expect(written).toEqual([]);
});
