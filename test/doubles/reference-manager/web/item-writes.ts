import { itemProblem } from '../item-check.ts';
import { changedItem, differs, stamped } from '../item-change.ts';
import { isKey, isObject } from '../item.ts';
import type { Item, JsonObject } from '../item.ts';
import { erase, nextVersion } from '../store.ts';
import { empty, json } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import { uncheckable, writeItems } from '../write-report.ts';
import { rememberToken } from './access.ts';
import { notInDouble, refuse } from './context.ts';
import type { WebCall } from './context.ts';

const MAX_OBJECTS = 50;

function headerVersion({ request }: WebCall): number | Reply | undefined {
  const value = request.headers['if-unmodified-since-version'];
  if (value === undefined) return undefined;
  return /^\d+$/.test(value) ? Number(value) : refuse(400, `Invalid If-Unmodified-Since-Version value '${value}'`);
}

/** A stale library version stops a multi-object write before anything is written. */
export function libraryRefusal(call: WebCall): Reply | undefined {
  const version = headerVersion(call);
  const { libraryVersion } = call.store;
  if (typeof version === 'object') return refuse(400, 'Invalid If-Unmodified-Since-Version value');
  if (version === undefined || libraryVersion <= version) return undefined;
  return refuse(
    412,
    `Library has been modified since specified version (expected ${version}, found ${libraryVersion})`,
  );
}

/** An accepted write that has nothing to say. */
export function noContent({ store }: WebCall): Reply {
  return empty(204, { 'Last-Modified-Version': store.libraryVersion });
}

function parsed(body: string): { value: unknown } | Reply {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return refuse(400, 'JSON Error: Syntax error, malformed JSON');
  }
}

/** `POST /items`: a report for every object, and 200 even if some failed. */
export function postItems(call: WebCall): Reply {
  const { store, voice, request } = call;
  const stale = libraryRefusal(call);
  if (stale !== undefined) return stale;
  const body = parsed(request.body);
  if ('status' in body) return body;
  if (!Array.isArray(body.value)) return refuse(400, 'Uploaded data must be a JSON array');
  if (body.value.length > MAX_OBJECTS) return refuse(413, `Cannot add more than ${MAX_OBJECTS} items at a time`);
  const type = uncheckable(body.value);
  if (type !== undefined) return notInDouble(call, `no field list for ${type}`);
  const report = writeItems(voice, store, body.value, headerVersion(call) !== undefined);
  rememberToken(call, request);
  return json(200, report, { 'Last-Modified-Version': store.libraryVersion });
}

function missingRefusal(call: WebCall, version: number | undefined): Reply {
  if (version !== undefined && version > 0) return refuse(404, `Item not found (expected version ${version})`);
  if (call.request.method === 'PATCH' && version === undefined) {
    return refuse(
      404,
      "Item not found (to create, use If-Unmodified-Since-Version: 0, JSON 'version' 0, or PUT method)",
    );
  }
  return notInDouble(call, 'a single-item write to an item that does not exist yet');
}

/** Compares versions the way single-object writes do: header and body, and both must agree. */
function versionRefusal(call: WebCall, existing: Item | undefined, change: JsonObject): Reply | undefined {
  const header = headerVersion(call);
  if (typeof header === 'object') return header;
  const { version: property } = change;
  if (call.request.method === 'DELETE' && header === undefined) {
    return refuse(428, 'If-Unmodified-Since-Version must be provided for delete requests');
  }
  if (property !== undefined && Number.isNaN(Number(property))) {
    return refuse(400, `Invalid JSON 'version' property value '${String(property)}'`);
  }
  const inBody = property === undefined ? undefined : Number(property);
  if (header !== undefined && inBody !== undefined && header !== inBody) {
    return refuse(
      400,
      `If-Unmodified-Since-Version value does not match JSON 'version' property (${header} != ${inBody})`,
    );
  }
  const version = header ?? inBody;
  if (existing === undefined) return missingRefusal(call, version);
  if (version === undefined) {
    return refuse(
      428,
      'Either If-Unmodified-Since-Version or object version property must be provided for key-based writes',
    );
  }
  if (existing.version === version) return undefined;
  const stale = `Item has been modified since specified version (expected ${version}, found ${existing.version})`;
  return refuse(412, stale, { 'Last-Modified-Version': existing.version });
}

function changeItem(call: WebCall, existing: Item | undefined): Reply {
  const { store, request } = call;
  const body = parsed(request.body);
  if ('status' in body) return body;
  const change = isObject(body.value) && isObject(body.value['data']) ? body.value['data'] : body.value;
  if (!isObject(change)) return refuse(400, `Invalid item object (found ${typeof change} '${String(change)}')`);
  const refused = versionRefusal(call, existing, change);
  if (refused !== undefined || existing === undefined) return refused ?? empty(500);
  const partial = request.method === 'PATCH';
  const problem = itemProblem(change, store, existing, partial);
  if (problem !== undefined) return refuse(problem.code, problem.message);
  const after = changedItem(existing, change, partial);
  if (differs(existing, after)) store.items.set(existing.key, stamped(existing, after, nextVersion(store)));
  rememberToken(call, request);
  return noContent(call);
}

/** PUT, PATCH and DELETE of one item. */
export function writeItem(call: WebCall, key: string): Reply {
  if (!isKey(key)) return refuse(404, 'Not found');
  const { store } = call;
  const existing = store.items.get(key);
  if (call.request.method !== 'DELETE') return changeItem(call, existing);
  const refused = versionRefusal(call, existing, {});
  if (refused !== undefined) return refused;
  erase(store, key);
  nextVersion(store);
  return noContent(call);
}
