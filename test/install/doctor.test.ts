/** `haft doctor`: each fault is planted in a fresh home folder, and found with its file and its key. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SYMPTOMS } from '../../compiler/features/connect/doctor/symptoms/index.ts';
import { SECRET, doctorBench } from '../support/doctor-bench.ts';
import type { DoctorBench } from '../support/doctor-bench.ts';
import { FILE_FAULTS } from '../support/doctor-file-faults.ts';
import { CLAUDE, CODEX, mcp, replacing } from '../support/doctor-planting.ts';
import { OUTPUT_FAULTS } from '../support/doctor-output-faults.ts';
import { SETTING_FAULTS } from '../support/doctor-setting-faults.ts';
import { PROJECT_FAULTS } from '../support/doctor-project.ts';
import { START_FAULTS } from '../support/doctor-start-faults.ts';
import { SWITCH_FAULTS } from '../support/doctor-switch-faults.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { tellResident } from '../support/resident.ts';
import type { Ran } from '../support/resident.ts';
import { everyNth } from '../support/runs.ts';

const FAULTS = [...FILE_FAULTS, ...START_FAULTS, ...SETTING_FAULTS, ...SWITCH_FAULTS, ...OUTPUT_FAULTS];

test.skipIf(ON_WINDOWS).each(everyNth(5, FAULTS))('$fault', async ({ line, plant, asked, env, id, place, says }) => {
  const bench = doctorBench(line);
  await plant(bench);
  const { findings, text } = await bench.doctor(asked, env);
  expect(text).toContain(`[${id}]`);
  expect(findings.map((found) => found.id)).toContain(id);
  expect(text).toContain(place);
  expect(text).toMatch(says);
  expect(text).not.toContain(SECRET);
  expect(JSON.stringify(findings)).not.toContain(SECRET);
});

test('every symptom is planted', () => {
  const planted = new Set([...FAULTS, ...PROJECT_FAULTS].map(({ id }) => id));
  expect(SYMPTOMS.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([]);
});

const HEALTHY = ['claude-code', 'codex', 'opencode', 'goose', 'cline', 'openclaw', 'kilo', 'hermes', 'zed'];

test.skipIf(ON_WINDOWS).each(everyNth(3, HEALTHY))(
  '%s: an installation is healthy, also where its service is asked',
  async (id) => {
    const bench = doctorBench(`${id} --user --env=LIBRARY_URL=http://127.0.0.1:9`);
    const { text, findings } = await bench.doctor('', { CALL: 'yes' });
    expect(findings).toEqual([]);
    expect(text).toMatch(/library: 1 tool\n\nNo problems found\.\n$/);
  },
);

test.skipIf(ON_WINDOWS)('equal copies of a skill in folders of several hosts are no fault', async () => {
  const bench = doctorBench('claude-code opencode copilot --user --env=LIBRARY_URL=http://127.0.0.1:9');
  expect((await bench.doctor()).findings).toEqual([]);
});

const TRUST: readonly (readonly [string, (bench: DoctorBench) => Readonly<Record<string, string>>])[] = [
  ['claude-code', () => ({ '.claude/settings.json': '{ "enabledMcpjsonServers": ["library"] }' })],
  ['codex', ({ project }) => ({ [CODEX]: `[projects."${project}"]\ntrust_level = "trusted"\n` })],
  ['copilot', ({ project }) => ({ '.copilot/config.json': JSON.stringify({ trustedFolders: [project] }) })],
  ['gemini', ({ project }) => ({ '.gemini/trustedFolders.json': JSON.stringify({ [project]: 'TRUST_FOLDER' }) })],
];

test.skipIf(ON_WINDOWS).each(everyNth(2, TRUST))(
  '%s: a folder that is trusted is healthy, and nothing was written',
  async (id, notes) => {
    const bench = doctorBench(`${id} --project`);
    bench.write(notes(bench));
    const before = bench.tree();
    expect((await bench.doctor()).findings).toEqual([]);
    expect(bench.tree()).toEqual(before);
  },
);

test.skipIf(ON_WINDOWS)('a server that listens is asked for its tools', async () => {
  const listener = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      const { id, method } = JSON.parse(text) as { readonly id?: number; readonly method: string };
      const result =
        method === 'tools/list'
          ? { tools: [{ name: 'x', inputSchema: { type: 'object' } }] }
          : { protocolVersion: '2025-06-18' };
      response.setHeader('content-type', 'text/event-stream');
      response.end(
        id === undefined ? '' : `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`,
      );
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  const bench = doctorBench('', { [CLAUDE]: mcp(`{ "type": "http", "url": "http://127.0.0.1:${port}/mcp" }`) });
  expect((await bench.doctor()).text).toMatch(/library: 1 tool\n\nNo problems found/);
});

test.skipIf(ON_WINDOWS)('a service is asked only with --call', async () => {
  const bench = doctorBench('claude-code --user');
  replacing('my project/generated/servers/library/server.mjs', 'success: true', 'success: false')(bench);
  expect((await bench.doctor()).findings).toEqual([]);
  expect((await bench.doctor('', { CALL: 'yes' })).findings).toMatchObject([{ id: 'call-failed' }]);
});

test('as a command: a handler that throws has its file and line, and the exit codes are 1, 0 and 2', async () => {
  const home = temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' };
  const run = (...args: string[]): Promise<Ran> => tellResident({ cwd: home, args, env });
  await run('init');
  const handlers = join(home, 'specs/text-tools/handlers.ts');
  const text = readFileSync(handlers, 'utf8');
  writeFileSync(handlers, `${text}\nthrow new Error('planted');\n`);
  await run('compile');
  await run('install', 'codex', '--user');
  const line = text.split('\n').length + 1;
  const sick = await run('doctor', '--json');
  const { findings } = JSON.parse(sick.stdout) as { readonly findings: readonly unknown[] };
  expect(findings).toMatchObject([
    { id: 'start-failed', host: 'codex', file: join('~/.codex/config.toml'), key: 'mcp_servers.text-tools' },
  ]);
  expect(JSON.stringify(findings)).toContain(`specs/text-tools/handlers.ts:${line}`);
  writeFileSync(handlers, text);
  await run('compile');
  expect([sick.code, (await run('doctor')).code]).toEqual([1, 0]);
  const wrong = await run('doctor', 'codx');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean "codex"?')]);
  expect((await run('doctor', '--wait', 'long')).stderr).toContain('--wait must be a whole number from 1 to 600');
});
