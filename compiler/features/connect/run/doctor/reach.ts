/** Asks a server that listens on HTTP for its tools, as its host would, and says why it cannot be asked. */
import { WireError, httpWire, openUpstream } from '@haft/runtime/try';
import type { EntryForm } from '../../doctor/read-entry.ts';
import type { AddressFault, Started } from '../../doctor/observed.ts';
import { readJsonMap } from '../../../../plan/read-json.ts';
import { HELLO, LIST, READY, errorOf, resultOf, toolsOf } from './talk.ts';

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
  if (!stream.ok) return faultOf(stream.status);
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
    const messages = messagesIn(text);
    const rejected = messages.map((one) => errorOf(one, greeted ? 1 : 0)).find((one) => one !== undefined);
    if (rejected !== undefined) return unreached('service error', `it ${rejected}`);
    const listed = messages.map((one) => resultOf(one, 1)).find((one) => one !== undefined);
    if (listed) return { kind: 'ready', tools: toolsOf(listed) };
    if (!greeted && messages.some((one) => resultOf(one, 0))) {
      greeted = true;
      await send(READY);
      await send(LIST);
    }
  }
  return unreached('not MCP', endpoint === '' ? 'it names no address for messages' : 'it does not list its tools');
}

/** In the revision of MCP that both have. */
async function overHttp({ url, headers }: Address, signal: AbortSignal): Promise<Started> {
  const wire = httpWire({ url: new URL(url), headers, variables: [] });
  const session = await openUpstream(wire, HELLO.params.clientInfo, { onEnd: () => {}, onLog: () => {}, signal });
  try {
    return { kind: 'ready', tools: await session.tools(signal) };
  } finally {
    void session.close();
  }
}

function unreached(fault: AddressFault, how: string): Started {
  return { kind: 'unreached', fault, how };
}

function faultOf(status: number): Started {
  const how = `it responds with status ${status}`;
  if (status === 401 || status === 403 || status === 407) return unreached('not authorized', how);
  if (status >= 500) return unreached('service error', how);
  if (status === 404 || status === 405 || status < 400) return unreached('wrong path', how);
  return unreached('not MCP', how);
}

/** In the events of a stream. */
function messagesIn(text: string): readonly unknown[] {
  return [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => readJsonMap(data));
}

/** Never the text of an error of `fetch`, which may hold the address with its credentials. */
function reasonOf(error: unknown): Started {
  if (!(error instanceof Error)) return unreached('no listener', 'it cannot be reached');
  // What the server itself reports has a code of JSON-RPC.
  const rejected: unknown = Reflect.get(error, 'code');
  if (typeof rejected === 'number') return unreached('service error', `it responds with the error ${rejected}`);
  const { cause } = error;
  if (typeof cause === 'number') return faultOf(cause);
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : cause;
  if (code === 'ECONNREFUSED') return unreached('no listener', 'nothing listens there');
  if (error instanceof WireError && code === undefined) return unreached('not MCP', error.message);
  if (typeof code !== 'string' || code === '') return unreached('no listener', 'it cannot be reached');
  if (/SSL|TLS|CERT|SIGNED/.test(code)) return unreached('wrong scheme', `the encrypted connection failed (${code})`);
  if (/HPE|HTTP_PARSER|UND_ERR_SOCKET|ECONNRESET/.test(code))
    return unreached('not MCP', `the response is not HTTP, or the connection was closed (${code})`);
  return unreached('no listener', `it cannot be reached (${code})`);
}
