/** `haft watch` as authors live with it: saves, storms, mistakes, folders that come and go. */
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { startWatching } from '../support/watching.ts';
import type { BuildLine } from '../support/watching.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth, IS_WHOLE } from '../support/runs.ts';

const alpha = (summary: string): string => serverSpec('alpha', summary, [toolItem('get_time', COMMAND)]);
const BETA = serverSpec('beta', 'Lists trains.', [toolItem('list_trains', COMMAND)]);
const project = (): string => temporaryFolder({ 'specs/a.yaml': alpha('Tells the time.'), 'specs/sub/b.yaml': BETA });
const isGood = ({ ok }: BuildLine): boolean => ok;
const isBad = ({ ok }: BuildLine): boolean => !ok;
const wrote = (path: string) => (line: BuildLine) =>
  [...(line.files?.changed ?? []), ...(line.files?.created ?? [])].includes(path);

/** The output of a compile that knows nothing of before. */
function cleanTree(root: string): Record<string, string> {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(treeOf(join(root, 'specs'))))
    writeFiles(folder, { [`specs/${path}`]: text });
  expect(haft(folder, 'compile').code).toBe(0);
  return treeOf(join(folder, 'generated'));
}

test.skipIf(ON_WINDOWS)(
  'a save writes what it touches and nothing else; a mistake keeps the last good output',
  async () => {
    const root = project();
    const watch = startWatching(root);
    expect((await watch.until(isGood)).files?.created).toContain('servers/beta/server.mjs');
    writeFileSync(join(root, 'specs/a.yaml'), alpha('Tells how late it is.'));
    const saved = await watch.until(wrote('servers/alpha/server.mjs'));
    expect(saved.files).toMatchObject({ created: [], removed: [] });
    expect(saved.files?.changed.filter((path) => !path.startsWith('servers/alpha/'))).toEqual([]);
    const good = treeOf(join(root, 'generated'));
    writeFileSync(join(root, 'specs/a.yaml'), alpha('Tells.').replace('get_time', 'get-time'));
    const broken = await watch.until(isBad);
    expect(broken.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'tool/name-format', file: 'specs/a.yaml' }),
    );
    expect(broken.files).toBeNull();
    expect(treeOf(join(root, 'generated'))).toEqual(good);
    // As editors save: into a new file, which takes the place of the old one.
    writeFileSync(join(root, 'specs/.a.yaml.swp'), alpha('Tells the hour.'));
    renameSync(join(root, 'specs/.a.yaml.swp'), join(root, 'specs/a.yaml'));
    await watch.until(isGood);
    expect(treeOf(join(root, 'generated'))).toEqual(cleanTree(root));
    watch.kill('SIGINT');
    expect(await watch.ended).toEqual([0, null]);
  },
);

test('rules between documents stay exact: a name that another file takes is an error in both builds to come', async () => {
  const root = project();
  const watch = startWatching(root);
  await watch.until(isGood);
  writeFiles(root, { 'specs/sub/c.yaml': alpha('Again.') });
  const twice = await watch.until(isBad);
  expect(twice.diagnostics?.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['server/duplicate', 'tool/duplicate']),
  );
  rmSync(join(root, 'specs/sub/c.yaml'));
  await watch.until(isGood);
});

test('folders are renamed and deleted, the spec folder vanishes and returns, settings change', async () => {
  const root = project();
  const watch = startWatching(root);
  await watch.until(isGood);
  renameSync(join(root, 'specs/sub'), join(root, 'specs/moved'));
  writeFileSync(join(root, 'specs/moved/b.yaml'), BETA.replace('Lists trains.', 'Lists every train.'));
  await watch.until(wrote('servers/beta/server.mjs'));
  rmSync(join(root, 'specs/moved'), { recursive: true });
  await watch.until(({ files }) => files?.removed.includes('servers/beta/server.mjs') ?? false);
  renameSync(join(root, 'specs'), join(root, 'away'));
  const gone = await watch.until(isBad);
  expect(gone.failure).toMatchObject({
    message: expect.stringContaining('spec folder "specs" does not exist'),
    hint: expect.stringContaining('haft init'),
  });
  renameSync(join(root, 'away'), join(root, 'specs'));
  await watch.until(isGood);
  writeFileSync(join(root, 'haft.yaml'), 'specs: other\n');
  await watch.until(({ failure }) => failure !== undefined);
  mkdirSync(join(root, 'other'));
  writeFileSync(join(root, 'other/b.yaml'), BETA);
  await watch.until(wrote('servers/beta/server.mjs'));
  expect(Object.keys(treeOf(join(root, 'generated/servers')))).not.toContain('alpha/server.mjs');
});

/** Files of a branch; a default run switches to fewer. */
const COUNT = IS_WHOLE ? 500 : 120;

test('a branch switch of hundreds of files causes few builds, and misses nothing', async () => {
  const root = project();
  const watch = startWatching(root);
  await watch.until(isGood);
  const builds = watch.lines.length;
  const names = Array.from(
    { length: COUNT },
    (_, index) => `s${index.toString(36).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}x${index % 7}`,
  );
  // By a process of its own, as git would, so that events come while files are still being written.
  const script = `const { mkdirSync, writeFileSync } = require('node:fs'); for (const [path, text] of JSON.parse(process.argv[1])) { mkdirSync(path.replace(/[^/]*$/, ''), { recursive: true }); writeFileSync(path, text); }`;
  const files = names.map((name, index) => [
    join(root, `specs/many/${index}/server.yaml`),
    `kind: server\nname: server-${index}\nversion: 1.0.0\nsummary: Number ${name}.\n`,
  ]);
  spawn(process.execPath, ['-e', script, JSON.stringify(files)], { stdio: 'inherit' });
  await watch.until(wrote(`servers/server-${COUNT - 1}/server.mjs`));
  const created = watch.lines.slice(builds).flatMap((line) => line.files?.created ?? []);
  expect(created.filter((path) => path.endsWith('server.mjs'))).toHaveLength(COUNT);
  // One, unless the machine lets the other process wait for longer than a storm may pause.
  expect(watch.lines.length - builds).toBeLessThan(50);
});

test.skipIf(ON_WINDOWS)(
  'what a build means for callers is reported in one line a change, readable without color',
  async () => {
    const root = project();
    haft(root, 'release');
    writeFileSync(
      join(root, 'specs/sub/b.yaml'),
      BETA.replace('Lists the next departures', 'Shows the next departures'),
    );
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../compiler/bin/haft.js'), 'watch'], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    for await (const chunk of child.stdout) {
      text += String(chunk);
      if (text.includes('since the release')) child.kill('SIGTERM');
    }
    await expect(text.replaceAll(/in [\d.]+ ms/g, 'in 0 ms')).toMatchFileSnapshot('../golden/watch/screen.txt');
  },
);

test.skipIf(!IS_WHOLE)('after a kill at any moment, the next compile repairs everything (HAFT_RUNS=1)', async () => {
  const root = project();
  for (const round of everyNth(3, [1, 0, 2])) {
    const watch = startWatching(root);
    await watch.until(isGood);
    for (let save = 0; save <= round; save += 1)
      writeFileSync(join(root, 'specs/a.yaml'), alpha(`Round ${round}, save ${save}.`));
    await watch.until(wrote('servers/alpha/server.mjs'));
    writeFileSync(join(root, 'specs/a.yaml'), alpha(`Round ${round}, the last.`));
    watch.kill('SIGKILL');
    await watch.ended;
    expect(haft(root, 'compile').code).toBe(0);
    expect(treeOf(join(root, 'generated'))).toEqual(cleanTree(root));
  }
});
