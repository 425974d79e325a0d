/** Whatever is where a build left the machine code of the command line: haft does the same. */
// In depth: a build of its own.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { costlyRuns } from '../support/runs.ts';
import { CLOCK } from '../support/specs.ts';

const COMPILER = join(import.meta.dirname, '../../compiler');

function copied(): { readonly code: string; readonly text: string; readonly check: () => unknown } {
  const root = temporaryFolder({ 'specs/clock.yaml': CLOCK }, afterAll);
  for (const part of ['bin', 'dist/command-line', 'package.json'])
    cpSync(join(COMPILER, part), join(root, 'compiler', part), { recursive: true });
  const text = join(root, 'compiler/dist/command-line/main.cjs');
  return {
    text,
    code: `${text}.code`,
    check() {
      const bin = join(root, 'compiler/bin/haft.js');
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'check'], { cwd: root, encoding: 'utf8' });
      return { status, stdout, stderr };
    },
  };
}

/** The build is some ten MB: both tests damage one copy, and leave it as it was. */
const { code, text, check } = copied();
const [wanted, whole] = [check(), readFileSync(code)];

test('none, a part of it, or that of another text', () => {
  expect(wanted).toMatchObject({ status: 0, stdout: expect.stringContaining('Checked 1 server') });
  writeFileSync(code, whole.subarray(0, whole.length / 2));
  expect(check()).toEqual(wanted);
  writeFileSync(code, '');
  expect(check()).toEqual(wanted);
  rmSync(code);
  expect(check()).toEqual(wanted);
  writeFileSync(code, whole);
  const own = readFileSync(text, 'utf8');
  writeFileSync(text, own.replaceAll('Checked ', 'CHECKED '));
  expect(check()).toMatchObject({ stdout: expect.stringContaining('CHECKED 1 server') });
  writeFileSync(text, own);
});

test('damaged anywhere', () => {
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ change;
      writeFileSync(code, damaged);
      expect(check()).toEqual(wanted);
    }),
    { numRuns: costlyRuns(1000) },
  );
});
