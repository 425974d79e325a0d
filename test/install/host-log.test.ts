/** What hosts have logged of their servers, and what Claude Code keeps for one folder only. */
import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostStatus } from '../../compiler/features/connect/run/hosts/status.ts';
import { withLogs } from '../../compiler/features/connect/run/doctor/host-log.ts';
import { findingsJson, findingsText } from '../../compiler/features/connect/run/doctor/print.ts';
import { hostOf } from '../../compiler/features/connect/run/install/options.ts';
import { SECRET, doctorBench } from '../support/doctor-bench.ts';
import type { DoctorBench } from '../support/doctor-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const LINE = '--user --env=LIBRARY_URL=http://127.0.0.1:9';
const around = ({ home, project }: DoctorBench) =>
  ({ system: { platform: 'linux', home, env: {} }, root: project }) as const;

async function logged(bench: DoctorBench): Promise<string> {
  const { observed: seen, findings } = await bench.doctor();
  const all = seen.map((one) => withLogs(one, around(bench)));
  expect(findingsJson(all, findings)).not.toContain(SECRET);
  return findingsText(all, findings);
}

/** As Claude Code names it. */
const folderOf = ({ project }: DoctorBench): string =>
  `.cache/claude-cli-nodejs/${project.replaceAll(/[^a-zA-Z0-9]/g, '-')}/mcp-logs-library`;

describe.skipIf(ON_WINDOWS)('--logs', () => {
  test('the newest file of Claude Code: its last lines, without secrets and control characters, and cut', async () => {
    const bench = doctorBench(`claude-code ${LINE}`);
    const lines = Array.from({ length: 30 }, (_, n) => JSON.stringify({ debug: `step ${n}`, timestamp: 'T' }));
    const last = [
      { error: `Server stderr: key "${SECRET}" is wrong\n`, timestamp: 'T1' },
      { error: '\u001b[2J\u001b[31mred', timestamp: 'T2' },
      { error: 'x'.repeat(5000) },
    ].map((one) => JSON.stringify(one));
    const folder = folderOf(bench);
    bench.write({
      [`${folder}/old.jsonl`]: '{"error":"of yesterday"}\n',
      [`${folder}/new.jsonl`]: [...lines, ...last, 'not JSON', ''].join('\n'),
    });
    utimesSync(join(bench.home, folder, 'old.jsonl'), 1, 1);
    const text = await logged(bench);
    expect(text).toMatch(/library: 1 tool\n {6}log: ~\/\.cache\/.*new\.jsonl\n {8}T step 24\n/);
    expect(text).toContain('T1 Server stderr: key "<secret>" is wrong\n');
    expect(text).toContain('        not JSON\n');
    expect(text).not.toMatch(/of yesterday|step 23|\u001b|x{301}/);
    expect(text).not.toContain(SECRET);
  });

  test('the last call is the newest line that the server itself has logged of a tool', async () => {
    const bench = doctorBench(`claude-code ${LINE}`);
    const own = (time: string, more: string): string =>
      `Server stderr: {"time":"${time}","level":"debug",${more},"message":"GET /books 200"}`;
    const lines = [
      own('2026-11-20T10:00:00.000Z', '"server":"library","tool":"list_books"'),
      own('2026-11-20T11:00:00.000Z', '"server":"library","tool":"find_books"'),
      own('2026-11-20T12:00:00.000Z', '"server":"other","tool":"find_books"'),
      own('2026-11-20T13:00:00.000Z', '"server":"library"'),
      'Calling MCP tool: delete_books',
    ].map((error) => JSON.stringify({ error, timestamp: 'T' }));
    bench.write({ [`${folderOf(bench)}/new.jsonl`]: lines.join('\n') });
    expect(await logged(bench)).toContain('      last call: find_books, 2026-11-20T11:00:00.000Z\n');
  });

  test('of a log of all servers, the lines with the name of the server', async () => {
    const bench = doctorBench(`opencode ${LINE}`);
    bench.write({
      '.local/share/opencode/log/opencode.log':
        'level=INFO service=mcp key=library message=started\nlevel=INFO key=library-of-mine\nlevel=ERROR service=other\n',
    });
    const text = await logged(bench);
    expect(text).toContain('key=library message=started');
    expect(text).not.toMatch(/of-mine|service=other/);
  });

  test('only the end of a huge log is read, and no log, a folder or an empty one is no error', async () => {
    const bench = doctorBench(`claude-code ${LINE}`);
    expect(await logged(bench)).not.toContain('log:');
    mkdirSync(join(bench.home, folderOf(bench), 'inner'), { recursive: true });
    expect(await logged(bench)).not.toContain('log:');
    bench.write({ [`${folderOf(bench)}/a.jsonl`]: '' });
    expect(await logged(bench)).not.toContain('log:');
    bench.write({ [`${folderOf(bench)}/b.jsonl`]: `${'{"error":"again"}\n'.repeat(1_000_000)}{"error":"the end"}\n` });
    expect(await logged(bench)).toMatch(/again\n {8}the end\n/);
  });
});

describe.skipIf(ON_WINDOWS)('servers of one folder', () => {
  const local = (bench: DoctorBench, folder: string, entry: object): void =>
    bench.write({ '.claude.json': JSON.stringify({ projects: { [folder]: { mcpServers: { library: entry } } } }) });

  test('the doctor starts them, and names file and key', async () => {
    const bench = doctorBench('');
    local(bench, bench.project, { type: 'stdio', command: 'node', args: [join(bench.home, 'gone.mjs')], env: {} });
    const { findings, text } = await bench.doctor();
    expect(findings).toMatchObject([
      { id: 'script-missing', file: '~/.claude.json', key: `projects.${bench.project}.mcpServers.library.args` },
    ]);
    expect(text).toContain('library: not started');
    local(bench, bench.project, { type: 'stdio', command: 'node', args: [bench.script] });
    expect((await bench.doctor()).text).toContain('library: 1 tool\n');
  });

  test('those of another folder are not read', async () => {
    const bench = doctorBench('');
    local(bench, '/elsewhere', { command: 'node', args: ['gone.mjs'] });
    await expect(bench.doctor()).rejects.toThrow('No host has a server from Haft.');
  });

  test('`haft hosts` lists them', () => {
    const bench = doctorBench('');
    const file = (): object | undefined =>
      hostStatus(hostOf('claude-code'), around(bench)).files.find(({ scope }) => scope === 'local');
    expect(file()).toBeUndefined();
    local(bench, bench.project, { command: 'node', args: [] });
    expect(file()).toMatchObject({
      path: join(bench.home, '.claude.json'),
      servers: [{ name: 'library', state: 'connected' }],
    });
  });
});
