/** A file that `haft install` does not change is a finding of the doctor, which proposes no command for it that fails. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTS } from '../../compiler/spec/hosts/index.ts';
import { configPath } from '../../compiler/features/connect/run/install/target.ts';
import { doctorBench } from '../support/doctor-bench.ts';
import type { DoctorBench } from '../support/doctor-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const LINE = '--user --only=library --env=LIBRARY_URL=http://127.0.0.1:9';

/** Texts with something else in the place of the servers; `key` is that of their map. */
const TEXTS: Readonly<Record<'json' | 'toml' | 'yaml', (key: string) => readonly string[]>> = {
  json: (key) => [
    ...['[]', 'null', '"x"', '7', '{}', '{ "other": {} }'].map((value) => `{ "${key}": ${value} }\n`),
    `{ "${key}": {}, "${key}": {} }\n`,
    `{ "${key}": {}, "caf\xe9": 1 }\n`,
    `{ "${key}": { "library": {} }, "${key}": { "other": {} } }\n`,
    `{ "name": "caf\xe9", `,
    '',
    '[]',
  ],
  toml: (key) => [
    ...['{}', '{ other = { command = "x" } }', '[]', '"x"'].map((value) => `${key} = ${value}\n`),
    `[[${key}]]\ncommand = "x"\n`,
    `[${key}.other]\ncommand = "x"\n`,
    `[${key}.other]\ncommand = "x"\n# caf\xe9\n`,
    '',
  ],
  yaml: (key) => [
    ...[' {}', ' ~', ' null', '', ' [a]', '\n  - a', ' text', ' *a', '\n  other: {}'].map(
      (value) => `base: &a\n  b: 1\n${key}:${value}\n`,
    ),
    `# caf\xe9\n${key}:\n  other: {}\n`,
    '',
  ],
};

const CASES = HOSTS.flatMap((host) => {
  const config = host.config.user;
  const [key = ''] = host.container;
  if (!config) return [];
  const { syntax } = config.format;
  return TEXTS[syntax](key).map((text) => ({ id: host.id, host, config, text }));
});

function failureOf(bench: DoctorBench, id: string, ...flags: readonly string[]): string {
  try {
    const { plans } = bench.install([id, LINE, '--dry-run', ...flags].join(' '));
    return plans.flatMap(({ refusals }) => refusals.map(({ message }) => message)).join('\n');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function plant(bench: DoctorBench, { config }: Pick<(typeof CASES)[number], 'config'>, bytes: Uint8Array): string {
  const system = { platform: 'linux' as const, home: bench.home, env: {} };
  const path = configPath(config, 'user', { system, root: bench.project });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
}

test.skipIf(ON_WINDOWS).each(everyNth(4, CASES))('$id: $text', async (one) => {
  const bench = doctorBench('');
  plant(bench, one, Buffer.from(one.text, 'latin1'));
  const failure = failureOf(bench, one.id);
  const { findings } = await bench.doctor(one.id);
  const connects = findings.filter(({ fix }) => 'commands' in fix).map(({ id }) => id);
  if (failure === '') {
    expect(findings.map(({ id }) => id)).toEqual(['not-connected']);
    return;
  }
  expect(connects, failure).toEqual([]);
  const found = findings.filter(({ id }) => id === 'file-refused');
  expect(found).toHaveLength(1);
  expect(failure).toContain(found[0]?.cause.replace(/^.*? the file\. /, ''));
});

test.skipIf(ON_WINDOWS)('an installed entry in a file that is no longer changed has a step for a person', async () => {
  const bench = doctorBench('cursor --user --env=LIBRARY_URL=http://127.0.0.1:9');
  bench.edit('.cursor/mcp.json', (text) => text.replace('{', '{ "mcpServers": {},').replace('server.mjs', 'other.mjs'));
  const { findings } = await bench.doctor('cursor');
  expect(failureOf(bench, 'cursor', '--force')).toContain('Duplicate key "mcpServers"');
  expect(findings).not.toEqual([]);
  const steps = findings.map(({ fix }) => ('say' in fix ? fix.say : ''));
  for (const step of steps) expect(step).toContain('Remove one of the two.');
  bench.write({ '.cursor/mcp.json': '{ "mcpServers": [] }' });
  const later = await bench.doctor();
  expect(later.findings.map(({ id }) => id)).toEqual(['file-refused']);
  expect(later.text).toContain('`haft install` cannot change the file. "mcpServers" is not an object.');
});

test.skipIf(ON_WINDOWS)('UTF-16 is not called JSON with an error', async () => {
  const bench = doctorBench('');
  const one = CASES.find(({ id }) => id === 'cursor');
  if (one) plant(bench, one, Buffer.from('\ufeff{}', 'utf16le'));
  const { text } = await bench.doctor('cursor');
  expect(text).toMatch(/Cursor does not read the file\. ".*" is not UTF-8\.[^]*fix: Save it as UTF-8\./);
});

test.skipIf(ON_WINDOWS)('files in the plural', async () => {
  const { text } = await doctorBench('').doctor('cursor');
  expect(text).toMatch(/Cursor reads \S+ and .+: they have no server from Haft/);
});
