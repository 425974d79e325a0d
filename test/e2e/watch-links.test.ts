/** Links while `haft watch` runs: links out of the project are reported and not followed; others are built. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECRET, linkedProject } from '../support/linked.ts';
import { startWatching } from '../support/watching.ts';
import type { BuildLine } from '../support/watching.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const leaves = ({ diagnostics }: BuildLine): boolean =>
  diagnostics?.some(({ code }) => code === 'file/link-outside') ?? false;
const isGood = ({ ok }: BuildLine): boolean => ok;

test.skipIf(ON_WINDOWS)('a reference that becomes a link, and one that leads to the root of the machine', async () => {
  const folder = linkedProject({ 'app/specs/more': '/' });
  const [app, reference] = [join(folder, 'app'), join(folder, 'app/specs/trip/references/lines.md')];
  const copy = join(app, 'generated/skills/plan-a-journey/references/lines.md');
  const watch = startWatching(app);
  await watch.until(leaves);
  rmSync(join(app, 'specs/more'));
  await watch.until(isGood);
  symlinkSync('../../../../outside/lines.md', join(app, 'new.md'));
  renameSync(join(app, 'new.md'), reference);
  await watch.until((line) => leaves(line) || line.failure !== undefined);
  expect(readFileSync(copy, 'utf8')).toBe('The lines.\n');
  mkdirSync(join(app, 'shared'));
  writeFileSync(join(app, 'shared/lines.md'), 'Shared.\n');
  rmSync(reference);
  symlinkSync('../../../shared/lines.md', reference);
  await watch.until((line) => line.files?.changed.includes('skills/plan-a-journey/references/lines.md') ?? false);
  expect(readFileSync(copy, 'utf8')).toBe('Shared.\n');
  watch.kill('SIGINT');
  await watch.ended;
  expect(JSON.stringify(watch.lines)).not.toContain(SECRET);
});
