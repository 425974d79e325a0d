/** A compiled server that listens: installed into every host that takes it, reached by the doctor as it runs, and taken out again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTS } from '../../compiler/spec/hosts/index.ts';
import { startHttp } from '../runtime/support/http-client.ts';
import { doctorProject, findingsOf, run } from '../support/doctor-project.ts';
import { treeOf } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const OFFERS = [
  ['sse', 'sse', HOSTS.filter(({ sse }) => sse)],
  ['sse, http', 'mcp', HOSTS.filter(({ http }) => http)],
  ['http', 'mcp', HOSTS.filter(({ http }) => http)],
] as const;

/** That a folder is not trusted yet is said of no entry in particular. */
const FINDINGS_OF_PERSONS = new Set(['not-approved']);

test.skipIf(ON_WINDOWS).each(everyNth(3, OFFERS))('with the transports %s, at /%s', async (transports, path, hosts) => {
  const bench = doctorProject('', {}, transports);
  const server = await startHttp(bench.script, [], { LIBRARY_URL: 'http://127.0.0.1:9' });
  const url = server.url.replace('/mcp', `/${path}`);
  rmSync(join(bench.home, '.haft'), { recursive: true, force: true });
  const before = treeOf(bench.home);
  const asked = everyNth(2, hosts);
  for (const { id, config } of asked) {
    const scope = config.user ? '--user' : '--project';
    const installed = run(bench, ['install', id, scope, '--only', 'library', '--url', url]);
    expect(installed.code, installed.stdout + installed.stderr).toBe(0);
    const again = run(bench, ['install', id, scope, '--only', 'library']);
    expect(again.stdout, id).toContain('library: unchanged');
    const found = findingsOf(bench, id).filter((one) => !FINDINGS_OF_PERSONS.has(one.id));
    expect(found, id).toEqual([]);
  }
  server.child.kill('SIGKILL');
  await server.end();
  for (const { id } of asked) {
    const found = findingsOf(bench, id).filter((one) => !FINDINGS_OF_PERSONS.has(one.id));
    expect(found.map((one) => one.id)).toEqual(['no-listener']);
    const removed = run(bench, ['install', id, '--remove', '--only', 'library']);
    expect(removed.code, removed.stdout + removed.stderr).toBe(0);
  }
  expect(treeOf(bench.home)).toEqual(before);
});
