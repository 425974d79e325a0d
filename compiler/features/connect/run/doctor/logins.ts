/** The logins of a user that a server needs, where its host would look for them: which of them cannot be used. */
import { join } from 'node:path';
import { type StoreProblem, loginFile, readLogin } from '@haft/runtime/try';
import { textOf } from '@haft/runtime/language';
import type { ObservedLaunch, UnusableLogin } from '../../doctor/observed.ts';
import type { HostSystem } from '../../../../spec/hosts/config-file.ts';
import { ownFolders } from '../install/current-system.ts';

export async function unusableLogins(
  { script, environment }: ObservedLaunch,
  system: HostSystem,
): Promise<readonly UnusableLogin[]> {
  const { name: server, logins = [] } = script?.compiled ?? {};
  const folder = join(ownFolders({ ...system, env: environment }).state, 'logins');
  const isElsewhere = folder !== join(ownFolders(system).state, 'logins');
  const unusable = logins.map(async ({ owner, address, client }): Promise<readonly UnusableLogin[]> => {
    const resource = textOf(address, { env: environment });
    if (!URL.canParse(resource)) return [];
    const problem = await problemOf(folder, await loginFile(resource, textOf(client, { env: environment })));
    const name = `${server}/${owner}`;
    return problem === undefined
      ? []
      : [{ name, ...problem, ...(isElsewhere && { state: environment['XDG_STATE_HOME'] ?? '' }) }];
  });
  return (await Promise.all(unusable)).flat();
}

/** `hint` where another login would not help. */
async function problemOf(
  folder: string,
  file: string,
): Promise<(Pick<UnusableLogin, 'how'> & Partial<Pick<StoreProblem, 'hint'>>) | undefined> {
  const login = await readLogin(folder, file);
  if (login === undefined) return { how: 'is missing' };
  if ('problem' in login) {
    const { problem, hint } = login;
    return { how: `cannot be used: ${problem}`, ...(hint.startsWith('Run ') && { hint }) };
  }
  const { ends = Infinity, refresh_token } = login;
  return ends > Date.now() || refresh_token !== undefined
    ? undefined
    : { how: 'has ended, and is not renewed by itself' };
}
