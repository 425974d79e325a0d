/** Suggestions, notes and figures as a user meets them: the guide replayed, edits picked by id, a check and a watch after a bad edit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SUGGESTION_KINDS } from '../../compiler/features/evals/suggest/kinds/index.ts';
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
  expect(CONSOLES.length).toBe(2);
  for (const { args, printed } of CONSOLES) expect(run(root, ...args).stdout.endsWith(printed)).toBe(true);
  expect(run(root, 'eval')).toMatchObject({ code: 0, stdout: expect.stringContaining('right 5 of 5') });
});

test('only what is picked is written, and nothing on a dry run or for an unknown id', () => {
  const root = project();
  expect(run(root, 'eval', '--suggest').code).toBe(1);
  expect(textOf(root)).toBe(SPEC);
  expect(run(root, 'eval', '--fix', 'when-000000')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown suggestion "when-000000".'),
  });
  expect(run(root, 'eval', '--fix', 'all', '--dry-run').stdout).toContain('1 edit available.\n');
  expect(textOf(root)).toBe(SPEC);
  const fixed = run(root, 'eval', '--fix', 'all', '--format', 'json');
  expect(fixed.code).toBe(0);
  expect(JSON.parse(fixed.stdout).suggestions.list[0]).toMatchObject({ proven: true, file: FILE, kind: 'when' });
  expect(fixed.stderr).toContain('1 edit applied.');
  expect(textOf(root)).toContain('or the request mentions mould or grow');
  expect(run(root, 'eval', '--fix', 'all').stdout).toContain('0 edits applied.');
});

test('after an edit, what still fails is said', () => {
  const root = project();
  writeFileSync(
    join(root, FILE),
    SPEC.replace('will mould grow in the kitchen }', 'will mould grow in the kitchen }\n      - { query: sing }'),
  );
  const { code, stdout } = run(root, 'eval', '--fix', 'all');
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /With the edits\n {2}server home: .*\nFailed: server home: 5 of 6 right, and the pass mark is 90 %\.\n$/,
    ),
  });
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
