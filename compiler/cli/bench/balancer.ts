/** A load balancer as small as can be: round robin over replicas that are ready, and nothing is sent twice. */
import { Agent, type IncomingMessage, type Server, type ServerResponse, createServer, get, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds between two looks at `/readyz` of a replica. */
const LOOK = 50;

interface Target {
  readonly port: number;
  readonly agent: Agent;
  ready: boolean;
  readonly stop: () => void;
}

interface Balancer {
  readonly port: number;
  /** Resolves when the replica is ready, and gets requests from then on. */
  readonly add: (port: number) => Promise<void>;
  readonly remove: (port: number) => void;
  readonly close: () => void;
}

export async function openBalancer(): Promise<Balancer> {
  const targets = new Map<number, Target>();
  let turn = 0;
  const next = (): Target | undefined => {
    const ready = [...targets.values()].filter((target) => target.ready);
    turn += 1;
    return ready[turn % Math.max(1, ready.length)];
  };
  const web: Server = createServer((incoming, response) => forward(incoming, response, next()));
  await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
  return {
    port: (web.address() as AddressInfo).port,
    add: (port) => new Promise((resolve) => void targets.set(port, watchTarget(port, resolve))),
    remove(port) {
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
