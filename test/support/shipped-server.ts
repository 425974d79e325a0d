/** A server of this repository as users get it, spoken to by the official client; every result is held to the envelope. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { toolDescriptor } from '../../compiler/emit/server/descriptor.ts';
import { temporaryFolder } from './folder.ts';
import { connect } from './official-client.ts';
import type { AtEnd, Mode } from './official-client.ts';
import { sourcesOf } from './sources.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Envelope {
  readonly success: boolean;
  readonly data?: unknown;
  readonly code?: string;
  readonly error?: string;
  readonly retry_hint?: string;
}

export type Call = (
  name: string,
  args?: Record<string, unknown>,
  options?: { readonly signal?: AbortSignal; readonly timeout?: number },
) => Promise<{ isError?: boolean; envelope: Envelope }>;

/** The committed file. */
export function shippedServer(name: string): string {
  return join(ROOT, 'generated/servers', name, 'server.mjs');
}

/** The committed file, copied to where nothing else is, for one test unless `atEnd` says otherwise. */
export function lonelyServer(name: string, atEnd?: AtEnd): string {
  const server = join(temporaryFolder({}, atEnd && ((end) => atEnd(async () => end()))), 'server.mjs');
  copyFileSync(shippedServer(name), server);
  return server;
}

/** What `tools/list` of a shipped server has to show. */
export function plannedTools(server: string): object[] {
  const { specs, files } = sourcesOf(ROOT);
  const tools = planSpecs(specs, { files }).value?.plan.servers.find(({ name }) => name === server)?.tools ?? [];
  return tools
    .map((one) => toolDescriptor(one))
    .map(({ behavior: _b, timeout_ms: _t, on_timeout: _o, ...visible }) => visible);
}

/** Calls tools of a server file; the text of a result is its structured content, letter by letter. */
export async function caller(
  server: string,
  env: Readonly<Record<string, string>>,
  mode: Mode = { pin: '2026-07-28' },
  atEnd?: AtEnd,
): Promise<Call> {
  const client = await connect(mode, server, env, { atEnd });
  await client.listTools();
  return async (name, args = {}, options = {}) => {
    const result = await client.callTool({ name, arguments: args }, options);
    const [content] = result.content;
    const envelope = JSON.parse(content?.type === 'text' ? content.text : '');
    expect(result.structuredContent).toEqual(envelope);
    expect(result.content).toHaveLength(1);
    expect(result.isError ?? false).toBe(!envelope.success);
    return { envelope, ...(result.isError !== undefined && { isError: result.isError }) };
  };
}
