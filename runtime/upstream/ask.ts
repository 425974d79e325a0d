/** One piece of work with another MCP server, in the name of a call. */
import type { Call } from '../server/context.ts';
import type { ServerDescriptor, UpstreamDescriptor } from '../descriptor/descriptor.ts';
import { neededVariables, requiredAmong } from '../server/environment.ts';
import type { Upstreams } from './connect.ts';
import type { UpstreamSession } from './session.ts';
import { SessionExpired, orAborted } from './wire.ts';

/** The variables without which an upstream cannot be reached. */
export function variablesOf(
  { command, cwd, url, headers, auth, env }: UpstreamDescriptor,
  server: ServerDescriptor,
): readonly string[] {
  return [...requiredAmong(env ?? [], server.env), ...neededVariables([command, cwd, url, headers, auth])];
}

/** Connects where that has to be, and does the work a second time where the session has expired: then nothing was done. What a new session is rejected with is the response. */
export async function askUpstream<T>(
  upstreams: Upstreams,
  name: string,
  signal: AbortSignal,
  work: (session: UpstreamSession) => Promise<T>,
): Promise<T> {
  const once = async (): Promise<T> => work(await orAborted(upstreams.open(name), signal));
  return once().catch((thrown: unknown) => {
    if (!(thrown instanceof SessionExpired)) throw thrown;
    return once().catch((again: unknown) => {
      throw again instanceof SessionExpired && again.cause instanceof Error ? again.cause : again;
    });
  });
}

/** What the other server says of it is not trusted: only numbers and text pass. */
export function forwardProgress({ progress, total, message }: Readonly<Record<string, unknown>>, call: Call): void {
  if (typeof progress !== 'number') return;
  const all = typeof total === 'number' ? total : undefined;
  call.progress(progress, all, typeof message === 'string' ? message : undefined);
}
