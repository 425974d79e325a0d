/** The shipped notebook server over the double, called by the official client. */
import type { Mode } from '../../support/official-client.ts';
import type { Call } from '../../support/shipped-server.ts';
import { caller, lonelyServer } from '../../support/shipped-server.ts';
import type { Profile } from './profiles.ts';
import type { Notebook } from './start.ts';
import { startNotebook } from './start.ts';

export interface Bridge {
  readonly call: Call;
  readonly double: Notebook;
}

export async function startBridge(
  profile?: Profile,
  mode?: Mode,
  env: Readonly<Record<string, string>> = {},
): Promise<Bridge> {
  const double = startNotebook(profile);
  return { double, call: await caller(lonelyServer('notebook'), { PATH: double.path, ...env }, mode) };
}
