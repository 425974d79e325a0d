/** `haft eval --suggest` with a model: it writes the sentence and measures it, within the limits of the run, and only what is proven is written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { FEW_CASES } from '../support/eval-project.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/evals.md'), 'utf8');
const [, SPEC = ''] = /```yaml\n# specs\/home\.yaml\n([^]*?)```/.exec(PAGE) ?? [];
const FILE = 'specs/home.yaml';

interface Project {
  readonly run: (...args: readonly string[]) => Ran;
  readonly paste: (command: string) => Ran;
  readonly text: () => string;
}

/** `clause`: what the model writes. */
async function project(clause: string, limits = ''): Promise<Project> {
  const double = join(import.meta.dirname, '../doubles/writer-engine.mjs');
  const engine = spawn(process.execPath, [double, clause], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void engine.kill());
  const [port] = (await once(createInterface({ input: engine.stdout }), 'line')) as [string];
  const models = `models: { local: { model: m, endpoint: "http://127.0.0.1:${port}/v1" } }`;
  const root = temporaryFolder({ [FILE]: SPEC, 'haft.yaml': `evals: { ${models}${limits} }\n${FEW_CASES}` });
  return {
    run: (...args) => haft(root, 'eval', '--tier', 'model', ...args, '--today', '2026-11-20'),
    paste: (command) => haft(root, ...command.split(' ').slice(1)),
    text: () => readFileSync(join(root, FILE), 'utf8'),
  };
}

test('what other cases prove in other words is written', async () => {
  const { run, text } = await project('the user wants the level of moisture');
  const { code, stdout } = run('--suggest');
  expect(code).toBe(1);
  expect(stdout).toContain('State in "get_temperature" to use "get_humidity" if the user wants the level of moisture.');
  expect(stdout).toContain('2 of 4 other cases become right, none breaks.');
  expect(text()).toBe(SPEC);
  expect(run('--fix', 'all', '--dry-run').stdout).toContain('1 edit available.\n');
  expect(text()).toBe(SPEC);
  const fixed = run('--fix', 'all', '--format', 'json');
  expect(fixed).toMatchObject({ code: 0, stderr: expect.stringContaining('1 edit applied.') });
  expect(JSON.parse(fixed.stdout).suggestions.list[0]).toMatchObject({ kind: 'instead', proven: true });
  expect(text()).toContain('{ case: the user wants the level of moisture, use: get_humidity }');
});

test.each([
  [
    'a gain only among cases with its words',
    'it is about mould or something damp',
    /Each of them shares a word with it/,
  ],
  ['a value of a case or a name', 'the user asks Ostrom', undefined],
])('%s is not written', async (_what, clause, says) => {
  const { run, text } = await project(clause);
  const { suggestions } = JSON.parse(run('--suggest', '--format', 'json').stdout);
  const own = suggestions.list.filter(({ kind }: { kind: string }) => kind === 'instead');
  expect(own.map(({ proven }: { proven: boolean }) => proven)).toEqual(says ? [false] : []);
  if (!says) expect(run('--suggest').stdout).toContain('1 sentence of the model was left out: each must be one clause');
  if (says) {
    expect(run('--suggest').stdout).toMatch(says);
    expect(run('--fix', own[0].id)).toMatchObject({ code: 2, stderr: expect.stringContaining('is unproven') });
  }
  expect(run('--fix', 'all').stdout).toContain('0 edits applied.');
  expect(text()).toBe(SPEC);
});

test('each printed next command shows the requests of this run, and writes what it suggests', async () => {
  const { run, text, paste } = await project('the user wants the level of moisture');
  const flags = ['home', '--seeds', '4,5', '--record'];
  const commandsOf = (format: string): readonly string[] =>
    [...run(...flags, '--format', format).stdout.matchAll(/<code>(haft eval [^<]+)<\/code>|`(haft eval [^`]+)`/g)].map(
      ([, code, span]) => code ?? span ?? '',
    );
  for (const format of ['markdown', 'html']) {
    const [first = '', ...more] = commandsOf(format).filter((command) => command !== 'haft eval');
    expect({ first, more }).toEqual({
      first: 'haft eval home --tier model --seeds 4,5 --today 2026-11-20 --suggest',
      more: [],
    });
    expect(paste(first).stdout).toContain('"is there mould in the room below the roof"');
  }
  const { stdout } = run(...flags, '--suggest');
  const [, fix = ''] = /Write them with `(haft [^`]+) <id>`/.exec(stdout) ?? [];
  const [id = ''] = /^instead-\w+/m.exec(stdout) ?? [];
  expect(paste(`${fix} ${id}`).stdout).toContain('1 edit applied.');
  expect(text()).toContain('{ case: the user wants the level of moisture, use: get_humidity }');
});

test('an unknown id is named, and a limit of calls holds', async () => {
  const { run } = await project('the user wants the level of moisture', ', limits: { calls: 6, lanes: 1 }');
  const { stderr } = run('--suggest');
  expect(stderr).toContain('6 requests');
  const other = await project('the user wants the level of moisture');
  expect(other.run('--fix', 'when-000000')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown suggestion "when-000000".'),
  });
});
