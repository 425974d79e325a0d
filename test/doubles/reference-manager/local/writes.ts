import { itemProblem } from '../item-check.ts';
import { changedItem, stamped } from '../item-change.ts';
import { isObject } from '../item.ts';
import type { Item, JsonObject } from '../item.ts';
import { erase, nextVersion } from '../store.ts';
import { empty, integer, json, text } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import { uncheckable, writeItems } from '../write-report.ts';
import type { LocalCall } from './context.ts';

const MAX_OBJECTS = 50;

function unknown({ journal, request }: LocalCall, reason: string): Reply {
  journal.unknown(request, reason);
  return empty(500);
}

function headerVersion({ request }: LocalCall): number | undefined {
  return integer(request.headers['if-unmodified-since-version']);
}

/** Many items at once. */
function postItems(call: LocalCall, body: unknown): Reply {
  const { store, voice, keyring, request } = call;
  if (!Array.isArray(body)) return text(400, 'Uploaded data must be a JSON array');
  if (body.length > MAX_OBJECTS) return text(413, `Cannot add more than ${MAX_OBJECTS} items at a time`);
  const type = uncheckable(body);
  if (type !== undefined) return unknown(call, `no field list for ${type}`);
  const token = request.headers['zotero-write-token'];
  if (token !== undefined && keyring.usedTokens.has(token)) return text(412, 'Write token already used');
  const version = headerVersion(call);
  if (version !== undefined && store.libraryVersion > version) {
    return text(
      412,
      `Library has been modified since specified version (expected ${version}, found ${store.libraryVersion})`,
    );
  }
  const report = writeItems(voice, store, body, version !== undefined);
  if (token !== undefined) keyring.usedTokens.add(token);
  return json(200, report, { 'Last-Modified-Version': store.libraryVersion });
}

/** The three ways a version can be wrong each have their own words. */
function versionRefusal(call: LocalCall, item: Item, body: JsonObject): Reply | undefined {
  const header = headerVersion(call);
  if (header !== undefined) {
    if (item.version <= header) return undefined;
    return text(412, `item has been modified since specified version (expected ${header}, found ${item.version})`);
  }
  const { version } = body;
  if (typeof version !== 'number') return text(428, 'If-Unmodified-Since-Version not provided');
  if (version === item.version) return undefined;
  return text(412, `item version mismatch: expected ${version}, found ${item.version}`);
}

function noContent({ store }: LocalCall): Reply {
  return empty(204, { 'Last-Modified-Version': store.libraryVersion });
}

function changeItem(call: LocalCall, body: unknown): Reply {
  const { store, params, request } = call;
  const existing = store.items.get(params['itemKey'] ?? '');
  const change = isObject(body) && isObject(body['data']) ? body['data'] : body;
  if (!isObject(change)) return unknown(call, 'a single-item write that is not an object');
  if (existing === undefined) {
    if (request.method === 'PUT') return unknown(call, 'creating an item by PUT');
    return text(400, 'itemType property not provided');
  }
  const refused = versionRefusal(call, existing, change);
  if (refused !== undefined) return refused;
  const partial = request.method === 'PATCH';
  const problem = itemProblem(change, store, existing, partial);
  if (problem !== undefined) return text(problem.code, problem.message);
  store.items.set(existing.key, stamped(existing, changedItem(existing, change, partial), nextVersion(store)));
  return noContent(call);
}

function deleteItem(call: LocalCall): Reply {
  const { store, params } = call;
  const existing = store.items.get(params['itemKey'] ?? '');
  if (existing === undefined) return text(404, 'Not found');
  const refused = versionRefusal(call, existing, {});
  if (refused !== undefined) return refused;
  erase(store, existing.key);
  nextVersion(store);
  return noContent(call);
}

/** A write that passed the gate. The double covers items; other objects are reported as unknown. */
export function write(call: LocalCall, template: string, body: unknown): Reply {
  const { method } = call.request;
  if (template.endsWith('/items') && method === 'POST') return postItems(call, body);
  if (template.endsWith('/items/:itemKey')) return method === 'DELETE' ? deleteItem(call) : changeItem(call, body);
  return unknown(call, 'the double does not have this write');
}
