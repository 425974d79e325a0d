/** `haft watch` while others work on the same folders: output that is deleted or edited, handler files that are away. */
// In depth: a dozen builds; watch.test.ts has the usual ones.
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { CLOCK, COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { startWatching } from '../support/watching.ts';
import type { BuildLine } from '../support/watching.ts';

const TRAINS = serverSpec('trains', 'Lists trains.', [toolItem('list_trains', COMMAND)]);
const isGood = ({ ok }: BuildLine): boolean => ok;
const restored = (path: string) => (line: BuildLine) => line.files?.restored.includes(path) ?? false;

async function watched(specs: Readonly<Record<string, string>>) {
  const root = temporaryFolder(specs);
  const watch = startWatching(root);
  await watch.until(isGood);
  const generated = (path = ''): string => join(root, 'generated', path);
  return { root, watch, generated, output: treeOf(generated()) };
}

/** Resolves when the output is as it was: with the build that puts the last file back. */
async function untilWhole(generated: () => string, output: object, next: () => Promise<unknown>): Promise<void> {
  const isWhole = (): boolean =>
    existsSync(generated()) && JSON.stringify(treeOf(generated())) === JSON.stringify(output);
  while (!isWhole()) await next();
}

describe('output that is deleted', () => {
  const specs = { 'specs/a.yaml': CLOCK, 'specs/b.yaml': TRAINS };
  const DELETIONS: readonly (readonly [what: string, path: string])[] = [
    ['the whole folder', ''],
    ['a folder in it', 'servers/clock'],
    ['one file', 'servers/trains/server.mjs'],
    ['the manifest', 'haft.manifest.json'],
  ];

  test('is restored every time, and reported', async () => {
    const { watch, generated, output } = await watched(specs);
    for (const [what, path] of [...DELETIONS, ...DELETIONS]) {
      rmSync(generated(path), { recursive: true });
      await untilWhole(generated, output, () => watch.until(({ files }) => files !== null));
      expect(treeOf(generated()), what).toEqual(output);
    }
    const all = watch.lines.flatMap(({ files }) => files?.restored ?? []);
    for (const path of Object.keys(output)) if (path !== 'haft.manifest.json') expect(all).toContain(path);
    expect(watch.lines.every(({ ok, files }) => ok && files?.conflicts.length === 0)).toBe(true);
  });

  test('is restored when it is moved away, even with an edit at the same time', async () => {
    const { root, watch, generated, output } = await watched(specs);
    renameSync(generated(), join(root, 'elsewhere'));
    await untilWhole(generated, output, () => watch.until(isGood));
    rmSync(generated(), { recursive: true });
    writeFileSync(join(root, 'specs/a.yaml'), CLOCK.replace('Tells the time.', 'Tells the hour.'));
    await watch.until(restored('servers/trains/server.mjs'));
    const clean = temporaryFolder({ ...specs, 'specs/a.yaml': readFileSync(join(root, 'specs/a.yaml'), 'utf8') });
    haft(clean, 'compile');
    await untilWhole(generated, treeOf(join(clean, 'generated')), () => watch.until(isGood));
  });

  test('and edited is reported and left alone; once it is deleted, it is written', async () => {
    const { watch, generated, output } = await watched(specs);
    writeFileSync(generated('hosts/mcp.json'), '{}');
    const { files } = await watch.until((line) => (line.files?.conflicts.length ?? 0) > 0);
    expect(files?.conflicts).toEqual([{ path: 'hosts/mcp.json', kind: 'edited' }]);
    expect(readFileSync(generated('hosts/mcp.json'), 'utf8')).toBe('{}');
    rmSync(generated('hosts/mcp.json'));
    expect((await watch.until((line) => line.files?.conflicts.length === 0)).files?.created).toEqual([
      'hosts/mcp.json',
    ]);
    expect(treeOf(generated())).toEqual(output);
  });

  test('another output folder gets every file', async () => {
    const { root, watch, output } = await watched(specs);
    writeFileSync(join(root, 'haft.yaml'), 'out: build\n');
    await watch.until(({ files }) => files?.created.includes('servers/clock/tools.ts') ?? false);
    expect(Object.keys(treeOf(join(root, 'build')))).toEqual(Object.keys(output));
  });
});

const HANDLED = serverSpec('clock', 'Tells the time.', [
  toolItem('get_time', 'handler: handlers.ts'),
  toolItem('list_trains', 'handler: handlers.ts'),
]);
const TIME = 'export const getTime = () => ({ text: "mine" });\n';
const CODE = `${TIME}export const listTrains = () => ({ text: "mine" });\n`;
const handled = { 'specs/server.yaml': HANDLED, 'specs/handlers.ts': CODE };
const isGone = ({ diagnostics }: BuildLine): boolean =>
  diagnostics?.some(({ code }) => code === 'server/handler-missing') ?? false;

describe('a handler file', () => {
  test('that is missing for a while is an error and gets no stub, and builds again when it returns', async () => {
    const { root, watch, generated, output } = await watched(handled);
    const [file, away] = [join(root, 'specs/handlers.ts'), join(root, 'away.ts')];
    for (const round of [1, 2]) {
      renameSync(file, away);
      const { diagnostics } = await watch.until(isGone);
      expect(diagnostics?.[0]?.message).toBe(
        'The handler of tool "get_time" is gone: file "specs/handlers.ts" does not exist.',
      );
      expect(existsSync(file), `round ${round}`).toBe(false);
      renameSync(away, file);
      await watch.until(isGood);
      expect(readFileSync(file, 'utf8')).toBe(CODE);
    }
    expect(treeOf(generated())).toEqual(output);
    expect(watch.lines.flatMap(({ added }) => added ?? [])).toEqual([]);
  });

  test('whose function is missing gets no stub; one with a new tool does', async () => {
    const { root, watch } = await watched(handled);
    const file = join(root, 'specs/handlers.ts');
    writeFileSync(file, TIME);
    expect((await watch.until(isGone)).diagnostics?.[0]?.message).toMatch(/is gone: .* no longer exports "listTrains"/);
    expect(readFileSync(file, 'utf8')).toBe(TIME);
    writeFileSync(file, CODE);
    await watch.until(isGood);
    appendFileSync(join(root, 'specs/server.yaml'), toolItem('count_sheep', 'handler: handlers.ts'));
    await watch.until(({ added }) => added?.some(({ names }) => names.includes('countSheep')) ?? false);
    expect(readFileSync(file, 'utf8').startsWith(CODE)).toBe(true);
  });

  test('that is emptied before it is written loses nothing', async () => {
    const { root, watch } = await watched(handled);
    const file = join(root, 'specs/handlers.ts');
    truncateSync(file);
    writeFileSync(file, CODE.replaceAll('mine', 'new'));
    await watch.until(({ files }) => files?.changed.includes('servers/clock/server.mjs') ?? false);
    expect(readFileSync(file, 'utf8')).toBe(CODE.replaceAll('mine', 'new'));
  });
});

describe('haft compile', () => {
  test.each([
    ['the output of before', (root: string) => void haft(root, 'compile')],
    ['the contract', (root: string) => void haft(root, 'release')],
  ])('knows by %s that a handler file is gone', (_what, before) => {
    const root = temporaryFolder(handled);
    before(root);
    rmSync(join(root, 'specs/handlers.ts'));
    for (const command of ['compile', 'check']) {
      const { code, stdout, stderr } = haft(root, command);
      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(
        /The handler of tool "get_time" is gone: [^]*hint: Restore the file, .*To start over/,
      );
    }
    expect(existsSync(join(root, 'specs/handlers.ts'))).toBe(false);
    writeFiles(root, { 'specs/handlers.ts': '' });
    expect(haft(root, 'compile')).toMatchObject({ code: 0, stdout: expect.stringContaining('added 2 handler stubs') });
  });
});
