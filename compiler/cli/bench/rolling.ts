/** Load on several processes of a server behind a balancer, while they are restarted one after the other and clients leave. */
import { randomBytes } from 'node:crypto';
import { sendLoad } from './load.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../../edge/command-line/failure.ts';
import { listenLocally } from '../../edge/local-server.ts';
import { Agent, type IncomingMessage, type Server, type ServerResponse, createServer, get, request } from 'node:http';

export interface RollingOptions {
  /** A compiled server. */
  readonly file: string;
  readonly replicas: number;
  readonly clients: number;
  readonly seconds: number;
  readonly method: string;
  readonly params: object;
}

/** One client of so many requests leaves in the middle of one. */
const KILL_EVERY = 100;

/** Every process is restarted at least once, however long that takes. */
export async function runRolling(options: RollingOptions) {
  const { file, seconds, clients, method, params } = options;
  const token = randomBytes(24).toString('base64url');
  const balancer = await openBalancer();
  const replicas: Replica[] = [];
  const start = async (): Promise<Replica> => {
    const replica = await startReplica(file, token);
    replicas.push(replica);
    await balancer.add(replica.port);
    return replica;
  };
  const over = new AbortController();
  try {
    const first = await Promise.all(Array.from({ length: options.replicas }, start));
    const load = sendLoad({ port: balancer.port, token, clients, method, params, killEvery: KILL_EVERY }, over.signal);
    const end = performance.now() + seconds * 1000;
    let restarts = 0;
    for (const running = [...first]; restarts < first.length || performance.now() < end; restarts += 1) {
      const oldest = running.shift();
      await oldest?.end();
      if (oldest) balancer.remove(oldest.port);
      running.push(await start());
    }
    over.abort();
    return { tally: await load, restarts };
  } finally {
    over.abort();
    balancer.close();
    for (const replica of replicas) replica.kill();
  }
}

/** One process that listens on a free port of this machine. */
interface Replica {
  readonly port: number;
  /** Ends it as a service manager does, and resolves when it is gone. */
  readonly end: () => Promise<void>;
  readonly kill: () => void;
}

/** Milliseconds for which a process that ends goes on listening: several looks of the balancer. */
const DRAIN = 500;

/** Rejects where it ends before it listens. */
async function startReplica(file: string, token: string): Promise<Replica> {
  const env = {
    ...process.env,
    HAFT_TOKEN: token,
    HAFT_TOKENS_FILE: '',
    HAFT_DRAIN_MS: String(DRAIN),
    HAFT_LOG: 'info',
  };
  const child = spawn(process.execPath, [file, '--http', '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const exit = once(child, 'exit');
  return {
    port: await portOf(child),
    async end() {
      child.kill('SIGTERM');
      await exit;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function portOf(child: ChildProcess): Promise<number> {
  let log = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec((log += text).slice(-4000))?.[1];
      if (port !== undefined) resolve(Number(port));
      if (port !== undefined || log.length > 65_536) log = '';
    });
    child.once('exit', () => {
      const line = log.trim().split('\n').at(-1) ?? '';
      reject(
        new Failure(
          `The server ended before it listened: ${line}`,
          'Correct what it reports, such as `transports: [http]` in its spec, and compile it again.',
        ),
      );
    });
  });
}

/** Milliseconds between two looks at `/readyz` of a replica. */
const LOOK = 50;

interface Target {
  readonly port: number;
  readonly agent: Agent;
  ready: boolean;
  readonly stop: () => void;
}

async function openBalancer() {
  const targets = new Map<number, Target>();
  let turn = 0;
  const next = (): Target | undefined => {
    const ready = [...targets.values()].filter((target) => target.ready);
    turn += 1;
    return ready[turn % Math.max(1, ready.length)];
  };
  const web: Server = createServer((incoming, response) => forward(incoming, response, next()));
  return {
    port: await listenLocally(web),
    /** Resolves when the replica is ready, and gets requests from then on. */
    add: (port: number): Promise<void> => new Promise((resolve) => void targets.set(port, watchTarget(port, resolve))),
    remove(port: number) {
      targets.get(port)?.stop();
      targets.delete(port);
    },
    close() {
      for (const { stop } of targets.values()) stop();
      web.close();
      web.closeAllConnections();
    },
  };
}

/** Looks again and again whether it is ready. */
function watchTarget(port: number, onReady: () => void): Target {
  const agent = new Agent({ keepAlive: true });
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const target: Target = {
    port,
    agent,
    ready: false,
    stop() {
      stopped = true;
      clearTimeout(timer);
      agent.destroy();
    },
  };
  const update = (ready: boolean): void => {
    if (stopped) return;
    if (ready && !target.ready) onReady();
    target.ready = ready;
    timer = setTimeout(look, LOOK);
  };
  const look = (): void => {
    get({ port, host: '127.0.0.1', path: '/readyz', agent: false }, (reply) => {
      reply.resume();
      update(reply.statusCode === 200);
    }).on('error', () => update(false));
  };
  look();
  return target;
}

/** A client that leaves cancels its request; a replica that fails is 502. */
function forward(incoming: IncomingMessage, response: ServerResponse, target: Target | undefined): void {
  const fail = (): void => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  };
  if (target === undefined) return fail();
  const { method, url, headers } = incoming;
  const { port, agent } = target;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.on('error', fail).pipe(response);
  });
  outgoing.on('error', fail);
  response.on('close', () => outgoing.destroy());
  incoming.on('error', () => outgoing.destroy()).pipe(outgoing);
}
