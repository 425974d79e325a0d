/** `haft call` of a service that issues access tokens: none of them is shown. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { join } from 'node:path';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { startHaft } from '../support/haft.ts';

const MEADOW = `kind: server
name: meadow
version: 1.0.0
summary: Counts the bees of a meadow.
env:
  MEADOW_URL: { description: Address of the meadow. }
  MEADOW_SECRET: { description: Secret of the client., secret: true }
connections:
  meadow:
    base_url: "{env.MEADOW_URL}"
    auth: { client_credentials: { token_url: "{env.MEADOW_URL}/token", client_id: bees, client_secret: "{env.MEADOW_SECRET}" } }
tools:
  - name: count_bees
    description: { does: Counts the bees of a flower., when: the user asks about bees }
    parameters: { flower: { type: string, description: Name of the flower. } }
    required: [flower]
    effects: read
    http: { connection: meadow, request: GET /bees, query: { flower: "{flower}" } }
  - name: show_bee
    description: { does: Shows the picture of a bee., when: the user wants to see a bee }
    effects: read
    http: { connection: meadow, request: GET /picture, response: bytes }
`;

test('access tokens: a dry run shows the request of the tool, and a trace no token', async () => {
  const token = `t0ken-${Array.from({ length: 120 }, (_, n) => n * 7919 + 70_000).join('')}-of-the-meadow`;
  const seen: string[] = [];
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const isPicture = request.url === '/picture';
    response.setHeader('content-type', isPicture ? 'image/png' : 'application/json');
    if (isPicture) return response.end(Buffer.from([0x89, 0x50, 0, 0, 0xff]));
    const { authorization: echo } = request.headers;
    return response.end(JSON.stringify(request.url === '/token' ? { access_token: token } : { bees: 3, echo }));
  });
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  const env = { MEADOW_URL: `http://127.0.0.1:${port}`, MEADOW_SECRET: 's3cret-of-the-client' };
  const cwd = temporaryFolder({ 'specs/meadow.yaml': MEADOW });

  const dry = await startHaft(cwd, ['call', 'count_bees', '--arg', 'flower=rose', '--dry-run'], env);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toBe(`GET http://127.0.0.1:${port}/bees?flower=rose\nauthorization: [redacted]\n`);
  expect(seen).toEqual([]);

  const traced = await startHaft(cwd, ['call', 'count_bees', '--arg', 'flower=rose', '--trace'], env);
  expect(traced.stdout).toBe('{"success":true,"data":{"bees":3,"echo":"Bearer [redacted]"}}\n');
  expect(traced.stderr).toMatch(/→ POST [^]*\(access token, not shown\)[^]*→ GET [^]*"echo":"Bearer \[redacted\]"/);
  expect(traced.stderr).not.toMatch(/t0ken|7919|of-the-meadow/);

  const picture = await startHaft(cwd, ['call', 'show_bee', '--trace'], env);
  expect(picture.stderr).toContain('(image/png, not shown)');
  expect(picture.stderr).not.toContain('PNG');

  // What a platform gives to the workload, and what a client signs, are no variables.
  const workload = 'workload: { token_url: "{env.MEADOW_URL}/token", token_file: "{env.MEADOW_SECRET}" }';
  writeFiles(cwd, {
    'specs/meadow.yaml': MEADOW.replace(/client_credentials: \{.*\} \}/, `${workload} }`),
    'given-token': 'w0rkload-token-of-the-meadow',
  });
  const own = { ...env, MEADOW_SECRET: join(cwd, 'given-token') };
  const given = await startHaft(cwd, ['call', 'count_bees', '--arg', 'flower=rose', '--trace'], own);
  expect(given).toMatchObject({ code: 0, stdout: '{"success":true,"data":{"bees":3,"echo":"Bearer [redacted]"}}\n' });
  expect(given.stderr).toMatch(/grant_type=\S*jwt-bearer&assertion=\[redacted\]/);
  expect(given.stderr).not.toMatch(/w0rkload|t0ken|7919/);
  service.close();
});
