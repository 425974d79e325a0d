/** git of Windows checks texts out with CRLF: output that differs in nothing else is as Haft wrote it, there and only there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../compiler/edge/write/decide.ts';
import type { WriteDecision } from '../../compiler/edge/write/decide.ts';
import { sha256 } from '../../compiler/edge/write/manifest.ts';
import { lookBelow } from '../../compiler/edge/write/on-disk.ts';
import { temporaryFolder } from '../support/folder.ts';

/** What a write of `wanted` decides where the manifest has `last`, and the disk `now`. */
function decided(platform: string, last: string, now: string, wanted: string | undefined): WriteDecision {
  const out = temporaryFolder();
  writeFileSync(join(out, 'a.md'), now);
  const content = { path: 'a.md', source: 's', bytes: () => Buffer.from(wanted ?? ''), executable: false };
  const manifest = new Map([['a.md', { sha256: sha256(Buffer.from(last)), source: 's' }]]);
  return decide(
    wanted === undefined ? [] : [content],
    manifest,
    lookBelow(out, platform),
    () => {},
    () => false,
  );
}

const whatOf = (decision: WriteDecision): string => {
  const { unchanged, change, remove, conflicts } = decision;
  return [
    ...unchanged.map(() => 'unchanged'),
    ...change.map(() => 'changed'),
    ...remove.map(() => 'removed'),
    ...conflicts.map(({ kind }) => kind),
  ].join();
};

test.each<[string, string, string, string | undefined, string]>([
  ['win32', 'a\nb\n', 'a\r\nb\r\n', 'a\nb\n', 'unchanged'],
  ['win32', 'a\nb\n', 'a\r\nb\r\n', 'a\nc\n', 'changed'],
  ['win32', 'a\nb\n', 'a\r\nb\r\n', undefined, 'removed'],
  ['win32', 'a\nb\n', 'a\r\nx\r\n', 'a\nb\n', 'edited'],
  ['win32', 'a\r\nb\r\n', 'a\r\nb\r\n', 'a\r\nb\r\n', 'unchanged'],
  ['win32', 'a\rb\n', 'a\nb\n', 'a\rb\n', 'edited'],
  ['linux', 'a\nb\n', 'a\r\nb\r\n', 'a\nb\n', 'edited'],
  ['linux', 'a\nb\n', 'a\r\nb\r\n', undefined, 'orphan'],
])('%s: written %j, found %j, wanted %j: %s', (platform, last, now, wanted, expected) => {
  expect(whatOf(decided(platform, last, now, wanted))).toBe(expected);
});
