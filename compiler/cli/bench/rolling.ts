/** Load on several processes of a server behind a balancer, while they are restarted one after the other and clients leave. */
import { randomBytes } from 'node:crypto';
import { openBalancer } from './balancer.ts';
import { type Tally, sendLoad } from './load.ts';
import { type Replica, startReplica } from './replicas.ts';

export interface RollingOptions {
  /** A compiled server. */
  readonly file: string;
  readonly replicas: number;
  readonly clients: number;
  readonly seconds: number;
  readonly method: string;
  readonly params: object;
}

export interface RollingResult {
  readonly tally: Tally;
  readonly restarts: number;
}

/** One client of so many requests leaves in the middle of one. */
const KILL_EVERY = 100;

/** Every process is restarted at least once, however long that takes. */
export async function runRolling(options: RollingOptions): Promise<RollingResult> {
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
