/** Asks a server that listens on HTTP for its tools, as its host would, and says why it cannot be asked. */
import type { EntryForm } from '../../doctor/read-entry.ts';
import type { AddressFault, Started } from '../../doctor/observed.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { HELLO, LIST, READY, resultOf, toolsOf } from './talk.ts';

/** Of a stream without a list of tools in it. */
const MOST_CHARACTERS = 20_000_000;

type Address = Pick<EntryForm & { readonly kind: 'address' }, 'url' | 'headers'>;

/** `patience` in milliseconds, for everything. */
export async function reach(address: Address, patience: number): Promise<Started> {
  return converse(address, patience, overHttp);
}

/** Over the older transport, where responses arrive on a stream of events. */
export async function reachSse(address: Address, patience: number): Promise<Started> {
  return converse(address, patience, overSse);
}

/** @throws what `fetch` throws. */
type Transport = (address: Address, signal: AbortSignal) => Promise<Started>;

async function converse(address: Address, patience: number, way: Transport): Promise<Started> {
  if (!URL.canParse(address.url) || !/^https?:$/.test(new URL(address.url).protocol))
    return unreached('invalid address', 'it is not a URL that starts with http: or https:');
  const over = new AbortController();
  const late = AbortSignal.timeout(patience);
  try {
    return await way(address, AbortSignal.any([late, over.signal]));
  } catch (error) {
    if (late.aborted) return unreached('silent', 'nothing responded in time');
    return reasonOf(error);
  } finally {
    over.abort();
  }
}

async function overSse({ url, headers: own }: Address, signal: AbortSignal): Promise<Started> {
  const stream = await fetch(url, { headers: { ...own, accept: 'text/event-stream' }, signal, redirect: 'manual' });
  const fault = faultOf(stream);
  if (fault) return fault;
  const headers = { ...own, 'content-type': 'application/json' };
  const decoder = new TextDecoder();
  let [text, endpoint, greeted] = ['', '', false];
  const send = async (message: object): Promise<void> => {
    await (await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(message), signal })).text();
  };
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const [, path] = /^event: ?endpoint\r?\ndata: ?(.+?)\r?\n/m.exec(text) ?? [];
    if (endpoint === '' && path !== undefined) {
      const target = URL.canParse(path, url) ? new URL(path, url) : undefined;
      // Headers of the entry go to no other machine.
      if (target?.origin !== new URL(url).origin) return unreached('not MCP', 'it names no address for messages');
      endpoint = target.href;
      await send(HELLO);
    }
    if (text.length > MOST_CHARACTERS) break;
    if (!/\n\r?\n$/.test(text)) continue;
    if (resultIn(text, 1)) return { kind: 'ready', tools: toolsOf(resultIn(text, 1) ?? {}) };
    if (!greeted && resultIn(text, 0)) {
      greeted = true;
      await send(READY);
      await send(LIST);
    }
  }
  return unreached('not MCP', endpoint === '' ? 'it names no address for messages' : 'it does not list its tools');
}

async function overHttp({ url, headers: own }: Address, signal: AbortSignal): Promise<Started> {
  const headers: Record<string, string> = {
    ...own,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = async (message: object): Promise<Response> => {
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal, redirect: 'manual' });
  };
  const hello = await send(HELLO);
  const fault = faultOf(hello);
  if (fault) return fault;
  if (resultIn(await hello.text(), 0) === undefined) return unreached('not MCP', 'another program responds there');
  const session = hello.headers.get('mcp-session-id');
  if (session !== null) headers['mcp-session-id'] = session;
  headers['mcp-protocol-version'] = HELLO.params.protocolVersion;
  await (await send(READY)).text();
  const listed = resultIn(await (await send(LIST)).text(), 1);
  if (!listed) return unreached('not MCP', 'it does not list its tools');
  return { kind: 'ready', tools: toolsOf(listed) };
}

function unreached(fault: AddressFault, how: string): Started {
  return { kind: 'unreached', fault, how };
}

/** Nothing for a response of success. */
function faultOf({ ok, status }: Response): Started | undefined {
  if (ok) return undefined;
  const how = `it responds with status ${status}`;
  if (status === 401 || status === 403 || status === 407) return unreached('not authorized', how);
  if (status >= 500) return unreached('service error', how);
  if (status === 404 || status === 405 || status < 400) return unreached('wrong path', how);
  return unreached('not MCP', how);
}

/** In a response of JSON, or in the events of a stream. */
function resultIn(text: string, id: number): Record<string, unknown> | undefined {
  const texts = [text, ...[...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data)];
  for (const one of texts) {
    const result = resultOf(readJsonMap(one), id);
    if (result) return result;
  }
  return undefined;
}

/** Never the text of the error, which may hold the address with its credentials. */
function reasonOf(error: unknown): Started {
  const { cause } = error instanceof Error ? error : {};
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  if (code === 'ECONNREFUSED') return unreached('no listener', 'nothing listens there');
  if (typeof code !== 'string') return unreached('no listener', 'it cannot be reached');
  if (/SSL|TLS|CERT|SIGNED/.test(code)) return unreached('wrong scheme', `the encrypted connection failed (${code})`);
  if (/HPE|HTTP_PARSER|UND_ERR_SOCKET|ECONNRESET/.test(code))
    return unreached('not MCP', `the response is not HTTP, or the connection was closed (${code})`);
  return unreached('no listener', `it cannot be reached (${code})`);
}
