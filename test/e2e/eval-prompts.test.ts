/** Cases that start from a prompt or have resources attached, through the command line: what is sent, and what is said when a text changes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { startAgentApi } from '../doubles/agent-api/start.ts';
import { pathWithAgent } from '../doubles/agents/install.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { CASES, TEXTS, filesOf, specsOf } from '../support/prompt-cases.ts';

const { url, stop } = await startAgentApi({ 'Start at nine': 'get_day', Friday: 'get_day', 'Plan my': 'get_day' });
afterAll(() => stop());

const CONFIG = `evals: { models: { local: { model: tiny, endpoint: "${url}/v1" } } }
rules: { tool/evals-count: off, version/evals-missing: off }
choices:
  - name: desk
    servers: [days]
    evals: [{ query: { prompt: plan_day, arguments: { day: friday } }, with: ["days://rules"], expect: get_day }]
`;

const project = (config = CONFIG): string =>
  temporaryFolder({
    ...Object.fromEntries(
      specsOf(
        TEXTS,
        [CASES.planned[0], CASES.both[0]].map((one) => one),
      ).map((one) => [one.path, one.text]),
    ),
    ...Object.fromEntries(filesOf(TEXTS).map(({ path, bytes }) => [path, bytes])),
    'haft.yaml': config,
  });
const edit = (root: string, from: string, to: string): void => {
  const path = join(root, 'specs/days.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};

test('a changed prompt makes results stale, and the report says why', () => {
  const root = project();
  expect(haft(root, 'eval', '--tier', 'model', '--record')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('right 2 of 2'),
  });
  expect(haft(root, 'release')).toMatchObject({ code: 0 });
  edit(root, 'Plan {day}. {{Briefly}}', 'Plan my {day}.');
  edit(root, 'version: 1.0.0', 'version: 1.1.0');
  const report = JSON.parse(haft(root, 'diff', '--format', 'json').stdout);
  expect(report.staleEvals).toMatchObject([{ because: ['prompt "plan_day"'] }]);
  const refused = haft(root, 'release').stderr;
  expect(refused).toContain(
    'are for other cases: "/plan_day day=friday" has no result. The text of prompt "plan_day" changed.',
  );
  expect(refused).not.toContain('evals-fewer');
  expect(haft(root, 'eval', '--tier', 'model', '--only', 'stale', '--record')).toMatchObject({ code: 0 });
  expect(haft(root, 'release')).toMatchObject({ code: 0 });
});

test('words are not read for it, and other programs get the texts', () => {
  const root = project();
  expect(haft(root, 'eval', 'days').stdout).toContain('2 cases; not judged 2');
  expect(haft(root, 'eval', 'days', '--format', 'json').stdout).toContain('The case starts from a prompt.');
  haft(root, 'compile');
  const { evals } = JSON.parse(readFileSync(join(root, 'generated/servers/days/evals.json'), 'utf8'));
  expect(evals[0].query).toContain('Plan friday. {Briefly}');
  expect(evals[1].after).toEqual([{ user: 'I have time.' }, { assistant: 'Which day?' }]);
});

test('a choice of haft.yaml is told what its members do not have', () => {
  const root = project(CONFIG.replace('prompt: plan_day', 'prompt: plan_days').replace('days://rules', 'days://rule'));
  const { stderr, stdout } = haft(root, 'check');
  expect(stdout + stderr).toContain('haft.yaml:6:32 error eval/choice\n  Unknown prompt "plan_days".');
  expect(stdout + stderr).toContain('Unknown resource "days://rule".');
});

test.skipIf(ON_WINDOWS)('the program of a host gets the texts, and no earlier turns', () => {
  vi.stubEnv('CODEX_API_KEY', 'a-key-of-a-test');
  vi.stubEnv('PATH', pathWithAgent('codex', { rules: { 'Start at nine': [{ name: 'get_day' }] } }));
  expect(haft(project(), 'eval', 'days', '--agent', 'codex')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/right 1 of 1 .*not judged 1/),
  });
  vi.unstubAllEnvs();
});
