/** `haft check` beyond plain checking: repairs, the baseline of late adopters, cost, and the catalogue of rules. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../compiler/check/rules/index.ts';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

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

describe('--fix', () => {
  test('makes what is certain, keeps every other byte, and leaves the rest to the author', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SPEC });
    const { code, stdout, stderr } = haft(folder, 'check', '--fix');
    expect(code).toBe(1);
    expect(stdout).toMatch(/specs\/clock\.yaml: Remove "zone" from `required`\./);
    expect(stdout).toMatch(/specs\/clock\.yaml: Swap the two bounds\./);
    expect(stderr).toContain('Did you mean "{zone}"?');
    const fixed = readFileSync(join(folder, 'specs/clock.yaml'), 'utf8');
    expect(fixed).toBe(
      SPEC.replace('    required: [zone]\n', '').replace('minimum: 9, maximum: 1', 'minimum: 1, maximum: 9'),
    );
    expect(haft(folder, 'check', '--fix').stdout).toContain('0 edits applied.');
    expect(readFileSync(join(folder, 'specs/clock.yaml'), 'utf8')).toBe(fixed);
  });

  test('--dry-run shows the change as a diff and writes nothing', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SPEC });
    const { stdout } = haft(folder, 'check', '--fix', '--dry-run');
    expect(stdout).toMatch(/^--- specs\/clock\.yaml\n/);
    expect(stdout).toContain('\n-     required: [zone]\n');
    expect(stdout).toMatch(/\n\+ +steps: \{ type: integer, minimum: 1, maximum: 9/);
    expect(stdout).toContain('2 edits available.');
    expect(treeOf(folder)).toEqual({ 'specs/clock.yaml': SPEC });
  });

  test('a byte order mark and Windows line ends survive', () => {
    const text = `\uFEFF${SPEC.replaceAll('\n', '\r\n')}`;
    const folder = temporaryFolder({ 'specs/clock.yaml': text });
    haft(folder, 'check', '--fix');
    const fixed = readFileSync(join(folder, 'specs/clock.yaml'), 'utf8');
    expect(fixed.startsWith('\uFEFF# Ours')).toBe(true);
    expect(fixed.replaceAll('\r\n', '')).not.toContain('\n');
    expect(fixed).not.toContain('required: [zone]');
  });
});

/** Breaks only rules that nothing later relies on. */
const SOUND = SPEC.replace('{zome}', '{zone}');

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
      stderr: expect.stringMatching(/^\d+ findings hidden by haft\.baseline\.json\.\n$/),
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
    for (const command of ['check', 'compile', 'release'])
      expect(haft(folder, command)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/server\/binding-complete\n[^]*\n1 error, 0 warnings\n/),
      });
  });

  test('records what errors have hidden from later steps: versions and handlers', () => {
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
    expect(first.stderr).not.toMatch(/version\//);
    expect(haft(folder, 'check', '--baseline')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/`haft release` still reports \d+ findings? of versioning rules/),
    });
    const recorded = readFileSync(join(folder, 'haft.baseline.json'), 'utf8');
    for (const rule of ['version/breaking-in-place', 'server/handler-orphan']) expect(recorded).toContain(`"${rule}"`);
    for (const command of ['check', 'compile'])
      expect(haft(folder, command)).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/error|warning/) });
    expect(haft(folder, 'check', '--baseline').code).toBe(0);
    expect(readFileSync(join(folder, 'haft.baseline.json'), 'utf8')).toBe(recorded);
    expect(haft(folder, 'release')).toMatchObject({ code: 1, stderr: expect.stringContaining('version/') });
  });

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
    [['explain', 'spec/unknown-key'], /is a syntax or schema error/],
    [['explain', 'nonsense'], /`haft rules` lists them/],
  ])('%j is rejected with a next step', (args, words) => {
    expect(haft(temporaryFolder(), ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
  });
});
