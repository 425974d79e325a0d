/** The shipped reference manager alone in an empty folder, its double, and calls by the official client. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import { USER, WRITE_KEY } from '../doubles/reference-manager/constants.ts';
import type { Profile } from '../doubles/reference-manager/constants.ts';
import { startReferenceManager } from '../doubles/reference-manager/start.ts';
import type { ReferenceManager, StartOptions } from '../doubles/reference-manager/start.ts';
import { temporaryFolder } from './folder.ts';
import { connect } from './official-client.ts';
import type { Mode } from './official-client.ts';

export const ROOT: string = join(import.meta.dirname, '../..');

/** The committed file, copied to where nothing else is. */
function lonelyServer(): string {
  const server = join(temporaryFolder(), 'server.mjs');
  copyFileSync(join(ROOT, 'generated/servers/reference-manager/server.mjs'), server);
  return server;
}

/** What the double was asked and does not know fails the test, at its end. */
export async function start(profile: Profile, options: StartOptions = {}): Promise<ReferenceManager> {
  const double = await startReferenceManager(profile, options);
  onTestFinished(async () => {
    await double.settle();
    await double.stop();
    expect(double.unknown).toEqual([]);
  });
  return double;
}

interface Envelope {
  readonly success: boolean;
  readonly data?: Record<string, unknown>;
  readonly code?: string;
  readonly error?: string;
  readonly retry_hint?: string;
}

/** Calls a tool and gives its envelope. */
type Call = (name: string, args?: Record<string, unknown>) => Promise<Envelope>;

export async function openClient(env: Record<string, string>, mode?: Mode, server = lonelyServer()): Promise<Client> {
  const client = await connect(mode ?? { pin: '2026-07-28' }, server, env);
  await client.listTools();
  return client;
}

/** The text of a result is its structured content, letter by letter. */
export function callerOf(client: Client): Call {
  return async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content;
    const envelope: Envelope = JSON.parse(content?.type === 'text' ? content.text : '');
    expect(result.structuredContent).toEqual(envelope);
    expect(result.content).toHaveLength(1);
    expect(result.isError ?? false).toBe(!envelope.success);
    return envelope;
  };
}

export async function caller(env: Record<string, string>, mode?: Mode): Promise<Call> {
  return callerOf(await openClient(env, mode));
}

interface Opened {
  readonly call: Call;
  readonly double: ReferenceManager;
}

/** A server that only knows the desktop application. */
export async function local(profile: Profile, mode?: Mode): Promise<Opened> {
  const double = await start(profile);
  return { double, call: await caller({ ZOTERO_PORT: String(double.port) }, mode) };
}

/** A server that may write through the desktop application. */
export async function writingLocally(options: StartOptions = {}, profile: Profile = 'zotero10'): Promise<Opened> {
  const double = await start(profile, options);
  return { double, call: await caller({ ZOTERO_PORT: String(double.port), ZOTERO_LOCAL_WRITES: 'yes' }) };
}

/** A server that writes through the web. */
export async function writingToWeb(options: StartOptions = {}, key: string = WRITE_KEY): Promise<Opened> {
  const double = await start('web', options);
  return { double, call: await caller(webVariables(double, key)) };
}

export function webVariables({ port }: ReferenceManager, key: string = WRITE_KEY): Record<string, string> {
  return { ZOTERO_WEB_URL: `http://127.0.0.1:${port}`, ZOTERO_API_KEY: key };
}

/** What was asked, in order, as "METHOD path" without queries. */
export async function asked(double: ReferenceManager): Promise<string[]> {
  await double.settle();
  return double.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
}

/** An item as the double has it now. */
export async function itemIn(double: ReferenceManager, key: string, web = false): Promise<Record<string, unknown>> {
  const path = web ? `/users/${USER.id}/items/${key}` : `/api/users/0/items/${key}`;
  const response = await fetch(`http://127.0.0.1:${double.port}${path}`, {
    headers: web ? { 'Zotero-API-Key': WRITE_KEY } : {},
  });
  return ((await response.json()) as { data: Record<string, unknown> }).data;
}
