/** A committed server, alone in an empty folder, called by the official client. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { connect } from './official-client.ts';
import type { Mode } from './official-client.ts';

export interface Envelope {
  readonly success: boolean;
  readonly data?: unknown;
  readonly code?: string;
  readonly error?: string;
  readonly retry_hint?: string;
}

/** Gives the envelope; ends as `signal` says. */
export type Call = (name: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<Envelope>;

/** The committed file, copied to where nothing else is. */
export function shippedServer(name: string): string {
  const server = join(temporaryFolder(), 'server.mjs');
  copyFileSync(join(import.meta.dirname, '../../generated/servers', name, 'server.mjs'), server);
  return server;
}

export async function caller(
  server: string,
  env: Readonly<Record<string, string>>,
  mode: Mode = { pin: '2026-07-28' },
): Promise<Call> {
  const client = await connect(mode, server, env);
  await client.listTools();
  return async (name, args = {}, signal) => {
    return envelopeOf(await client.callTool({ name, arguments: args }, signal && { signal }));
  };
}

/** The text of a result is its structured content, letter by letter. */
function envelopeOf({ content, structuredContent, isError }: CallToolResult): Envelope {
  const [first] = content;
  const envelope: Envelope = JSON.parse(first?.type === 'text' ? first.text : '');
  expect(structuredContent).toEqual(envelope);
  expect(content).toHaveLength(1);
  expect(isError ?? false).toBe(!envelope.success);
  return envelope;
}
