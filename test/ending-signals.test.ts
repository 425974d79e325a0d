/** What stops at one ending signal stops at all of them: no source names one but the list. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENDING_SIGNALS } from '@haft/runtime/language';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['compiler', 'runtime']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  )
  .filter((path) => /(?<!\.generated|\.d)\.ts$/.test(path) && !/[/\\](?:dist|node_modules)[/\\]/.test(path));

/** A signal that is listened for, or in a list; `kill` and `constants.signals` send and number them. */
const LISTENS = new RegExp(`\\b(?:on|once|off)\\(\\s*'SIG|\\[\\s*'(?:${ENDING_SIGNALS.join('|')})'`);

test('only the list of ending signals names one that is listened for', () => {
  expect(SOURCES.length).toBeGreaterThan(500);
  expect(SOURCES.filter((path) => LISTENS.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([
    join('runtime', 'language', 'ending-signals.ts'),
  ]);
});
