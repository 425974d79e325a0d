/** Marks what fills a place of secrets as one in a descriptor that does not say so: older compilers wrote what was declared. */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { withPlacedSecrets } from '../language/secret-places.ts';

export function withSecrets(server: ServerDescriptor): ServerDescriptor {
  const { env, connections, upstreams, tools } = server;
  return { ...server, env: withPlacedSecrets(env, connections, upstreams, tools) };
}
