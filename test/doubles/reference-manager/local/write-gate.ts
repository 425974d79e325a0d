import { SERVER_ID } from '../constants.ts';
import { isObject } from '../item.ts';
import { json, text } from '../../wire.ts';
import type { Reply, WireRequest } from '../../wire.ts';
import type { LocalCall } from './context.ts';
import { countPrompt, issueKey, spendKey } from './keyring.ts';

/** A Zotero-Server-ID that names another database is refused, also on reads. */
export function wrongServer({ profile, request }: LocalCall): Reply | undefined {
  const given = request.headers['zotero-server-id'];
  if (!profile.canWrite || given === undefined || given === SERVER_ID) return undefined;
  return text(412, 'Zotero-Server-ID does not match this server');
}

function keyOf({ headers, query }: WireRequest): string | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
  return headers['zotero-api-key'] ?? query.get('key') ?? bearer;
}

/** Why a write may not go ahead; asking uses up a single-use key. */
export function refusal(call: LocalCall): Reply | undefined {
  const { request, keyring, editable } = call;
  if (request.headers['zotero-server-id'] === undefined) return text(428, 'Zotero-Server-ID not provided');
  if (request.path === '/api/local/authorize') return undefined;
  const key = keyOf(request);
  if (key === undefined) {
    return text(401, 'API key required -- POST /api/local/authorize to obtain one', {
      'WWW-Authenticate': 'Zotero-API-Key realm="Zotero Local API"',
    });
  }
  if (!spendKey(keyring, key)) return text(401, 'Invalid or expired API key');
  return editable ? undefined : text(403, 'Write access denied');
}

/** Shows the dialog (that is: waits, then does what the person would) and hands out a key. */
export async function authorize({ request, keyring }: LocalCall): Promise<Reply> {
  const body: unknown = request.body === '' ? {} : JSON.parse(request.body);
  const appName = isObject(body) ? body['appName'] : undefined;
  if (typeof appName !== 'string' || appName.trim() === '') return text(400, "'appName' not provided");
  const wait = countPrompt(keyring, Date.now());
  if (wait !== undefined) return text(429, 'Too many authorization requests', { 'Retry-After': wait });
  await new Promise((resolve) => setTimeout(resolve, keyring.delayMs));
  // Compact JSON, as recorded from the real dialog.
  const compact = (status: number, value: unknown) => ({ ...json(status, {}), body: JSON.stringify(value) });
  if (keyring.answer === 'deny') return compact(403, { denied: true });
  const remember = keyring.answer === 'always';
  return compact(200, { key: issueKey(keyring, remember), remember });
}
