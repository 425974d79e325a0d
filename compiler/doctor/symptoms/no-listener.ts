/** No server listens at the address of the entry. */
import { inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const noListener: Symptom = {
  id: 'no-listener',
  symptom: '`ECONNREFUSED` on the address of a server',
  cause: 'the HTTP server is not running, or listens on another address',
  fix: 'start it, or fix the address',
  blocks: false,
  look: inServers(({ started, form, key }) =>
    started?.kind === 'no listener' && form.kind === 'address'
      ? [
          {
            key: `${key}.${form.key}`,
            cause: `There is no MCP server at this address: ${started.how}.`,
            fix: 'Start the server (`node <out>/servers/<name>/server.mjs --http`), or fix the address.',
          },
        ]
      : [],
  ),
};
