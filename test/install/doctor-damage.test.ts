/** No file ends an examination: whatever is damaged, the rest is examined, and another fault is still found. */
// In depth: every file is damaged in every way; doctor.test.ts has each finding once.
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { doctorBench } from '../support/doctor-bench.ts';
import type { DoctorBench } from '../support/doctor-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';

const GEMINI = '.gemini/settings.json';

const DAMAGES: Readonly<Record<string, (path: string, share: number) => void>> = {
  deleted: (path) => rmSync(path),
  empty: (path) => truncateSync(path),
  'cut off': (path, share) => truncateSync(path, Math.floor(readFileSync(path).length * share)),
  'other bytes': (path, share) => {
    const bytes = readFileSync(path);
    const at = Math.floor(bytes.length * share);
    bytes.fill(255 * share, at, Math.min(at + 9, bytes.length));
    writeFileSync(path, bytes);
  },
  'not text': (path) => writeFileSync(path, Buffer.from([0, 255, 254, 0, 216])),
  'other JSON': (path) => writeFileSync(path, '[{"mcpServers": []}, null]'),
  'wrong types': (path) =>
    writeFileSync(path, '{ "mcpServers": { "library": 7 }, "files": [], "mcp": "x", "skills": 3 }'),
  nested: (path) => writeFileSync(path, `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  'a loop of links': (path) => {
    rmSync(path);
    symlinkSync(path, path);
  },
  'a broken link': (path) => {
    rmSync(path);
    symlinkSync('/nowhere/at/all', path);
  },
};

/** What the doctor reads, but the file of the other fault. */
function filesOf({ home }: DoctorBench): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('haft-backup'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith(GEMINI))
    .sort();
}

function faultyBench(): DoctorBench {
  const bench = doctorBench('claude-code codex gemini --user --env=LIBRARY_URL=http://127.0.0.1:9');
  bench.write({
    'my project/haft.yaml': '# Settings.\n',
    '.claude/settings.json': '{ "permissions": { "allow": [] } }',
  });
  bench.edit(GEMINI, (text) => JSON.stringify({ ...(JSON.parse(text) as object), mcp: { excluded: ['library'] } }));
  return bench;
}

// Each starts up to three servers.
test.skipIf(ON_WINDOWS)('a damaged file is a finding, and hides no other', { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.constantFrom(...Object.keys(DAMAGES)),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (number, damage, share) => {
        const bench = faultyBench();
        const files = filesOf(bench);
        const path = files[number % files.length] ?? '';
        DAMAGES[damage]?.(path, share);
        const { findings, text } = await bench.doctor('', { GEMINI_CLI_TRUST_WORKSPACE: 'true', PATIENCE: '5000' });
        const excluded = findings.filter(({ id, key }) => id === 'switched-off' && key === 'mcp.excluded');
        expect(excluded.length, `${damage} ${path}\n${text}`).toBe(1);
      },
    ),
    { numRuns: runs(500) },
  );
});
