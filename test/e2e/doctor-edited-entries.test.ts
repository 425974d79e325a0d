/** Whatever is changed by hand in an entry, the commands that the doctor prints end every finding. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { doctorProject, findingsOf, run } from '../support/doctor-project.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';

type Json = Record<string, unknown>;

/** Hosts with JSON, the keys of their servers, and of the variables of an entry. */
const PLACES = [
  ['claude-code', '.claude.json', 'mcpServers', 'env'],
  ['gemini', '.gemini/settings.json', 'mcpServers', 'env'],
  ['opencode', '.config/opencode/opencode.json', 'mcp', 'environment'],
  ['copilot', '.copilot/mcp-config.json', 'mcpServers', 'env'],
  ['cursor', '.cursor/mcp.json', 'mcpServers', 'env'],
] as const;

const ANYTHING = fc.oneof(
  fc.constantFrom('', ' ', '~', '.', '/', 'node', 'true', 'false', '${HOME}', '${NOWHERE}', '--http', '--bogus'),
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, ['node'], { a: 1 }),
);

/** Of one text: as people get it wrong. */
const SPOILED = fc.constantFrom<(text: string) => unknown>(
  (text) => `"${text}"`,
  (text) => `${text} `,
  (text) => text.toUpperCase(),
  (text) => text.slice(1),
  (text) => text.replace(/^\/.*?\/generated/, '~/my project/generated'),
  (text) => text.replaceAll('/', '\\'),
  (text) => `node ${text}`,
  (text) => text.replace('server.mjs', 'other.mjs'),
  (text) => [text],
);

/** Changes one member somewhere in the entry, takes it out, or adds one. */
const EDIT = fc.oneof(
  fc.record({ kind: fc.constant('spoil' as const), at: fc.nat(), how: SPOILED }),
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), value: ANYTHING }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('whole' as const), value: ANYTHING }),
  fc.record({
    kind: fc.constant('variable' as const),
    name: fc.constantFrom('PATH', 'NODE_OPTIONS', 'LIBRARY_URL', 'LIBRARY_KEY', 'LANG'),
    value: ANYTHING,
  }),
  fc.record({
    kind: fc.constant('member' as const),
    name: fc.constantFrom('type', 'url', 'cwd', 'enabled', 'disabled', 'timeout', 'env', 'args', 'command'),
    value: ANYTHING,
  }),
);
type Edit = typeof EDIT extends fc.Arbitrary<infer T> ? T : never;

/** Each text and other leaf of a value, with the way to write another one in its place. */
function leavesOf(value: unknown, set: (next: unknown) => unknown): [unknown, (next: unknown) => unknown][] {
  if (Array.isArray(value))
    return value.flatMap((item, at) =>
      leavesOf(item, (next) => set(value.with(at, next).filter((one) => one !== GONE))),
    );
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, member]) =>
      leavesOf(member, (next) =>
        set(Object.fromEntries(Object.entries({ ...value, [key]: next }).filter(([, one]) => one !== GONE))),
      ),
    );
  return [[value, set]];
}
const GONE = Symbol('gone');

function edited(entry: Json, edit: Edit, variables: string): unknown {
  if (edit.kind === 'whole') return edit.value;
  if (edit.kind === 'member') return { ...entry, [edit.name]: edit.value };
  if (edit.kind === 'variable')
    return { ...entry, [variables]: { ...(entry[variables] as object), [edit.name]: edit.value } };
  const leaves = leavesOf(entry, (next) => next);
  const [leaf, set] = leaves[edit.at % leaves.length] ?? [undefined, () => entry];
  if (edit.kind === 'remove') return set(GONE);
  return set(edit.kind === 'replace' ? edit.value : edit.how(String(leaf)));
}

// Each starts a server up to three times.
test.skipIf(ON_WINDOWS)('and a second look finds nothing', { timeout: 3_600_000 }, () => {
  const bench = doctorProject('', { GEMINI_CLI_TRUST_WORKSPACE: 'true' });
  bench.write({ 'my project/generated/servers/library/other.mjs': 'console.error("another program");\n' });
  for (const [id] of PLACES) run(bench, ['install', id, '--user', '--env', 'LIBRARY_URL=http://127.0.0.1:9']);
  fc.assert(
    fc.property(fc.constantFrom(...PLACES), EDIT, ([id, path, container, variables], edit) => {
      const file = join(bench.home, path);
      const whole = JSON.parse(readFileSync(file, 'utf8')) as Json;
      const map = whole[container] as Record<string, Json>;
      const entry = edited(map['library'] ?? {}, edit, variables);
      writeFileSync(file, JSON.stringify({ ...whole, [container]: { ...map, library: entry } }));
      let found = findingsOf(bench, id, '3');
      const first = found;
      for (let round = 0; round < 3 && found.length > 0; round += 1) {
        for (const { commands } of found)
          for (const [, ...words] of commands)
            run(
              bench,
              words.map((word) => word.replace(/<value>$/, 'http://127.0.0.1:9')),
            );
        found = findingsOf(bench, id);
      }
      expect(found, `${id} ${JSON.stringify(entry)}\n${JSON.stringify(first, undefined, 1)}`).toEqual([]);
    }),
    { numRuns: runs(runs(500)) },
  );
});
