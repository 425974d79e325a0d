/** A front in this process that passes on all that the double of a desk has. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import type { ServerDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { mcpTools, passing, progress, rawResults, secrets } from '../../runtime/modules.ts';
import { combine } from '../../runtime/optional-modules.ts';
import { openSession } from '../../runtime/protocol/session.ts';
import { unwanted } from '../../runtime/transport/serve-fetch.ts';
import { descriptorOf } from '../runtime/support/descriptor.ts';

export const DESK = join(import.meta.dirname, '../doubles/desk/server.mjs');
export const TOKEN = 'sesame-open-2026';

export const ENV = { DESK_TOKEN: { description: 'Token.', secret: true, optional: false } };
const PASS = ['prompts', 'resources', 'completions', 'logging'] as const;

export const SERVER = descriptorOf({
  name: 'front',
  title: 'Front',
  env: ENV,
  limits: { calls_per_minute: 100, concurrency: 4, timeout_ms: 30_000 },
  upstreams: {
    desk: {
      command: [process.execPath, DESK],
      env: ['DESK_TOKEN'],
      timeout_ms: 30_000,
      on_drift: 'reject',
      pass: PASS,
    },
  },
  tools: [
    {
      name: 'get_pid',
      inputSchema: { type: 'object' },
      results: 'raw',
      behavior: { kind: 'mcp', upstream: 'desk', tool: 'get_pid' },
    },
  ],
});

export const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

export interface Line {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A front in this process, with its desk in another; over a connection that is the client's own, or not. */
export function front(server: Partial<ServerDescriptor> = {}, lasting = true) {
  const log: string[] = [];
  const modules = combine([mcpTools, passing, progress, rawResults, secrets]);
  const variables = { DESK_TOKEN: TOKEN, HAFT_LOG: 'debug' };
  const { answer, allow, close } = assemble({ ...SERVER, ...server }, {}, variables, (line) => log.push(line), modules);
  onTestFinished(() => new Promise<void>((resolve) => close(resolve)));
  const told: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];
  const send = (text: string): void => {
    const line = JSON.parse(text) as Line;
    if (line.id === undefined) told.push(line);
    else waiting[line.id]?.(line);
  };
  const session = openSession(answer, { allowance: allow(), outlet: { ...unwanted, send }, lasting });
  const ask = (method: string, params: object = {}): Promise<Line> =>
    new Promise((resolve) => {
      const id = waiting.push(resolve) - 1;
      session.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  const hello = async (): Promise<unknown> =>
    (await ask('initialize', { protocolVersion: '2025-11-25' })).result?.['capabilities'];
  return { ask, hello, told, log, session };
}
