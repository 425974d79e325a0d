/** A `file:` tool from its spec to a built server: compiled, listed as a read, called, and kept inside its folder. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { serverSpec, toolItem } from '../support/specs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const FILE = `parameters:
      zone: { type: string, description: "Name of a time zone, such as UTC." }
      start: { type: integer, minimum: 1, default: 1, description: First line to return. }
    required: [zone]
    file:
      folder: "{env.ZONES}"
      path: "{zone}.md"
      lines: { start: "{start}" }
      not_found: { error: There is no such time zone., retry_hint: Ask the user which one is meant. }`;
const SPEC = serverSpec('clock', 'Tells the time.', [
  toolItem('get_time', FILE).replace(
    'properties: { text: { type: string } }',
    'properties: { text: { type: string }, total_lines: { type: integer }, start: { type: integer }, end: { type: integer } }',
  ),
]).replace('tools:', 'env: { ZONES: { description: Folder with a file for each time zone. } }\ntools:');

test.skipIf(ON_WINDOWS)('a compiled server reads a file, and nothing else', async () => {
  const project = temporaryFolder({ 'specs/clock.yaml': SPEC });
  expect(haft(project, 'compile')).toMatchObject({ code: 0, stderr: '' });
  const zones = temporaryFolder({ 'UTC.md': 'Zone\nNoon is at 12.\n', 'secret.txt': 'outside' });
  symlinkSync('/etc/hosts', join(zones, 'hosts.md'));
  const server = startServer(join(project, 'generated/servers/clock/server.mjs'), [], { ZONES: zones });
  const call = async (args: object): Promise<{ readonly structuredContent: unknown }> => {
    server.ask('tools/call', { name: 'get_time', arguments: args });
    return (await server.next()).result;
  };
  server.ask('tools/list');
  expect((await server.next()).result.tools[0]).toMatchObject({ annotations: { readOnlyHint: true } });
  expect(await call({ zone: 'UTC', start: 2 })).toMatchObject({
    structuredContent: { success: true, data: { text: 'Noon is at 12.\n', total_lines: 2, start: 2, end: 2 } },
  });
  expect(await call({ zone: 'CET' })).toMatchObject({
    structuredContent: { code: 'not_found', error: 'There is no such time zone.' },
  });
  expect(await call({ zone: 'hosts' })).toMatchObject({ structuredContent: { code: 'outside_folder' } });
  expect(await call({ zone: '../UTC' })).toMatchObject({ structuredContent: { code: 'invalid_arguments' } });
});
