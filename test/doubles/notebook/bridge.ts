/** The shipped notebook server over the double, called by the official client. */
import type { AtEnd, Mode } from '../../support/official-client.ts';
import type { Envelope } from '../../support/shipped-server.ts';
import { caller, lonelyServer } from '../../support/shipped-server.ts';
import type { Profile } from './profiles.ts';
import type { Notebook } from './start.ts';
import { startNotebook } from './start.ts';

/** Gives the envelope; ends as `signal` says. */
export type Call = (name: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<Envelope>;

export interface Bridge {
  readonly call: Call;
  readonly double: Notebook;
}

export async function startBridge(
  profile?: Profile,
  mode?: Mode,
  env: Readonly<Record<string, string>> = {},
  atEnd?: AtEnd,
): Promise<Bridge> {
  const double = startNotebook(profile, atEnd);
  const server = lonelyServer('notebook', atEnd);
  return { double, call: await callerOf(server, { PATH: double.path, ...env }, mode, atEnd) };
}

export async function callerOf(
  server: string,
  env: Readonly<Record<string, string>>,
  mode?: Mode,
  atEnd?: AtEnd,
): Promise<Call> {
  const call = await caller(server, env, mode, atEnd);
  return async (name, args, signal) => (await call(name, args, signal && { signal })).envelope;
}
