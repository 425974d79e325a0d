/** Skills over MCP: what the official client reads from a generated server is what stands in generated/, byte for byte. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { emit } from '../../compiler/emit/emit.ts';
import { startHttp } from '../runtime/support/http-client.ts';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { connect, SOME_MODES } from '../support/official-client.ts';
import type { Mode } from '../support/official-client.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const server = (keys: string): string => serverSpec('clock', 'Tells the time.', [toolItem('get_time', COMMAND)]) + keys;

const skill = (name: string, servers: string): string => `kind: skill
name: ${name}
version: 1.0.0
description:
  does: "Knows what time it is: here, and --- elsewhere."
  when: the user asks for ${name}
  triggers: ["${name} please", "I want ${name}"]
  not_for: [{ case: "weather in ${name}" }]
context: Time passes.
steps: [Ask for the place.]
never: [Invent a time]
servers: [${servers}]
license: MIT
metadata: { author: "Ü: #1" }
evals:
  - { input: "${name} now", expected_behavior: [Asks for the place] }
  - { input: weather, should_trigger: false }
`;

const FOLDER = 'specs/travel time';
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'specs/server.yaml': server('transports: [stdio, http, sse]\nserve_skills: true\n'),
  [`${FOLDER}/skill.yaml`]: skill('travel-time', 'clock'),
  'specs/nap/skill.yaml': skill('nap-time', ''),
  [`${FOLDER}/references/zones.md`]: '# Zones\r\n\nUTC\u2028 `${x}` 😀\n',
  [`${FOLDER}/references/mit Ä & [x] 100% #1?.md`]: 'odd name',
  [`${FOLDER}/references/a%2Fb.md`]: 'escaped',
  [`${FOLDER}/references/deep/er/empty.txt`]: '',
  [`${FOLDER}/assets/mark.md`]: '\uFEFFbegins with a mark',
  [`${FOLDER}/assets/clock.png`]: Uint8Array.from({ length: 30_000 }, (_byte, at) => (at * 7) % 256),
  [`${FOLDER}/assets/torn`]: Uint8Array.of(0x61, 0xc3),
  [`${FOLDER}/assets/SKILL.md`]: '---\nname: assets\ndescription: a skill inside a skill is a file\n---\n',
  [`${FOLDER}/scripts/now.sh`]: '#!/bin/sh\ndate\n',
};

let project = '';
beforeAll(() => {
  project = mkdtempSync(join(realpathSync(tmpdir()), 'haft skills '));
  writeFiles(project, FILES);
  expect(haft(project, 'compile')).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(project, { recursive: true }));

const generated = (path: string): string => join(project, 'generated', path);

/** Reads every file of every skill; the client holds each against size, digest and front matter. */
async function judge(client: Client): Promise<void> {
  const skills = new SkillsClient(client);
  expect(skills.supported).toBe(true);
  const { skills: entries } = await skills.list();
  expect(entries.map(({ uri }) => uri)).toEqual(['skill://travel-time/SKILL.md']);
  const [entry] = entries;
  if (entry === undefined || entry.resources === 'dynamic') throw new Error('The skill has no list of files.');
  const onDisk = Object.keys(treeOf(generated('skills/travel-time'))).filter((path) => !path.startsWith('evals/'));
  expect(onDisk).toHaveLength(10);
  const read = await Promise.all(entry.resources.map(({ uri }) => skills.read(entry, uri)));
  const paths = read.map(({ uri }) => decodeURIComponent(uri.slice('skill://travel-time/'.length)));
  expect(paths.toSorted()).toEqual(onDisk.toSorted());
  for (const [index, { bytes, verified }] of read.entries()) {
    const disk = readFileSync(generated(`skills/travel-time/${paths[index]}`));
    const { digest, size } = entry.resources[index] ?? {};
    expect({ verified, digest, size }).toEqual({
      verified: true,
      digest: `sha256:${createHash('sha256').update(disk).digest('hex')}`,
      size: disk.length,
    });
    expect(Buffer.from(bytes).equals(disk), paths[index]).toBe(true);
  }
  // As a model writes it, and as a browser would resolve it.
  for (const path of ['references/mit Ä & [x] 100%25 %231%3F.md', 'references/a%252Fb.md', 'references/zones.md#utc'])
    expect(await skills.read(entry, path)).toMatchObject({ verified: true });
  expect((await skills.get(entry.uri)).skill).toEqual(entry);
  const { resources } = await client.listResources();
  const { name, description } = entry.frontmatter;
  expect(resources).toEqual([{ uri: entry.uri, name, description, mimeType: 'text/markdown' }]);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
}

async function connectTo(transport: Parameters<Client['connect']>[0], mode: Mode): Promise<Client> {
  const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

describe.each(SOME_MODES)('the official client, %s', (_name, mode) => {
  test('over stdio', async () => {
    await judge(await connect(mode, generated('servers/clock/server.mjs')));
  });

  test('over HTTP', async () => {
    const { url } = await startHttp(generated('servers/clock/server.mjs'), ['--http']);
    await judge(await connectTo(new StreamableHTTPClientTransport(new URL(url)), mode));
  });
});

test('the official client, over HTTP+SSE', async () => {
  const { port } = await startHttp(generated('servers/clock/server.mjs'), ['--sse']);
  await judge(await connectTo(new SSEClientTransport(new URL(`http://127.0.0.1:${port}/sse`)), 'legacy'));
});

test('binary files travel in Base64, texts as they are, each with its type', async () => {
  const client = await connect('auto', generated('servers/clock/server.mjs'));
  const read = async (path: string): Promise<unknown> => {
    return (await client.readResource({ uri: `skill://travel-time/${path}` })).contents[0];
  };
  expect(await read('scripts/now.sh')).toMatchObject({ mimeType: 'application/x-sh', text: '#!/bin/sh\ndate\n' });
  expect(await read('assets/clock.png')).toMatchObject({ mimeType: 'image/png', blob: expect.any(String) });
  expect(await read('assets/torn')).toMatchObject({ mimeType: 'application/octet-stream', blob: 'YcM=' });
  expect(await read('assets/mark.md')).toMatchObject({ mimeType: 'text/markdown', text: '\uFEFFbegins with a mark' });
});

test('without "serve_skills" a server carries and says nothing of it', async () => {
  const folder = temporaryFolder({ ...FILES, 'specs/server.yaml': server('') });
  expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
  const tree = treeOf(join(folder, 'generated'));
  expect(Object.keys(tree).filter((path) => path.startsWith('servers/'))).not.toContain('servers/clock/skills.ts');
  expect(tree['servers/clock/tools.ts']).not.toMatch(/skill/i);
  expect(tree['servers/clock/server.mjs']?.includes('modelcontextprotocol/skills')).toBe(false);
  const client = await connect('auto', join(folder, 'generated/servers/clock/server.mjs'));
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
});

test('what is remembered between two compiles never serves an old file', () => {
  const specs = ['specs/server.yaml', `${FOLDER}/skill.yaml`].map((path) => ({ path, text: String(FILES[path]) }));
  const serverWith = (content: string): string => {
    const path = `${FOLDER}/references/zones.md`;
    const bytes = new TextEncoder().encode(content);
    const { plan } = planSpecs(specs, { files: [{ path, bytes, executable: false }] }).value ?? {};
    const made = plan && emit(plan, '..', new Map([[path, bytes]]));
    const file = made?.find((one) => one.path === 'servers/clock/server.mjs');
    return file?.kind === 'text' ? file.text : '';
  };
  expect(serverWith('early')).toContain('"text":"early"');
  expect(serverWith('later')).toContain('"text":"later"');
  expect(serverWith('early')).toBe(serverWith('early'));
});

test('the list of outputs has the skills as data', () => {
  const { code, stdout } = haft(project, 'compile', '--outputs');
  expect(code).toBe(0);
  expect(stdout.split('\n')).toContain('generated/servers/clock/skills.ts');
});

test('haft diff reports a skill that is served, withdrawn, or needs a new approval', () => {
  const folder = temporaryFolder(FILES);
  expect(haft(folder, 'release')).toMatchObject({ code: 0 });
  const kindsOf = (): unknown => {
    const { changes } = JSON.parse(haft(folder, 'diff', '--format', 'json').stdout);
    return changes.map(({ kind, subject }: { kind: string; subject: string }) => `${kind}: ${subject}`);
  };
  expect(kindsOf()).toEqual([]);
  writeFiles(folder, { [`${FOLDER}/references/zones.md`]: 'UTC' });
  expect(kindsOf()).toEqual([
    'skill/file-changed: file "references/zones.md" of skill "travel-time"',
    'skill/approval-lost: skill "travel-time"',
  ]);
  writeFiles(folder, { ...FILES, 'specs/nap/skill.yaml': skill('nap-time', 'clock') });
  expect(kindsOf()).toContain('server/skill-served: "serve_skills" of server "clock"');
  writeFiles(folder, { ...FILES, 'specs/server.yaml': server('transports: [stdio, http, sse]\n') });
  expect(kindsOf()).toEqual(['server/skill-withdrawn: "serve_skills" of server "clock"']);
});
