/** Links that the user has made to the file of a host, before or after an installation: all of them stay, and the entry goes. */
// In depth: links of every kind in every host; install.test.ts has a link that stays one.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { installBench } from '../support/install-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';

const CURSOR = '.cursor/mcp.json';
const OWN = '{ "mcpServers": {} }\n';

interface Way {
  readonly when: 'before' | 'after';
  /** How many links are on the way to the file. */
  readonly links: number;
  readonly absolute: boolean;
  /** What is at the end of the links before the installation. */
  readonly target: 'no folder' | 'no file' | 'file';
  /** Whether something of the user's comes into the file between the two. */
  readonly addition: boolean;
}

const WAY: fc.Arbitrary<Way> = fc.record({
  when: fc.constantFrom('before', 'after'),
  links: fc.integer({ min: 1, max: 3 }),
  absolute: fc.boolean(),
  target: fc.constantFrom('no folder', 'no file', 'file'),
  addition: fc.boolean(),
});

/** From the file of the host over further links to the target; all paths absolute. */
function makeLinks(home: string, target: string, { links, absolute }: Way): readonly string[] {
  const paths = [CURSOR, 'a/one.json', 'b/two.json'].slice(0, links).map((path) => join(home, path));
  for (const [at, path] of paths.entries()) {
    const next = paths[at + 1] ?? target;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(absolute ? next : relative(dirname(path), next), path);
  }
  return paths;
}

function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

function comesAndGoes(way: Way): void {
  const { home, install } = installBench();
  const target = join(home, 'dot/m.json');
  const start = way.when === 'before' ? target : join(home, CURSOR);
  if (way.target !== 'no folder') mkdirSync(dirname(start), { recursive: true });
  if (way.target === 'file') writeFileSync(start, OWN);
  let links = way.when === 'before' ? makeLinks(home, target, way) : [];
  install('cursor --user --only=notes');
  if (way.when === 'after') {
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(home, CURSOR), target);
    links = makeLinks(home, target, way);
  }
  expect(readFileSync(join(home, CURSOR), 'utf8')).toContain('"notes"');
  if (way.addition) writeFileSync(target, readFileSync(target, 'utf8').replace('{', '{ "mine": 1,'));
  const [plan] = install('cursor --user --only=notes --remove').plans;
  expect(plan?.entries).toEqual({ notes: 'removed' });
  for (const link of links) expect(lstatSync(link).isSymbolicLink(), link).toBe(true);
  expect(textsBelow(home)).not.toContain('"notes"');
  if (way.addition) expect(readFileSync(target, 'utf8')).toContain('"mine": 1');
  else if (way.target === 'file') expect(readFileSync(target, 'utf8')).toBe(OWN);
  else expect(existsSync(target)).toBe(false);
  if (way.when === 'before') expect(existsSync(dirname(target))).toBe(way.target !== 'no folder' || way.addition);
}

test.skipIf(ON_WINDOWS)('links stay, and no file has the entry any more', () => {
  fc.assert(fc.property(WAY, comesAndGoes), {
    numRuns: runs(1000, 20),
    examples: (['before', 'after'] as const).map((when) => [
      { when, links: 1, absolute: false, target: 'no file', addition: false },
    ]),
  });
});
