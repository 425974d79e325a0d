/** What a session reads again, and what it forgets. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../../compiler/edge/project/read-sources.ts';
import { openProject } from '../../compiler/edge/project/project.ts';
import { memoizedReader } from '../../compiler/edge/project/memoized-reader.ts';
import { temporaryFolder } from '../support/folder.ts';
import { CLOCK } from '../support/specs.ts';

test('a file that stays is the same object, one that was away is read again', () => {
  const root = temporaryFolder({ 'specs/a.yaml': CLOCK, 'specs/b.yaml': CLOCK });
  const project = openProject({ cwd: root }).value ?? expect.fail();
  const reader = memoizedReader();
  const read = () => readSources(project, { read: reader(undefined) }).specs;
  const [a, b] = read();
  for (const [index, again] of read().entries()) expect(again).toBe([a, b][index]);
  rmSync(join(root, 'specs/b.yaml'));
  expect(read()).toEqual([a]);
  writeFileSync(join(root, 'specs/b.yaml'), CLOCK);
  const [stayed, returned] = read();
  expect(stayed).toBe(a);
  expect(returned).toEqual(b);
  expect(returned).not.toBe(b);
});
