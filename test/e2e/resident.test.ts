/** The process that stays is no other command line than the one that users start: same codes, same text, same files. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { freshHaft, haft } from '../support/haft.ts';
import { CLOCK } from '../support/specs.ts';
import { everyNth } from '../support/runs.ts';

const WRONG = CLOCK.replace('effects: read', 'effects: reed');

const CALLS: readonly { readonly line: string; readonly spec: string; readonly prepare?: string }[] = [
  { line: 'compile', spec: CLOCK },
  { line: 'compile --today 2026-11-20', spec: `${CLOCK}serve_skills: true\n` },
  { line: 'check', spec: WRONG },
  { line: 'check --format sarif', spec: WRONG },
  { line: 'check --formt', spec: CLOCK },
  { line: 'diff --format json', spec: CLOCK.replace('time.', 'hour.'), prepare: 'release --today 2026-11-20' },
];

test.each(everyNth(4, CALLS))('haft $line', ({ line, spec, prepare }) => {
  const [one, other] = [haft, freshHaft].map((run) => {
    const folder = temporaryFolder({ 'specs/clock.yaml': CLOCK });
    if (prepare !== undefined) expect(haft(folder, ...prepare.split(' ')).code).toBe(0);
    writeFileSync(join(folder, 'specs/clock.yaml'), spec);
    const { code, stdout, stderr } = run(folder, ...line.split(' '));
    const files = Object.entries(treeOf(folder)).filter(([path]) => !path.startsWith('.haft/'));
    return { code, stderr, stdout: stdout.replace(/[\d.]+ ms/, '0 ms').replaceAll(basename(folder), 'project'), files };
  });
  expect(one).toEqual(other);
});

test('calls are isolated: folder, variables and output', () => {
  const root = temporaryFolder({ 'specs/clock.yaml': WRONG });
  vi.stubEnv('FORCE_COLOR', '1');
  const colored = haft(root, 'check');
  vi.unstubAllEnvs();
  expect(colored.stdout).toContain('\u001B[');
  expect(haft(temporaryFolder(), 'check').stderr).toContain('The spec folder "specs" does not exist.');
  const plain = haft(root, 'check');
  expect(plain.stdout).not.toContain('\u001B[');
  expect(plain.stdout.match(/error spec\/not-allowed/g)).toHaveLength(1);
});
