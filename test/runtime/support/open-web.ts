/** A server over HTTP in this process, with limits and times of the test's own. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { assemble } from '../../../runtime/server/assemble.ts';
import type { Handler } from '../../../runtime/behaviors/shared/run.ts';
import type { LimitsDescriptor } from '../../../runtime/descriptor/descriptor.ts';
import { handlerTools, progress, secrets } from '../../../runtime/modules.ts';
import { type MaxConnections, openWeb } from '../../../runtime/transport/http.ts';
import { createRequestGuard } from '../../../runtime/transport/http-guard.ts';
import { createRoutes } from '../../../runtime/transport/http-routes.ts';
import { readProxies } from '../../../runtime/transport/proxies.ts';
import { createStreams } from '../../../runtime/transport/sse.ts';
import { descriptorOf } from './descriptor.ts';

const TIMES = { head: 60_000, request: 60_000, idle: 60_000, silence: 60_000, drain: 0 };
const MANY = { ofAll: 1000, ofOne: 1000 };

interface Options {
  readonly times?: Partial<typeof TIMES>;
  readonly limits?: Partial<LimitsDescriptor>;
  readonly soft?: MaxConnections;
  readonly hard?: MaxConnections;
  /** As `HAFT_TRUST_PROXY`. */
  readonly proxies?: string;
}

/** The port, the server, and its end. */
export async function openInProcess(run: Handler = () => ({}), options: Options = {}) {
  const { times, limits, soft = MANY, hard = MANY, proxies = '' } = options;
  const all = { calls_per_minute: 1_000_000, concurrency: 1000, timeout_ms: 60_000, ...limits };
  const server = descriptorOf({ transports: ['http', 'sse'], limits: all });
  const lines: string[] = [];
  const assembled = assemble(server, { run }, {}, (line) => lines.push(line), {
    ...handlerTools,
    ...secrets,
    ...progress,
  });
  const guard = createRequestGuard({ enter: undefined, local: true });
  const { clientOf, include } = await readProxies({ HAFT_TRUST_PROXY: proxies });
  let exit: () => void = () => {};
  const exited = new Promise<void>((resolve) => (exit = resolve));
  const { web, end } = await openWeb({
    routes: createRoutes(assembled, { guard, clientOf, createStreams }),
    server,
    times: { ...TIMES, ...times },
    connections: { soft, hard, isProxy: include },
    log: assembled.log,
    exit,
  });
  onTestFinished(() => {
    web.close();
    web.closeAllConnections();
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  return { web, end, exited, port, lines };
}
