/** `haft install` installs what was compiled, and says so where the specs have changed since. */
import { readFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const TIME = serverSpec('alpha', 'Tells the time.', [toolItem('get_time', COMMAND)]);
const LINE = ['install', 'claude-code', '--project'];

test('a warning names the spec, before and after a second compile', () => {
  const root = temporaryFolder({ 'specs/a.yaml': TIME });
  const spec = join(root, 'specs/a.yaml');
  const compile = (): void => {
    // What has just changed may change again within a step of the clock: then nothing is remembered.
    do expect(haft(root, 'compile').code).toBe(0);
    while (!existsSync(join(root, '.haft/compile.json')));
  };
  compile();
  expect(haft(root, ...LINE)).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/has changed/) as string });
  writeFileSync(spec, TIME.replace('Tells the time.', 'Tells the time of day.'));
  const changed = haft(root, ...LINE, '--dry-run');
  expect(changed.stderr).toContain(
    'warning: "specs/a.yaml" has changed since the last `haft compile`. The compiled state is installed; run `haft compile` first.',
  );
  expect(changed.code).toBe(0);
  expect(haft(root, ...LINE, '--remove').stderr).not.toMatch(/has changed/);
  // As git does, which brings specs and output together.
  const manifest = join(root, 'generated/haft.manifest.json');
  writeFileSync(manifest, `${readFileSync(manifest, 'utf8')}\n`);
  expect(haft(root, ...LINE, '--dry-run').stderr).not.toMatch(/has changed/);
  writeFileSync(manifest, readFileSync(manifest, 'utf8').trimEnd() + '\n');
  compile();
  writeFileSync(join(root, 'README.md'), 'Nothing of ours.\n');
  expect(haft(root, ...LINE).stderr).not.toMatch(/has changed/);
  writeFileSync(join(root, 'specs/b.yaml'), TIME.replace('alpha', 'beta'));
  expect(haft(root, ...LINE).stderr).toMatch(/warning: "specs" has changed since/);
  rmSync(join(root, '.haft'), { recursive: true });
  expect(haft(root, ...LINE, '--remove', '--force').stderr).toBe('');
});

test('after a compile that is not remembered, nothing is claimed', () => {
  const root = temporaryFolder({ 'specs/a.yaml': TIME });
  for (let round = 0; round < 4; round += 1) {
    writeFileSync(join(root, 'specs/a.yaml'), TIME.replace('Tells the time.', `Tells the time ${round}.`));
    expect(haft(root, 'compile').code).toBe(0);
    expect(haft(root, ...LINE).stderr).not.toMatch(/has changed/);
  }
});
