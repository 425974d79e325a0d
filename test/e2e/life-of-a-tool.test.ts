/** The life of released tools in a git repository: three versions, a rename, a removal, and two branches that bump the same tool. */
// In depth: years of two tools; printed.test.ts goes through the life of released tools in docs/change-a-tool.md, versions.test.ts has each rule.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const SPEC = 'specs/desk.yaml';
const HANDLERS = 'specs/handlers.ts';
const SEARCH = toolItem(
  'search_rows',
  `parameters:
      query: { type: string, maxLength: 80, description: "Words to look for, such as rain." }   # the user's own
    required: [query]
    http: { connection: api, request: GET /rows, query: { q: "{query}" }, result: { text: /text } }`,
  'get_time',
);
const RANK = toolItem(
  'rank_words',
  `parameters:
      text: { type: string, maxLength: 400, description: The text to look at. }
      limit: { type: integer, minimum: 1, maximum: 9, default: 2, description: How many words to return at most. }
    required: [text]
    handler: handlers.ts`,
  'count_sheep',
);
const DESK = serverSpec('desk', 'Finds rows and words.', [SEARCH, toolItem('list_trains', COMMAND), RANK]).replace(
  'tools:',
  `connections:
  api:
    base_url: https://api.example.com
    on_unreachable: { error: The rows cannot be reached., retry_hint: Tell the user to connect to the network. }
    errors: { 404: { error: The rows were not found., retry_hint: Ask the user for other words. } }
tools:`,
);
const CODE = `import type { Handlers } from '../generated/servers/desk/tools.ts';

/** Handler of the tool \`rank_words\`. */
export const rankWords: Handlers['rankWords'] = ({ text, limit }) => ({ text: ordered(text).slice(0, limit).join(' ') });

const ordered = (text: string): string[] => text.split(' ').sort();
`;

interface Repository {
  git(...args: readonly string[]): Ran;
  haft(day: string, ...args: readonly string[]): Ran;
  edit(path: string, ...replacements: readonly (readonly [from: string | RegExp, to: string])[]): void;
  read(path: string): string;
  /** Releases and commits; nothing may be reported. */
  release(day: string, version: string): void;
}

function repository(): Repository & { readonly folder: string } {
  const folder = temporaryFolder({
    [SPEC]: DESK,
    [HANDLERS]: CODE,
    // There is no model here that could run evals.
    'haft.yaml': 'rules: { version/evals-stale: off }\n',
    '.gitignore': 'generated/\n.haft/\n',
  });
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const git = (...args: readonly string[]): Ran => {
    const identity = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', '-c', 'commit.gpgsign=false'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' };
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', env });
    return { code: status, stdout, stderr };
  };
  const run = (day: string, ...args: readonly string[]): Ran => haft(folder, ...args, '--today', day);
  const edit: Repository['edit'] = (path, ...replacements) => {
    const text = replacements.reduce((all, [from, to]) => {
      expect(all).toMatch(from);
      return all.replace(from, to);
    }, read(path));
    writeFileSync(join(folder, path), text);
  };
  const release = (day: string, version: string): void => {
    edit(SPEC, [/^version: .*$/m, `version: ${version}`]);
    expect(run(day, 'release')).toMatchObject({ code: 0, stderr: '' });
    git('add', '-A');
    expect(git('commit', '-qm', version)).toMatchObject({ code: 0 });
  };
  git('init', '-q', '-b', 'main');
  return { folder, git, haft: run, edit, read, release };
}

async function calls(
  folder: string,
  tools: readonly (readonly [string, Record<string, unknown>])[],
): Promise<unknown[]> {
  const client = await connect('legacy', join(folder, 'generated/servers/desk/server.mjs'));
  const results: unknown[] = [];
  for (const [name, args] of tools) {
    const { structuredContent } = await client.callTool({ name, arguments: args });
    results.push(structuredContent);
  }
  return results;
}

const answer = (text: string): object => ({ success: true, data: { text } });
const TEXT = { text: 'c b a' };

test.skipIf(ON_WINDOWS)(
  'three versions of an http and a handler tool, a rename, and a removal after its date',
  async () => {
    const project = repository();
    const { folder } = project;
    project.release('2026-11-20', '1.0.0');

    // The second version of both; the order of the words turns round.
    project.edit(SPEC, ['maxLength: 80', 'maxLength: 8'], ['      limit: {', '      most: {']);
    project.edit(HANDLERS, ['({ text, limit })', '({ text, most })'], ['slice(0, limit)', 'slice(-most)']);
    expect(project.haft('2026-11-21', 'bump', 'search_rows')).toMatchObject({ code: 0, stderr: '' });
    const second = project.haft('2026-11-21', 'bump', 'rank_words');
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toMatch(/specs\/handlers\.ts:4 "rankWords" is now "rankWordsV2"\.\n/);
    expect(second.stdout).toMatch(/specs\/handlers\.ts:7 "rankWords" has the released code \(commit [0-9a-f]{8}\)\.\n/);
    project.release('2026-11-21', '1.1.0');

    // The third: here code that the function uses has changed as well.
    project.edit(SPEC, ['maxLength: 8,', 'maxLength: 7,'], ['      most: {', '      top: {']);
    project.edit(
      HANDLERS,
      ['({ text, most })', '({ text, top })'],
      ['slice(-most)', 'slice(-top)'],
      ['.sort()', '.sort().reverse()'],
    );
    expect(project.haft('2026-11-22', 'bump', 'search_rows_v2')).toMatchObject({ code: 0, stderr: '' });
    const third = project.haft('2026-11-22', 'bump', 'rank_words_v2');
    expect(third).toMatchObject({ code: 0, stderr: '' });
    expect(third.stdout).toMatch(/specs\/handlers-rank-words-v2\.ts:\d+ "rankWordsV2" has the released code/);
    expect(project.haft('2026-11-22', 'check')).toMatchObject({ code: 0, stderr: '' });
    expect(project.read(SPEC).match(/the user's own/g)).toHaveLength(3);
    expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
    expect(
      await calls(folder, [
        ['rank_words_v2', { ...TEXT, most: 2 }],
        ['rank_words_v3', { ...TEXT, top: 2 }],
      ]),
    ).toEqual([answer('b c'), answer('b a')]);
    project.release('2026-11-22', '1.2.0');

    // A rename: the message names the command.
    project.edit(SPEC, ['  - name: list_trains', '  - name: list_departures']);
    const renamed = project.haft('2026-11-23', 'check');
    expect(renamed.stdout).toMatch(/"list_trains" was renamed to "list_departures" without a deprecation/);
    const [, command = ''] = /Run `haft ([^`]+)`/.exec(renamed.stdout) ?? [];
    expect(command).toBe('bump --renamed list_trains=list_departures');
    expect(project.haft('2026-11-23', ...command.split(' '))).toMatchObject({ code: 0, stderr: '' });
    expect(project.haft('2026-11-23', 'check')).toMatchObject({ code: 0, stderr: '' });
    project.release('2026-11-23', '1.3.0');

    // A removal, too early and in time.
    const withOld = project.read(SPEC);
    project.edit(SPEC, [/ {2}- name: list_trains\n[^]*?(?= {2}- name:|$)/, '']);
    const early = project.haft('2026-12-01', 'check');
    expect(early).toMatchObject({ code: 1, stdout: expect.stringMatching(/Run `haft bump --restore list_trains`/) });
    const removed = project.read(SPEC);
    expect(project.haft('2026-12-01', 'bump', '--restore', 'list_trains')).toMatchObject({ code: 0, stderr: '' });
    expect(project.haft('2026-12-01', 'check')).toMatchObject({ code: 0, stderr: '' });
    expect(project.read(SPEC)).toContain('use: list_departures');
    expect(withOld).toContain('use: list_departures');
    writeFileSync(join(folder, SPEC), removed);
    project.release('2027-03-01', '2.0.0');

    // Without the contract all of this would be forgotten.
    rmSync(join(folder, 'haft.contract.json'));
    expect(project.haft('2027-03-01', 'release')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /is missing, and the last commit has it[^]*git checkout HEAD -- haft\.contract\.json/,
      ),
    });
  },
  180_000,
);

test.skipIf(ON_WINDOWS)(
  'two branches that bump the same tool, and two that bump different ones',
  () => {
    const project = repository();
    project.release('2026-11-20', '1.0.0');
    const branch = (name: string, from: string | RegExp, to: string, tool: string): void => {
      project.git('checkout', '-qb', name, 'main');
      project.edit(SPEC, [from, to]);
      expect(project.haft('2026-11-21', 'bump', tool)).toMatchObject({ code: 0, stderr: '' });
      project.release('2026-11-21', '1.1.0');
    };
    branch('shorter', 'maxLength: 80', 'maxLength: 8', 'search_rows');
    branch('shortest', 'maxLength: 80', 'maxLength: 4', 'search_rows');
    branch('words', 'maxLength: 400', 'maxLength: 40', 'rank_words');

    // Different tools: git merges them by itself, and the version that stands for both releases is noticed.
    project.git('checkout', '-q', 'shorter');
    expect(project.git('merge', '-q', '-m', 'words', 'words')).toMatchObject({ code: 0 });
    expect(project.haft('2026-11-22', 'check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/"desk" 1\.1\.0 was released on two branches[^]*Set `version: 1\.2\.0` or higher/),
    });
    project.release('2026-11-22', '1.2.0');

    // The same tool: the driver says so, and the specs and the contract are named as in conflict.
    writeFileSync(join(project.folder, '.gitattributes'), 'haft.contract.json merge=haft\n');
    project.git('config', 'merge.haft.driver', `"${process.execPath}" "${BIN}" merge %O %A %B`);
    const merged = project.git('merge', '-q', 'shortest');
    expect(merged).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/different contents:\n {2}server desk tool search_rows_v2\n {2}hint: Keep/),
    });
    const specs = project.haft('2026-11-22', 'check');
    expect(specs.stdout).toMatch(/error file\/merge-conflict 2 places: specs\/desk\.yaml:\d+:1, /);
    expect(specs.stdout).not.toMatch(/yaml\//);
    project.git('checkout', '--ours', SPEC);
    expect(project.haft('2026-11-22', 'check')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/unresolved merge conflict at line 1\.\n {2}hint: Run `haft merge`/),
    });
    expect(haft(project.folder, 'merge')).toMatchObject({ code: 1, stderr: expect.stringMatching(/search_rows_v2/) });
    expect(haft(project.folder, 'merge', '--take', 'ours')).toMatchObject({ code: 0, stderr: '' });
    expect(project.haft('2026-11-22', 'check')).toMatchObject({ code: 0, stderr: '' });
    project.git('add', '-A');
    expect(project.git('commit', '-qm', 'Both')).toMatchObject({ code: 0 });
  },
  180_000,
);
