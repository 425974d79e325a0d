/** The library where it can be written: in the desktop application of version 10 if the user allows that, else on the web. */
import type { JsonObject, ServiceReply, ServiceRequest, ToolFailure } from '@haft/runtime';
import { askPermission, forgetPermission } from './permission.ts';
import { inTurn } from './turns.ts';
import { placeOf } from './whose.ts';
import type { Whose } from './whose.ts';
import { at } from './wire.ts';
import type { ToolCall } from './wire.ts';

/** One of the two. What is to be changed has to be read from the same one: their versions are not the same. */
export interface Library {
  readonly name: 'local' | 'web';
  readonly read: (request: ServiceRequest) => Promise<ServiceReply | ToolFailure>;
  /** Gets leave to write. `waited`: so much time may have passed that everything has to be read anew. */
  readonly unlock: () => Promise<'ready' | 'waited' | ToolFailure>;
  /** A write with a token that was used before is refused: what came of the first one is certain then. */
  readonly write: (items: readonly JsonObject[], token?: string) => Promise<ServiceReply | ToolFailure>;
}

/** What came of a try; `again` is a failure that goes away when everything is done once more. */
export type Attempt<T> = T | ToolFailure | { readonly again: ToolFailure };

/** Does the work in the library that can be written, and once more where that can help. */
export async function inLibrary<T extends object>(
  call: ToolCall,
  whose: Whose,
  work: (library: Library) => Promise<Attempt<T>>,
): Promise<T | ToolFailure> {
  const attempt = async (): Promise<Attempt<T>> => {
    const library = await openLibrary(call, whose);
    if ('error' in library) return library;
    // A group that there is not is found out before the user is asked for anything.
    const group = whose.library === 'group' ? await library.read({ path: '' }) : undefined;
    const trouble = group !== undefined && ('error' in group ? group : group.failure);
    return trouble ? trouble : work(library);
  };
  const attempts = async (): Promise<T | ToolFailure> => {
    const first = await attempt();
    const last = 'again' in first ? await attempt() : first;
    return 'again' in last ? last.again : last;
  };
  return allowsLocal(call) ? inTurn(attempts) : attempts();
}

/** Until version 10 there is no server id, and nothing to write to. */
async function openLibrary(call: ToolCall, whose: Whose): Promise<Library | ToolFailure> {
  if (!allowsLocal(call)) return webLibrary(call, whose);
  const probe = await call.request('local', { path: '/' });
  const trouble = 'error' in probe ? probe : probe.failure;
  const serverId = 'error' in probe ? null : probe.headers.get('zotero-server-id');
  if (trouble === undefined && serverId !== null) return localLibrary(call, whose, serverId);
  return trouble !== undefined && call.env['ZOTERO_API_KEY'] === undefined ? trouble : webLibrary(call, whose);
}

function allowsLocal({ env }: ToolCall): boolean {
  return /^(?:1|yes|true|on)$/i.test(env['ZOTERO_LOCAL_WRITES'] ?? '');
}

function localLibrary(call: ToolCall, whose: Whose, serverId: string): Library | ToolFailure {
  const place = placeOf(whose, 0, call);
  if (typeof place !== 'string') return place;
  const server = { 'Zotero-Server-ID': serverId };
  let key: string | undefined;
  return {
    name: 'local',
    read: (request) => call.request('local', { ...request, path: `${place}${request.path}`, headers: server }),
    async unlock() {
      const permission = await askPermission(call, serverId);
      if ('error' in permission) return permission;
      key = permission.key;
      return permission.asked ? 'waited' : 'ready';
    },
    async write(json, token) {
      const headers = { ...server, 'Zotero-API-Key': key, 'Zotero-Write-Token': token };
      const reply = await call.request('local', { method: 'POST', path: `${place}/items`, headers, json });
      if (!('error' in reply) && reply.status === 401) forgetPermission(serverId);
      return reply;
    },
  };
}

async function webLibrary(call: ToolCall, whose: Whose): Promise<Library | ToolFailure> {
  const user = await accountOf(call);
  if (typeof user !== 'number') return user;
  const place = placeOf(whose, user, call);
  if (typeof place !== 'string') return place;
  return {
    name: 'web',
    read: (request) => call.request('web', { ...request, path: `${place}${request.path}` }),
    unlock: () => Promise.resolve('ready'),
    write: (json, token) =>
      call.request('web', {
        method: 'POST',
        path: `${place}/items`,
        headers: { 'Zotero-Write-Token': token },
        json,
      }),
  };
}

let account: number | undefined;

/** The number of the account whose key this server was started with; it does not change while it runs. */
async function accountOf(call: ToolCall): Promise<number | ToolFailure> {
  if (account !== undefined) return account;
  const reply = await call.request('web', { path: '/keys/current' });
  if ('error' in reply) return reply;
  if (reply.failure !== undefined) return reply.failure;
  const user = at(reply.json, 'userID');
  if (typeof user === 'number') account = user;
  return account ?? strangeAnswer(call);
}

function strangeAnswer(call: ToolCall): ToolFailure {
  return call.fail(
    'The web interface of the reference manager did not say whose key ZOTERO_API_KEY is, so nothing was written.',
    'Ask the user to check ZOTERO_API_KEY and, if it is set, ZOTERO_WEB_URL.',
    'bad_response',
  );
}
