/** Files of Haft over its versions: what state 0a360b53 wrote is read without loss, and what a newer Haft wrote is refused and left alone. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILE_FORMATS, numberOf } from '../../compiler/base/file-formats.ts';
import type { FileFormat } from '../../compiler/base/file-formats.ts';
import { readInstallState } from '../../compiler/features/connect/install/state.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { everyNth } from '../support/runs.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/formats/0a360b53');
const DAY = ['--today', '2026-11-22'];

function project(): string {
  const folder = temporaryFolder();
  cpSync(FIXTURE, folder, { recursive: true });
  writeFileSync(join(folder, '.mcp.json'), readFileSync(join(FIXTURE, '.mcp.json')));
  const state = readFileSync(join(FIXTURE, 'installs.json'), 'utf8').replaceAll('{root}', folder);
  mkdirSync(join(folder, '.haft'));
  writeFileSync(join(folder, '.haft/installs.json'), state);
  return folder;
}

describe('what 0a360b53 wrote', () => {
  test('an upgrade alone is no change', () => {
    const diff = haft(project(), 'diff', ...DAY, '--format', 'json');
    expect(diff).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(diff.stdout)).toMatchObject({ changes: [], staleEvals: [] });
  });

  test('the records of evals and the baseline still count, and a release changes nothing', () => {
    const folder = project();
    expect(haft(folder, 'check', ...DAY)).toMatchObject({ code: 0 });
    expect(haft(folder, 'release', ...DAY).code).toBe(0);
    const diff = haft(folder, 'diff', ...DAY, '--format', 'json');
    expect(JSON.parse(diff.stdout)).toMatchObject({ changes: [], staleEvals: [] });
  });

  // What an importer learned since then is offered as an update, and nothing else is.
  test('imports are read, and an update brings what was learned since', () => {
    const folder = project();
    const { stdout } = haft(folder, 'import', '--update', '--check');
    expect(stdout).toMatch(/harbors: the source has not changed/);
    expect(stdout).toMatch(/tides: the source has not changed/);
    expect(haft(folder, 'import', '--update').code).toBe(0);
    expect(haft(folder, 'import', '--update', '--check').code).toBe(0);
    expect(haft(folder, 'check', ...DAY).code).toBe(0);
  });

  test('the manifest knows every file, so that the next compile owns all of them', () => {
    const folder = project();
    const compiled = haft(folder, 'compile', '--no-types', ...DAY);
    expect(compiled).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/not written by Haft|by hand/) });
    expect(haft(folder, 'compile', '--check', '--no-types', ...DAY).code).toBe(0);
  });

  test('the parts of a divided run are still merged', () => {
    const merged = haft(project(), 'eval', 'merge', 'reports/part-1.json', 'reports/part-2.json');
    expect(merged.stdout).toMatch(/Offline tier/);
  });

  test('what is installed is known, and is removed again', () => {
    const folder = project();
    const state = readInstallState(readFileSync(join(folder, '.haft/installs.json'), 'utf8'));
    expect('files' in state && Object.keys(state.files[join(folder, '.mcp.json')]?.entries ?? {})).toEqual([
      'harbors',
      'parcels',
      'rows',
      'text-tools',
    ]);
  });
});

/** A command that reads the file, by the key of its format; reports and recordings have tests of their own. */
const READERS: Readonly<
  Record<
    Exclude<keyof typeof FILE_FORMATS, 'report' | 'recordings' | 'toolList' | 'logins'>,
    readonly [path: string, ...string[]]
  >
> = {
  contract: ['haft.contract.json', 'diff'],
  evals: ['haft.evals.json', 'release'],
  imports: ['haft.imports.json', 'import', '--update', '--check'],
  manifest: ['generated/haft.manifest.json', 'compile', '--no-types'],
  baseline: ['haft.baseline.json', 'check'],
  approvals: ['haft.approvals.json', 'diff'],
  calibrations: ['haft.calibration.json', 'eval'],
  decisions: ['haft.decisions.json', 'diff'],
  databases: ['haft.databases.json', 'databases'],
  installs: ['.haft/installs.json', 'install', 'claude-code', '--project', '--only', 'parcels'],
};

describe('what a newer Haft wrote', () => {
  test.each(everyNth(3, Object.entries(READERS)))('%s is refused and left alone', (name, [path, ...command]) => {
    const folder = project();
    // Newer than the fixture.
    const { key } = FILE_FORMATS[name as keyof typeof READERS];
    if (['approvals', 'calibrations', 'databases', 'decisions'].includes(name))
      writeFileSync(join(folder, path), `{"${key}": 1, "${name}": []}`);
    raise(join(folder, path), FILE_FORMATS[name as keyof typeof READERS]);
    const before = treeOf(folder);
    const { code, stderr } = haft(folder, ...command);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/was written by a newer Haft/) });
    expect(stderr).toMatch(/Update Haft/);
    expect(withoutCache(treeOf(folder))).toEqual(withoutCache(before));
  });

  test('a report is refused as a part of a run', () => {
    const folder = project();
    for (const part of [1, 2]) raise(join(folder, `reports/part-${part}.json`), FILE_FORMATS.report);
    const { code, stderr } = haft(folder, 'eval', 'merge', 'reports/part-1.json', 'reports/part-2.json');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/was written by a newer Haft/) });
  });
});

test('the first write after an upgrade says what it converted', () => {
  const folder = project();
  const path = join(folder, 'haft.contract.json');
  const old = readFileSync(path, 'utf8').replace(/"contractVersion": \d+/, '"contractVersion": 2');
  writeFileSync(path, old);
  expect(haft(folder, 'release', ...DAY)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/"haft\.contract\.json" had form 2 and now has form \d+\./),
  });
  expect(haft(folder, 'release', ...DAY).stderr).not.toMatch(/had form/);
});

test('every report for programs says which form it has', () => {
  const folder = project();
  for (const command of [['check'], ['diff'], ['eval'], ['compile', '--no-types']]) {
    const { stdout } = haft(folder, ...command, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ [FILE_FORMATS.report.key]: numberOf(FILE_FORMATS.report) });
  }
});

/** What may be deleted at any time is no file of the project. */
function withoutCache(tree: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !/^\.haft\/(?!installs)/.test(path)));
}

function raise(path: string, format: FileFormat): void {
  mkdirSync(dirname(path), { recursive: true });
  const file: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...file, [format.key]: numberOf(format) + 1 }));
}
