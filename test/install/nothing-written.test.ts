/** Installations that end before they write: no folder of theirs is left, and a dry run says the same. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { installBench } from '../support/install-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';

describe.skipIf(ON_WINDOWS)('an installation that writes nothing', () => {
  test('leaves no folder of its own', () => {
    const bench = installBench({ '.kiro/settings/mcp.json': '[1]' });
    const before = readdirSync(bench.home, { recursive: true });
    expect(bench.install('kiro --user --only=notes').plans[0]?.refusals).not.toEqual([]);
    expect(readdirSync(bench.home, { recursive: true })).toEqual(before);
  });

  test.each(['.kiro/skills', '.kiro/skills/find-books/SKILL.md/mine', '.kiro/settings'])(
    'says with --dry-run as without that a file of the user is in its way: %s',
    (path) => {
      const bench = installBench({ [path]: 'mine' });
      const run = (more: string): unknown => {
        try {
          const { plans } = bench.install(`kiro --user --force --only=notes --only=find-books${more}`);
          return plans.map(({ refusals, entries, skills }) => ({ refusals, entries, skills }));
        } catch (error) {
          return error;
        }
      };
      const dry = run(' --dry-run');
      expect(dry).toEqual(run(''));
      expect(bench.tree()[path]).toBe('mine');
      if (path === '.kiro/settings') expect(String(dry)).toMatch(/settings" is in its way\. Nothing was written\./);
    },
  );

  test('names the machine that has the lock at once, and the file to delete', () => {
    const bench = installBench({ '.local/state/haft/installs.json.lock': '4711 other-machine' });
    expect(() => bench.install('kiro --user --only=notes')).toThrow(
      /process 4711 on the machine "other-machine", which has ".*installs\.json\.lock"/,
    );
  });
});
