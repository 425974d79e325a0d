/** Streamable HTTP as a web-standard `fetch` handler, with every module of the runtime. */
import * as modules from '../modules.ts';
import { combine } from '../optional-modules.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { withSecrets } from '../redaction/redact.ts';
import type { HandlerTable } from '../server/assemble.ts';
import type { StartModules } from '../server/start.ts';
import type { FetchOptions } from './fetch-options.ts';
import { serveFetch } from './serve-fetch.ts';

/**
 * Makes the handler of a server's MCP endpoint. It looks at no path but those of the metadata of `auth`: the
 * platform routes. A request that is aborted cancels its call. Never rejects. It needs what web standards name and nothing else: no `process`, no `node:` modules.
 * Throws where the token has fewer than 16 characters, and where `auth` lacks the URL.
 */
export function createFetchHandler<Table extends HandlerTable<Table>>(
  server: ServerDescriptor,
  handlers: Table,
  options: FetchOptions = {},
): (request: Request) => Promise<Response> {
  return serveFetch(withSecrets(server), { ...handlers }, combine(Object.values<StartModules>(modules)), options);
}
