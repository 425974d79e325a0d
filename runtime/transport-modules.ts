/** The optional modules of transports on `node:http`. */
import type { StartModules } from './server/start.ts';
import { addressHelp, tokensInFiles } from './transport/token.ts';
import { serveHttp } from './transport/http.ts';
import { createStreams } from './transport/sse.ts';

/** Streamable HTTP. */
export const http = { serveHttp, addressHelp, tokensInFiles } satisfies StartModules;

/** HTTP+SSE of MCP 2024-11-05; goes with `http`. */
export const sse = { createStreams } satisfies StartModules;
