/** Requests per second of a server with `auth:` and one access token against the same server with one static token: `npm run bench:auth`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

const BIN = join(import.meta.dirname, '../../compiler/bin/haft.js');
const CONNECTIONS = 16;
const ROUNDS = 25;
const REQUESTS = 1500;

const specOf = (auth: string): string => `kind: server
name: notes
version: 1.0.0
summary: Keeps notes.
transports: [http]
limits: { calls_per_minute: 1000000 }
${auth}
tools:
  - { name: show_note, description: { does: Shows a note., when: the user asks for it }, effects: read, handler: handlers.ts }
`;

interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  readonly end: () => void;
}

async function start(
  name: string,
  auth: string,
  env: NodeJS.ProcessEnv,
  token: (url: string) => Promise<string>,
): Promise<Contestant> {
  const folder = mkdtempSync(join(tmpdir(), 'haft-bench-'));
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs/notes.yaml'), specOf(auth));
  writeFileSync(join(folder, 'specs/handlers.ts'), 'export const showNote = () => ({ text: "Buy milk." });\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'compile'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const script = join(folder, 'generated/servers/notes/server.mjs');
  const child = spawn(process.execPath, [script, '--http', '--port', '0'], { env: { ...process.env, ...env } });
  let text = '';
  while (!/listening on http:\S+:(\d+)\//.test(text)) text += String((await once(child.stderr, 'data'))[0]);
  const port = Number(/listening on http:\S+:(\d+)\//.exec(text)?.[1]);
  const end = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  return { name, port, pid: child.pid ?? 0, token: await token(`http://127.0.0.1:${port}/mcp`), end };
}

const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'show_note', arguments: {} },
});

/** Requests per second of one round. */
async function measure({ port, token }: Contestant): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, path: '/mcp', method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(String(response.statusCode)));
        response.resume().on('end', resolve);
      });
      sent.on('error', reject).end(BODY);
    });
  await one();
  const from = performance.now();
  let left = REQUESTS;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  return (REQUESTS / (performance.now() - from)) * 1000;
}

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: 'one' };
let issuer = '';
const authority = createServer((asked, response) => {
  response.end(JSON.stringify(asked.url === '/keys' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` }));
}).listen(0, '127.0.0.1');
await once(authority, 'listening');
issuer = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
const secret = 'a-static-token-of-many';
const sign = (url: string): Promise<string> =>
  new SignJWT({ scope: 'read' })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(url)
    .setSubject('ada')
    .setExpirationTime('1h')
    .sign(privateKey);
const auth = `auth: { issuer: "${issuer}", scopes: { read: Read notes. }, effects: { read: [read] } }`;
const contestants = [
  await start('one static token', '', { HAFT_TOKEN: secret }, () => Promise.resolve(secret)),
  await start('auth, one access token', auth, {}, sign),
];
/** Seconds of the processor that a process has used, where the system says it: the load of the machine is not in it. */
function cpuOf({ pid }: Contestant): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
}

const cpu = new Map<string, number>();
const best = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1)
  for (const one of round % 2 === 0 ? contestants : contestants.toReversed()) {
    const before = cpuOf(one);
    best.set(one.name, Math.max(best.get(one.name) ?? 0, await measure(one)));
    cpu.set(one.name, Math.min(cpu.get(one.name) ?? Infinity, cpuOf(one) - before));
  }
for (const { end } of contestants) end();
authority.close();
const micros = (name: string): number => ((cpu.get(name) ?? NaN) / REQUESTS) * 1e6;
for (const [name, value] of best)
  process.stdout.write(
    `${name}: ${Math.round(value)} requests/s, ${micros(name).toFixed(0)} µs of the processor each\n`,
  );
const [plain, guarded] = contestants.map(({ name }) => name);
const ratio = (best.get(guarded ?? '') ?? 0) / (best.get(plain ?? '') ?? 1);
process.stdout.write(
  `requests/s: ${ratio.toFixed(2)}; processor: ${(micros(plain ?? '') / micros(guarded ?? '')).toFixed(2)}\n`,
);
