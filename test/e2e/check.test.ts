/** `haft check` beyond plain checking: repairs, the baseline of late adopters, cost, and the catalogue of rules. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../compiler/check/rules/index.ts';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { IS_WHOLE } from '../support/runs.ts';

/** Two certain repairs, and one mistake that only its author can correct. */
const SPEC = `# Ours. Keep this comment.
kind: server
name: clock
version: 1.0.0
summary: Tells the time of places.
tools:
  - name: get_time   # the main one
    description: { does: Tells the time of one place exactly., when: the user asks for the time, examples: [What time is it?] }
    parameters:
      zone: { type: string, default: UTC, description: Name of a time zone. }
      steps: { type: integer, minimum: 9, maximum: 1, description: "How many steps, at most." }
    required: [zone]
    effects: read
    command: { argv: [date, "{zome}"], stdout: text, result: { time: "" } }
    returns: { type: object, properties: { time: { type: string } } }
`;

/** Breaks only rules that nothing later relies on. */
const SOUND = SPEC.replace('{zome}', '{zone}');

describe('--fix', () => {
  test('makes what is certain, keeps every other byte, and leaves the rest to the author', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SOUND });
    const { code, stdout } = haft(folder, 'check', '--fix');
    expect(code).toBe(0);
    expect(stdout).toMatch(/specs\/clock\.yaml: Remove "zone" from `required`\./);
    expect(stdout).toMatch(/specs\/clock\.yaml: Swap the two bounds\./);
    expect(stdout).toContain('Tool "get_time" has no evals.');
    const fixed = readFileSync(join(folder, 'specs/clock.yaml'), 'utf8');
    expect(fixed).toBe(
      SOUND.replace('    required: [zone]\n', '').replace('minimum: 9, maximum: 1', 'minimum: 1, maximum: 9'),
    );
    expect(haft(folder, 'check', '--fix').stdout).toContain('Nothing was changed: no finding has a fix');
    expect(readFileSync(join(folder, 'specs/clock.yaml'), 'utf8')).toBe(fixed);
  });

  test('--dry-run shows the change as a diff and writes nothing', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SOUND });
    const { stdout } = haft(folder, 'check', '--fix', '--dry-run');
    expect(stdout).toMatch(/^--- specs\/clock\.yaml\n/);
    expect(stdout).toContain('\n-     required: [zone]\n');
    expect(stdout).toMatch(/\n\+ +steps: \{ type: integer, minimum: 1, maximum: 9/);
    expect(stdout).toContain('2 edits available.');
    expect(treeOf(folder)).toEqual({ 'specs/clock.yaml': SOUND });
  });

  test('while an error hides what a fix would change, it is a suggestion, which is applied by its place', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SPEC });
    const { stdout } = haft(folder, 'check', '--fix');
    expect(stdout).toContain('leaves calls as they are.\n\n2 suggestions not applied');
    expect(stdout).toContain('The specs have errors that hide what this would change.');
    const [, command = ''] = /haft check (--fix-suggested specs\/clock\.yaml:12:16)\n/.exec(stdout) ?? [];
    expect(haft(folder, 'check', ...command.split(' ')).stdout).toContain('1 edit applied.');
    const fixed = SPEC.replace('    required: [zone]\n', '');
    expect(treeOf(folder)).toEqual({ 'specs/clock.yaml': fixed });
    expect(haft(folder, 'check', ...command.split(' '))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/There is no fix at "specs\/clock\.yaml:12:16".*\n.*specs\/clock\.yaml:11:40\.\n$/),
    });
  });

  test('a byte order mark and Windows line ends survive', () => {
    const text = `\uFEFF${SOUND.replaceAll('\n', '\r\n')}`;
    const folder = temporaryFolder({ 'specs/clock.yaml': text });
    haft(folder, 'check', '--fix');
    const fixed = readFileSync(join(folder, 'specs/clock.yaml'), 'utf8');
    expect(fixed.startsWith('\uFEFF# Ours')).toBe(true);
    expect(fixed.replaceAll('\r\n', '')).not.toContain('\n');
    expect(fixed).not.toContain('required: [zone]');
  });
});

/** A front of another server, with names and texts as they are found in public ones. */
const FRONT = `kind: server
name: house-files
version: 1.0.0
summary: Finds files of the house.
upstreams: { files: { command: [files-mcp] } }
tools:
  - name: search_files
    description: { does: Finds files by a pattern of their names., when: the user looks for a file, examples: [where is the tax file] }
    parameters:
      path: { type: string, description: Folder to start in. }
      excludePatterns: { type: array, items: { type: string }, default: [], description: Patterns of names to leave out. }
      sort_by: { type: string, default: asc, description: "Order: asc or desc." }
      offset: { type: string, default: "", description: "Where to go on. Bad: 'auth' or 'hooks'." }
    required: [path]
    effects: read
    mcp: { upstream: files, tool: search_files }
`;

describe('grades of fixes', () => {
  test('a name that another server sees is mapped; what changes calls is listed with what would happen', () => {
    const folder = temporaryFolder({ 'specs/files.yaml': FRONT });
    const args = (name: string): string => JSON.stringify({ path: '/a', [name]: ['**/b'] });
    const sent = (name: string): string => haft(folder, 'call', 'search_files', args(name), '--dry-run').stdout;
    const before = sent('excludePatterns');
    const { stdout } = haft(folder, 'check', '--fix');
    expect(stdout).toContain('Rename "excludePatterns" to "exclude_patterns".\n1 edit applied.');
    expect(stdout).toMatch(
      /Declare the values of "sort_by" as enum\. An enum was added to a parameter\. search_files .* worked; now: \/sort_by/,
    );
    expect(stdout).not.toContain('Declare the values of "offset"');
    const fixed = readFileSync(join(folder, 'specs/files.yaml'), 'utf8');
    expect(fixed).toContain('excludePatterns: "{exclude_patterns}"');
    expect(JSON.parse(sent('exclude_patterns').split('\n')[1] ?? '')).toEqual(JSON.parse(before.split('\n')[1] ?? ''));
    expect(haft(folder, 'check', '--fix').stdout).toContain('Nothing was changed: no finding has a fix');
    expect(readFileSync(join(folder, 'specs/files.yaml'), 'utf8')).toBe(fixed);
  });

  test('programs read them in the report', () => {
    const folder = temporaryFolder({ 'specs/files.yaml': FRONT });
    const { diagnostics } = JSON.parse(haft(folder, 'check', '--format', 'json').stdout);
    const fixOf = (code: string): unknown => diagnostics.find((one: { code: string }) => one.code === code).fix;
    expect(fixOf('param/name-format')).toMatchObject({ grade: 'safe', because: null });
    expect(fixOf('param/enum-for-closed-set')).toMatchObject({
      grade: 'suggestion',
      because: expect.stringContaining('worked'),
    });
    const sarif = JSON.parse(haft(folder, 'check', '--format', 'sarif').stdout);
    const grades = sarif.runs[0].results.flatMap(
      ({ properties }: { properties: { fix?: { grade: string } } }) => properties.fix?.grade ?? [],
    );
    expect(grades.toSorted()).toEqual(['safe', 'suggestion']);
  });

  test('a released tool keeps the names of its parameters', () => {
    const folder = temporaryFolder({
      'specs/files.yaml': FRONT,
      'haft.yaml': 'rules: { param/enum-for-closed-set: off, param/integer-for-count: off, tool/evals-count: off }\n',
    });
    expect(haft(folder, 'release').code).toBe(0);
    const { stdout } = haft(folder, 'check', '--fix');
    expect(stdout).toContain('Nothing was changed: no finding has a fix');
    expect(stdout).toMatch(/Rename "excludePatterns" to "exclude_patterns"\. Breaking change to parameter/);
    expect(readFileSync(join(folder, 'specs/files.yaml'), 'utf8')).toBe(FRONT);
  });
});

describe('--baseline', () => {
  test('from then on only new findings count, for every command, also when lines move', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SOUND });
    expect(haft(folder, 'check').code).toBe(1);
    expect(haft(folder, 'check', '--baseline')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^\d+ findings recorded in haft\.baseline\.json; commit the file\. Only new findings are reported from now on\.\n$/,
      ),
    });
    expect(haft(folder, 'check')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ findings hidden by haft\.baseline\.json\.\n/),
    });
    expect(haft(folder, 'release').code).toBe(0);
    expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
    writeFiles(folder, { 'specs/clock.yaml': `# One more line.\n${SOUND}` });
    expect(haft(folder, 'check').code).toBe(0);
    expect(haft(folder, 'bump', 'get_time')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has not changed since the release'),
    });
    writeFiles(folder, { 'specs/clock.yaml': SOUND.replace('steps:', 'count_2: { type: strin }\n      steps:') });
    expect(haft(folder, 'compile')).toMatchObject({ code: 1, stderr: expect.stringContaining('count_2') });
    writeFiles(folder, { 'specs/clock.yaml': SOUND });
    expect(haft(folder, 'check', '--fix').stdout).toContain('2 edits applied.');
  });

  test('does not record what later steps rely on, and says so', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SPEC });
    expect(haft(folder, 'check', '--baseline')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /\n1 finding not recorded, because a baseline cannot hide findings of locked rules\. Run `haft check` to see it\.\n$/,
      ),
    });
    for (const command of ['check', 'compile', 'release']) {
      const { code, stdout, stderr } = haft(folder, command);
      expect([code, stdout + stderr]).toEqual([
        1,
        expect.stringMatching(/server\/binding-complete\n[^]*\n1 error, 0 warnings\n/),
      ]);
    }
  });

  test.skipIf(!IS_WHOLE)(
    'records what errors have hidden from later steps: versions and handlers (HAFT_RUNS=1)',
    () => {
      const handled = SOUND.replace(/command: .*/, 'handler: handlers.ts');
      const folder = temporaryFolder({
        'specs/clock.yaml': handled,
        'specs/handlers.ts': 'export const getTime = () => ({ time: "" });\n',
      });
      haft(folder, 'check', '--baseline');
      expect(haft(folder, 'release').code).toBe(0);
      rmSync(join(folder, 'haft.baseline.json'));
      // A parameter that is gone, an error of another rule, which hides that, and a function of no tool.
      writeFiles(folder, {
        'specs/clock.yaml': handled
          .replace(/ {6}steps: .*\n/, '')
          .replace('zone:', 'place:')
          .replace('[zone]', '[place]'),
        'specs/handlers.ts': 'export const getTime = () => ({ time: "" });\nexport const other = 1;\n',
      });
      const first = haft(folder, 'check');
      expect(first.code).toBe(1);
      expect(first.stdout).not.toMatch(/version\//);
      expect(haft(folder, 'check', '--baseline')).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/`haft release` still reports \d+ findings? of versioning rules/),
      });
      const recorded = readFileSync(join(folder, 'haft.baseline.json'), 'utf8');
      for (const rule of ['version/breaking-in-place', 'server/handler-orphan'])
        expect(recorded).toContain(`"${rule}"`);
      for (const command of ['check', 'compile'])
        expect(haft(folder, command)).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/error|warning/) });
      expect(haft(folder, 'check', '--baseline').code).toBe(0);
      expect(readFileSync(join(folder, 'haft.baseline.json'), 'utf8')).toBe(recorded);
      expect(haft(folder, 'release')).toMatchObject({ code: 1, stderr: expect.stringContaining('version/') });
    },
  );

  test('is the same file on a second run; a damaged file is rejected', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SPEC });
    haft(folder, 'check', '--baseline');
    const path = join(folder, 'haft.baseline.json');
    const first = readFileSync(path, 'utf8');
    haft(folder, 'check', '--baseline');
    expect(readFileSync(path, 'utf8')).toBe(first);
    expect(JSON.parse(first)).toMatchObject({ baselineVersion: 2 });
    writeFiles(folder, { 'haft.baseline.json': '{' });
    expect(haft(folder, 'check')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be used as a baseline'),
    });
    expect(statSync(path).size).toBe(1);
  });
});

test('--cost names every tool with what a model has to read for it', () => {
  const good = SPEC.replace('    required: [zone]\n', '')
    .replace('minimum: 9, maximum: 1', 'minimum: 1, maximum: 9, default: 3')
    .replace('{zome}', '{zone}');
  const { stdout } = haft(temporaryFolder({ 'specs/clock.yaml': good }), 'check', '--cost');
  expect(stdout).toMatch(/server clock +\d+\n {2}get_time +\d+\n/);
});

test.each(['sarif', 'github', 'junit', 'markdown'])('--format %s goes to stdout, and the exit code stays', (format) => {
  const { code, stdout, stderr } = haft(temporaryFolder({ 'specs/clock.yaml': SPEC }), 'check', '--format', format);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('param/default-not-required');
});

describe('the catalogue', () => {
  test('rules lists every rule, explain tells each of them', () => {
    const folder = temporaryFolder();
    const listed = haft(folder, 'rules').stdout;
    for (const { id } of RULES) expect(listed).toContain(id);
    const catalogue = JSON.parse(haft(folder, 'rules', '--json').stdout);
    expect(catalogue).toHaveLength(RULES.length);
    const page = haft(folder, 'explain', 'param/default-valid').stdout;
    expect(page).toMatch(
      /^# param\/default-valid\n\n[A-Z][^\n]*\.\n[^]*## Incorrect\n[^]*## Correct\n[^]*haft-ignore param\/default-valid/,
    );
  });

  test.each([
    [['explain'], /needs a rule id/],
    [['explain', 'param/default-vald'], /Did you mean `haft explain param\/default-valid`/],
    [['explain', 'spec/unknown-key'], /is a finding about the form of a file/],
    [['explain', 'nonsense'], /`haft rules` lists them/],
  ])('%j is rejected with a next step', (args, words) => {
    expect(haft(temporaryFolder(), ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
  });
});
