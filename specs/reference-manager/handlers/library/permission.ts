/** The user's permission to write through the desktop application: it asks in a dialog and gives a key. */
import type { ToolFailure } from '@haft/runtime';
import { at } from './wire.ts';
import type { ToolCall } from './wire.ts';

const APP_NAME = 'Reference manager tools';

/** By server id, keys that the user allowed for more than one write. They last as long as this server runs. */
const kept = new Map<string, string>();

/** A key, and whether the user had to be asked for it: that can have taken a minute. */
export interface Permission {
  readonly key: string;
  readonly asked: boolean;
}

/** The key that was kept, or the one that the user gives now. */
export async function askPermission(call: ToolCall, serverId: string): Promise<Permission | ToolFailure> {
  const known = kept.get(serverId);
  if (known !== undefined) return { key: known, asked: false };
  call.progress(0, 1, 'Waiting for the user to allow the change in Zotero.');
  const reply = await call.request('dialog', {
    method: 'POST',
    path: '/local/authorize',
    headers: { 'Zotero-Server-ID': serverId },
    json: { appName: APP_NAME },
  });
  if ('error' in reply) return reply.code === 'timeout' ? notAnswered(call) : reply;
  if (reply.status === 429) return askedTooOften(call, reply.headers.get('retry-after') ?? '60');
  if (reply.failure !== undefined) return reply.failure;
  const key = at(reply.json, 'key');
  if (typeof key !== 'string') return noKey(call);
  if (at(reply.json, 'remember') === true) kept.set(serverId, key);
  return { key, asked: true };
}

/** A key that was not accepted is not tried again. */
export function forgetPermission(serverId: string): void {
  kept.delete(serverId);
}

function notAnswered(call: ToolCall): ToolFailure {
  return call.fail(
    'Zotero asked the user for permission, and nobody answered, so nothing was written.',
    'Ask the user to look at the window of Zotero and to choose Allow, then try again.',
    'not_answered',
  );
}

function askedTooOften(call: ToolCall, seconds: string): ToolFailure {
  return call.fail(
    'Zotero asked the user for permission too often within a minute, so nothing was written.',
    `Wait ${seconds} seconds, then try again; suggest "Always Allow" to the user if there is more to write.`,
    'asked_too_often',
  );
}

function noKey(call: ToolCall): ToolFailure {
  return call.fail(
    'Zotero allowed the change but gave no key for it, so nothing was written.',
    'Try again once; if it happens again, tell the user that this version of Zotero may have changed.',
    'bad_response',
  );
}
