/** Asks a server that listens on HTTP for its tools, as its host would. */
import type { Started } from '../../doctor/observed.ts';
import { readJson } from '../../plan/read-json.ts';
import { HELLO, LIST, READY, resultOf, toolsOf } from './talk.ts';

/** `patience` in milliseconds, for everything. */
export async function reach(url: string, patience: number): Promise<Started> {
  const signal = AbortSignal.timeout(patience);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = async (message: object): Promise<Response> => {
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal, redirect: 'error' });
  };
  try {
    const hello = await send(HELLO);
    if (!hello.ok) return { kind: 'no listener', how: `it responds with status ${hello.status}` };
    if (resultIn(await hello.text(), 0) === undefined)
      return { kind: 'no listener', how: 'another program responds there' };
    const session = hello.headers.get('mcp-session-id');
    if (session !== null) headers['mcp-session-id'] = session;
    headers['mcp-protocol-version'] = HELLO.params.protocolVersion;
    await (await send(READY)).text();
    const listed = resultIn(await (await send(LIST)).text(), 1);
    if (!listed) return { kind: 'no listener', how: 'it does not list its tools' };
    return { kind: 'ready', tools: toolsOf(listed) };
  } catch (error) {
    return { kind: 'no listener', how: signal.aborted ? 'nothing responded in time' : reasonOf(error) };
  }
}

/** In a response of JSON, or in the events of a stream. */
function resultIn(text: string, id: number): Record<string, unknown> | undefined {
  const texts = [text, ...[...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data)];
  for (const one of texts) {
    const read = readJson(one);
    const result = 'value' in read ? resultOf(read.value, id) : undefined;
    if (result) return result;
  }
  return undefined;
}

/** Never the text of the error, which may hold the address with its credentials. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return code === 'ECONNREFUSED' ? 'nothing listens there' : typeof code === 'string' ? code : 'it cannot be reached';
}
