/** A server behind a proxy: many connections of one address, clients of their own, and replicas that are restarted. */
// In depth: hundreds of connections and replicas that are restarted.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ON_WINDOWS } from '../support/posix.ts';
import { eachLine } from '../support/lines.ts';
import { runs } from '../support/runs.ts';
import type { HttpServerProcess } from './support/http-client.ts';
import { JSON_HEADERS, send, startHttp } from './support/http-client.ts';
import { smallServer } from './support/small-server.ts';

const BALANCER = join(import.meta.dirname, '../doubles/balancer/main.mjs');

interface Balancer {
  readonly port: number;
  readonly tell: (line: string) => void;
  /** Waits until exactly these backends get requests. */
  readonly rotation: (ports: readonly number[]) => Promise<void>;
}

async function startBalancer(): Promise<Balancer> {
  const child: ChildProcess = spawn(process.execPath, [BALANCER], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  let wake: () => void = () => {};
  if (child.stdout)
    eachLine(child.stdout, (line) => {
      lines.push(line);
      wake();
    });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
  };
  await until(() => lines.length > 0);
  const same = (line: string | undefined, ports: readonly number[]): boolean =>
    line?.split(',').toSorted().join() === ports.map(String).toSorted().join();
  return {
    port: Number(lines[0]),
    tell: (line) => void child.stdin?.write(`${line}\n`),
    rotation: (ports) => until(() => same(lines.at(-1), ports)),
  };
}

/** The replies to requests on so many connections at once, each on the next free one. */
async function hammer(port: number, connections: number, goesOn: (sent: number) => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  const failed: string[] = [];
  let sent = 0;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_x' } });
  const one = (): Promise<string> =>
    new Promise((resolve) => {
      const asked = request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', agent, headers: JSON_HEADERS });
      asked.on('error', ({ message }) => resolve(message));
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve(text.includes('"success":true') ? '' : `${response.statusCode} ${text}`));
        response.on('error', ({ message }) => resolve(message));
      });
      asked.end(body);
    });
  const loop = async (): Promise<void> => {
    while (goesOn(sent)) {
      sent += 1;
      const problem = await one();
      if (problem !== '') failed.push(problem);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return { sent, failed };
}

const limits = { calls_per_minute: 1_000_000, concurrency: 32, timeout_ms: 60_000 };
let file = '';
beforeAll(async () => {
  file = await smallServer({ transports: ['http'], limits: { ...limits, concurrency: 256 } }, '() => ({})');
});

const start = (env: NodeJS.ProcessEnv): Promise<HttpServerProcess> => startHttp(file, ['--http'], env);

describe('150 connections of one address', () => {
  test.each([
    ['of which the server knows nothing', {}],
    ['that is a trusted proxy', { HAFT_TRUST_PROXY: '127.0.0.1' }],
  ])(
    'lose no call: %s',
    async (_name, env) => {
      const [server, balancer] = await Promise.all([start(env), startBalancer()]);
      balancer.tell(`+${server.port}`);
      await balancer.rotation([server.port]);
      const { sent, failed } = await hammer(balancer.port, 150, (before) => before < runs(15_000));
      expect({ sent: sent >= runs(15_000), failed }).toEqual({ sent: true, failed: [] });
    },
    600_000,
  );
});

test.skipIf(ON_WINDOWS)(
  'replicas that are restarted one after the other lose no call',
  async () => {
    const env = { HAFT_DRAIN_MS: '3000' };
    const [first, second, balancer] = await Promise.all([start(env), start(env), startBalancer()]);
    const replicas = [first, second];
    const ports = (): number[] => replicas.map(({ port }) => port);
    for (const port of ports()) balancer.tell(`+${port}`);
    await balancer.rotation(ports());
    const ends: unknown[] = [];
    let over = false;
    const hammered = hammer(balancer.port, 10, () => !over);
    for (let n = 0; n < Math.max(2, runs(10)); n += 1) {
      const [old] = replicas.splice(0, 1);
      old?.child.kill('SIGTERM');
      ends.push(old?.end());
      // It goes on serving until the balancer has noticed, and ends while its successor starts.
      await balancer.rotation(ports());
      balancer.tell(`-${old?.port}`);
      replicas.push(await start(env));
      balancer.tell(`+${replicas.at(-1)?.port}`);
      await balancer.rotation(ports());
    }
    for (const ended of await Promise.all(ends)) expect(ended).toMatchObject({ code: 0 });
    over = true;
    const { sent, failed } = await hammered;
    expect({ some: sent > 0, failed }).toEqual({ some: true, failed: [] });
  },
  600_000,
);

describe('clients behind a proxy', () => {
  const few = { transports: ['http'], limits: { ...limits, calls_per_minute: 2 } } as const;
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_x' } });
  const from = async (url: string, client: string): Promise<unknown> =>
    (await send(url, 'POST', { ...JSON_HEADERS, 'X-Forwarded-For': client }, call)).json.result.structuredContent.code;

  test('have allowances of their own where the proxy is trusted, and one where it is not', async () => {
    const server = await smallServer(few);
    const trusting = await startHttp(server, ['--http'], { HAFT_TRUST_PROXY: '127.0.0.0/8' });
    const other = await startHttp(server, ['--http']);
    const outcomes = async (url: string): Promise<unknown[]> => [
      await from(url, '198.51.100.1'),
      await from(url, '198.51.100.1'),
      await from(url, '198.51.100.1'),
      await from(url, '203.0.113.1, 198.51.100.2'),
    ];
    expect(await outcomes(trusting.url)).toEqual([undefined, undefined, 'rate_limited', undefined]);
    expect(await outcomes(other.url)).toEqual([undefined, undefined, 'rate_limited', 'rate_limited']);
  });
});
