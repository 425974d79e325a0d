/** Commands that are printed as a next step look where the run has looked, and are command lines that Haft accepts. */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../compiler/cli/main.ts';
import { readArguments } from '../compiler/edge/command-line/arguments.ts';
import { withPlaces } from '../compiler/edge/command-line/next-step.ts';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { CLOCK } from './support/specs.ts';

const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
const PLACES = { specs: 'my specs', out: 'built' };

describe.each(commands.map((command) => [command.name, command] as const))('after haft %s', (_name, ran) => {
  const own = Object.entries(PLACES).filter(([flag]) => flag in ran.flags);
  const invocation = { cwd: '/', flags: Object.fromEntries(own), lists: {}, positionals: [] };

  test('each command gets the flags that mean the same there, and no others', () => {
    for (const next of commands) {
      const text = withPlaces(`Run \`haft ${next.name}\`, or \`ls\`.`, [ran, invocation], commands);
      const [, line = ''] = /^Run `haft ([^`]+)`, or `ls`\.$/.exec(text) ?? [];
      expect(line.startsWith(next.name), text).toBe(true);
      const args = [...line.slice(next.name.length).matchAll(/'([^']*)'|([^\s']+)/g)].map(([, a, b]) => a ?? b ?? '');
      const read = readArguments(next, args, '/').flags;
      expect(read).toEqual(Object.fromEntries(own.filter(([flag]) => next.flags[flag] === ran.flags[flag])));
    }
  });
});

test('hints, and what is out of date, name the folders of the run', () => {
  const cwd = temporaryFolder({ 'my specs/clock.yaml': CLOCK });
  const places = ['--specs', 'my specs', '--out', 'built'];
  expect(haft(cwd, 'compile', '--check', ...places).stdout).toContain(
    "Run `haft compile --specs 'my specs' --out built`",
  );
  const { stderr } = haft(cwd, 'bench', '--rolling', 'clock', ...places);
  expect(stderr).toContain("Run `haft compile --specs 'my specs' --out built`, or name a file");
  expect(haft(cwd, 'install', 'kiro', '--project', '--out', 'built').stderr).toContain('`haft compile --out built`');
});
