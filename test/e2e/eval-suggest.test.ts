/** Suggestions, notes and figures as a user meets them: the guide replayed, edits picked by id, a check and a watch after a bad edit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SUGGESTION_KINDS } from '../../compiler/features/evals/suggest/kinds.ts';
import { openSession } from '../../compiler/cli/watch/session.ts';
import { temporaryFolder } from '../support/folder.ts';
import { FEW_CASES } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/evals.md'), 'utf8');
const GUIDE = PAGE.slice(PAGE.indexOf('## Suggestions'));
const [, SPEC = ''] = /```yaml\n# specs\/home\.yaml\n([^]*?)```/.exec(GUIDE) ?? [];
const CONSOLES = [...GUIDE.matchAll(/```console\n\$ haft (.*)\n([^]*?)```/g)].map(([, line = '', printed = '']) => ({
  args: line.replace(/ \| tail.*/, '').split(' '),
  printed,
}));
const FILE = 'specs/home.yaml';

const project = (): string => temporaryFolder({ [FILE]: SPEC, 'haft.yaml': FEW_CASES });
const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, ...args, '--today', '2026-11-20');
const textOf = (root: string): string => readFileSync(join(root, FILE), 'utf8');
const worsen = (root: string): void =>
  writeFileSync(join(root, FILE), textOf(root).replace('How warm is the kitchen?', 'How does the damp cellar feel?'));

test.each(SUGGESTION_KINDS.map((kind) => [kind.id, kind.says] as const))('the guide has the kind %s', (id, says) => {
  expect(GUIDE).toContain(`| \`${id}\` | ${says} |`);
});

test('the guide is what happens', () => {
  const root = project();
  expect(CONSOLES.length).toBe(1);
  for (const { args, printed } of CONSOLES) expect(run(root, ...args)).toMatchObject({ code: 0, stdout: printed });
});

test('offline nothing is tried or written, for imported servers too', () => {
  const root = project();
  for (const fix of ['all', 'instead-000000'])
    expect(run(root, 'eval', '--fix', fix)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Offline no edit is measured, so none is written.'),
    });
  expect(textOf(root)).toBe(SPEC);
  writeFileSync(join(root, 'haft.yaml'), 'profiles: { specs: mcp }\n');
  const imported = SPEC.replaceAll(/description: \{ does: ([^,]*), .* \}/g, 'description: $1');
  writeFileSync(join(root, FILE), imported);
  const { suggestions } = JSON.parse(run(root, 'eval', '--suggest', '--format', 'json').stdout);
  expect(suggestions).toMatchObject({ tried: 0, list: [] });
  expect(suggestions.separations[0]).toMatchObject({ confused: expect.any(Array), own: expect.any(Array) });
});

test('a check notes what a change takes from its tool, and does not fail', () => {
  const root = project();
  expect(run(root, 'release').code).toBe(0);
  const before = run(root, 'check');
  worsen(root);
  const after = run(root, 'check');
  expect(before.stdout).not.toContain('note');
  expect(after).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('specs/home.yaml:20:18 note eval/lost-by-change'),
  });
  expect(after.stdout).toContain(
    '"how damp is the cellar" led to "get_humidity" before the change, and to "get_temperature" now.',
  );
  const { summary } = JSON.parse(run(root, 'check', '--format', 'json').stdout);
  expect(summary).toMatchObject({ errors: 0, notes: 1 });
  writeFileSync(join(root, 'haft.yaml'), 'rules: { eval/lost-by-change: off, tool/evals-count: off }\n');
  expect(run(root, 'check').stdout).not.toContain('lost-by-change');
  expect(haft(root, 'explain', 'eval/lost-by-change').stdout).toContain('A note fails nothing.');
});

test('a watch notes it on the next build, before the first release too', async () => {
  const root = project();
  const session = openSession({ cwd: root });
  const codes = async (): Promise<readonly string[]> => {
    const built = await session.build({ today: '2026-11-20' });
    return built?.findings.diagnostics.filter(({ severity }) => severity === 'note').map(({ code }) => code) ?? [];
  };
  expect(await codes()).toEqual([]);
  worsen(root);
  expect(await codes()).toEqual(['eval/lost-by-change']);
  writeFileSync(join(root, FILE), SPEC);
  expect(await codes()).toEqual([]);
});

test('a diff has the recorded results next to each changed text', () => {
  const root = project();
  run(root, 'release');
  run(root, 'eval', '--record');
  worsen(root);
  const scores = 'offline: 2 of 2 right (2026-11-20, with the earlier text)';
  expect(run(root, 'diff').stdout.replaceAll(/\s+/g, ' ')).toContain(`evals: ${scores}`);
  expect(run(root, 'diff', '--format', 'markdown').stdout).toContain(`**Evals:** ${scores}`);
  expect(run(root, 'diff', '--format', 'html').stdout).toContain(`<strong>Evals</strong> ${scores}`);
  const { changes } = JSON.parse(run(root, 'diff', '--format', 'json').stdout);
  expect(changes).toMatchObject([
    { tool: 'get_temperature', evals: [{ model: 'offline', passed: 2, n: 2, current: false }] },
  ]);
});
