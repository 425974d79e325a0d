/** Which variables of a server are secrets: those declared so, and what fills a place of secrets. */
import { withPlacedSecrets } from '@haft/runtime/language';
import type { ServerPlan } from './model.ts';

/** Also of contracts from before, so that what is released and what is compiled are the same. */
export function withSecrets(server: ServerPlan): ServerPlan {
  const { env, connections, upstreams, databases = {}, auth, tools } = server;
  if (Object.keys(env).length === 0) return server;
  // The URL of a database holds the password, wherever that is in it.
  const logins = Object.values(databases).map(({ url }) => ({ basic: { password: url } }));
  return {
    ...server,
    env: withPlacedSecrets(env, connections, upstreams, logins, auth, ...tools.map(({ behavior }) => behavior)),
  };
}
