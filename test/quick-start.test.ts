/** README's quick start, as printed, in an empty home folder. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';

const ROOT = join(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [, commands = '', output = ''] = /## Quick start[^]*?```sh\n([^]*?)```\n\n```\n([^]*?)```/.exec(README) ?? [];

test.skipIf(ON_WINDOWS)('its commands give what it shows', () => {
  const [first = '', ...others] = commands.trim().split('\n');
  // The tests have installed and built this clone; a second time would take it from under the other tests.
  expect(first).toBe('export HAFT="$PWD" && npm ci && npm run build');
  const home = temporaryFolder();
  const printed = execFileSync('sh', ['-ec', others.join('\n')], {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, HAFT: ROOT, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(output).toMatch(/compiled into generated/);
  expect(printed).toContain(output);
  expect(printed).toContain('"name": "count_words"');
  expect(printed).toMatch(
    /Claude Code \(user\): ~\/\.claude\.json\n {2}text-tools: added\n {2}1 skill added: ~\/\.claude\/skills\n/,
  );
});
