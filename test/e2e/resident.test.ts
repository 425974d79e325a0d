/** The process that stays is no other command line than the one that users start: same codes, same text, same files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { freshHaft, haft } from '../support/haft.ts';
import { CLOCK } from '../support/specs.ts';

const WRONG = CLOCK.replace('effects: read', 'effects: reed');

test.each<readonly [line: string, spec: string, prepare?: string]>([
  ['compile', CLOCK],
  ['compile --today 2026-11-20', `${CLOCK}serve_skills: true\n`],
  ['check', WRONG],
  ['check --format sarif', WRONG],
  ['check --formt', CLOCK],
  ['diff --format json', CLOCK.replace('Tells the time.', 'Tells the hour.'), 'release --today 2026-11-20'],
])('haft %s', (line, spec, prepare) => {
  const [one, other] = [haft, freshHaft].map((run) => {
    const folder = temporaryFolder({ 'specs/clock.yaml': CLOCK });
    if (prepare !== undefined) expect(haft(folder, ...prepare.split(' ')).code).toBe(0);
    writeFileSync(join(folder, 'specs/clock.yaml'), spec);
    const { code, stdout, stderr } = run(folder, ...line.split(' '));
    const files = Object.entries(treeOf(folder)).filter(([path]) => path !== '.haft/compile.json');
    return { code, stderr, stdout: stdout.replace(/[\d.]+ ms/, '0 ms'), files };
  });
  expect(one).toEqual(other);
});

test('nothing of a call is left for the next one: its folder, its variables, its output', () => {
  const root = temporaryFolder({ 'specs/clock.yaml': WRONG });
  vi.stubEnv('FORCE_COLOR', '1');
  vi.stubEnv('NO_COLOR', '');
  const first = haft(root, 'check');
  vi.unstubAllEnvs();
  expect(haft(temporaryFolder(), 'check').stderr).toContain('The spec folder "specs" does not exist.');
  expect(haft(root, 'check')).toEqual(first);
  expect(first.stderr.match(/error spec\/not-allowed/g)).toHaveLength(1);
});
