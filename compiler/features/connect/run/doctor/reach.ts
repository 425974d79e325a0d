/** Asks a server for its tools, in a process or at an address, as its host would; or says why it cannot be asked. */
import { MODERN_VERSIONS, WireError, httpWire, modernEra, openUpstream } from '@haft/runtime/try';
import type { EntryForm } from '../../doctor/read-entry.ts';
import type { AddressFault, FailedCall, StartOutcome } from '../../doctor/observed.ts';
import { membersOf, readJsonMap } from '../../../../plan/read-json.ts';

/** The conversation that the doctor has with a server: hello, its tools and, when asked, one call that only reads. */
export const HELLO = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'haft doctor', version: '1' },
  },
};

const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Of each request to a server that knows only revisions without a handshake. */
const WITHOUT_HELLO = { _meta: modernEra(MODERN_VERSIONS[0] ?? '', HELLO.params.clientInfo).meta };

/** What only a model does. */
const OF_MODELS =
  /^(?:Do not |Retry|Wait |Then retry|Call |Use another|Use |Send |Fix the arguments|Request |Check first|Tell the user)/;

/** Of a stream without a list of tools in it. */
const MAX_CHARACTERS = 20_000_000;

type Address = Pick<EntryForm & { readonly kind: 'address' }, 'url' | 'headers'>;

/** `patience` in milliseconds, for everything. */
export async function reach(address: Address, patience: number): Promise<StartOutcome> {
  return converse(address, patience, overHttp);
}

/** Over the older transport, where responses arrive on a stream of events. */
export async function reachSse(address: Address, patience: number): Promise<StartOutcome> {
  return converse(address, patience, overSse);
}

/** @throws what `fetch` throws. */
type Transport = (address: Address, signal: AbortSignal) => Promise<StartOutcome>;

async function converse(address: Address, patience: number, way: Transport): Promise<StartOutcome> {
  if (!URL.canParse(address.url) || !/^https?:$/.test(new URL(address.url).protocol))
    return noAnswer('invalid address', 'it is not a URL that starts with http: or https:');
  const over = new AbortController();
  const late = AbortSignal.timeout(patience);
  try {
    return await way(address, AbortSignal.any([late, over.signal]));
  } catch (error) {
    if (late.aborted) return noAnswer('silent', 'nothing responded in time');
    return reasonOf(error);
  } finally {
    over.abort();
  }
}

async function overSse({ url, headers: own }: Address, signal: AbortSignal): Promise<StartOutcome> {
  const stream = await fetch(url, { headers: { ...own, accept: 'text/event-stream' }, signal, redirect: 'manual' });
  if (!stream.ok) return faultOf(stream.status);
  const headers = { ...own, 'content-type': 'application/json' };
  const decoder = new TextDecoder();
  let [text, endpoint, greeted] = ['', '', false];
  const send = async (message: object): Promise<void> => {
    await (await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(message), signal })).text();
  };
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const [, path] = /^event: ?endpoint\r?\ndata: ?(.+?)\r?\n/m.exec(text) ?? [];
    if (endpoint === '' && path !== undefined) {
      const target = URL.canParse(path, url) ? new URL(path, url) : undefined;
      // Headers of the entry go to no other machine.
      if (target?.origin !== new URL(url).origin) return noAnswer('not MCP', 'it names no address for messages');
      endpoint = target.href;
      await send(HELLO);
    }
    if (text.length > MAX_CHARACTERS) break;
    if (!/\n\r?\n$/.test(text)) continue;
    const messages = [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => readJsonMap(data));
    const rejected = messages.map((one) => errorOf(one, greeted ? 1 : 0)).find((one) => one !== undefined);
    if (rejected !== undefined) return noAnswer('service error', `it ${rejected}`);
    const listed = messages.map((one) => resultOf(one, 1)).find((one) => one !== undefined);
    if (listed) return { kind: 'ready', tools: toolsOf(listed) };
    if (!greeted && messages.some((one) => resultOf(one, 0))) {
      greeted = true;
      await send(READY);
      await send(LIST);
    }
  }
  return noAnswer('not MCP', endpoint === '' ? 'it names no address for messages' : 'it does not list its tools');
}

/** In the revision of MCP that both have. */
async function overHttp({ url, headers }: Address, signal: AbortSignal): Promise<StartOutcome> {
  const wire = httpWire({ url: new URL(url), headers, variables: [] });
  const session = await openUpstream(wire, HELLO.params.clientInfo, { onEnd: () => {}, onLog: () => {}, signal });
  try {
    return { kind: 'ready', tools: await session.tools(signal) };
  } finally {
    void session.close();
  }
}

function noAnswer(fault: AddressFault, how: string): StartOutcome {
  return { kind: 'unreached', fault, how };
}

function faultOf(status: number): StartOutcome {
  const how = `it responds with status ${status}`;
  if (status === 401 || status === 403 || status === 407) return noAnswer('not authorized', how);
  if (status >= 500) return noAnswer('service error', how);
  if (status === 404 || status === 405 || status < 400) return noAnswer('wrong path', how);
  return noAnswer('not MCP', how);
}

/** Never the text of an error of `fetch`, which may hold the address with its credentials. */
function reasonOf(error: unknown): StartOutcome {
  if (!(error instanceof Error)) return noAnswer('no listener', 'it cannot be reached');
  // What the server itself reports has a code of JSON-RPC.
  const rejected: unknown = Reflect.get(error, 'code');
  if (typeof rejected === 'number') return noAnswer('service error', `it responds with the error ${rejected}`);
  const { cause } = error;
  if (typeof cause === 'number') return faultOf(cause);
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : cause;
  if (code === 'ECONNREFUSED') return noAnswer('no listener', 'nothing listens there');
  if (error instanceof WireError && code === undefined) return noAnswer('not MCP', error.message);
  if (typeof code !== 'string' || code === '') return noAnswer('no listener', 'it cannot be reached');
  if (/SSL|TLS|CERT|SIGNED/.test(code)) return noAnswer('wrong scheme', `the encrypted connection failed (${code})`);
  if (/HPE|HTTP_PARSER|UND_ERR_SOCKET|ECONNRESET/.test(code))
    return noAnswer('not MCP', `the response is not HTTP, or the connection was closed (${code})`);
  return noAnswer('no listener', `it cannot be reached (${code})`);
}

export interface TalkOutcome {
  readonly started: StartOutcome;
  readonly called?: FailedCall;
}

interface Conversation {
  /** The next message, and whether there is none left. */
  readonly take: (message: unknown) => {
    readonly send: readonly object[];
    readonly isOver: boolean;
    /** Whether this was the list of tools. */
    readonly isListed: boolean;
  };
  /** `how` it ended, where that was too early. */
  readonly outcome: (how: string) => TalkOutcome;
}

/** After the hello. */
export function conversation(call: boolean): Conversation {
  let tools: readonly unknown[] | undefined;
  let tool: string | undefined;
  let result: Record<string, unknown> | undefined;
  let more = {};
  let rejected: string | undefined;
  return {
    take(message) {
      if (resultOf(message, 0)) return { send: [READY, LIST], isOver: false, isListed: false };
      if (errorOf(message, 0) !== undefined) {
        more = WITHOUT_HELLO;
        return { send: [{ ...LIST, params: more }], isOver: false, isListed: false };
      }
      const listed = resultOf(message, 1);
      result = resultOf(message, 2) ?? (errorOf(message, 2) === undefined ? result : { isError: true });
      rejected ??= errorOf(message, 1);
      if (!listed) return { send: [], isOver: (result ?? rejected) !== undefined, isListed: false };
      tools = toolsOf(listed);
      tool = call ? readToolOf(tools) : undefined;
      return { send: tool === undefined ? [] : [callOf(tool, more)], isOver: tool === undefined, isListed: true };
    },
    outcome(how) {
      if (!tools) return { started: { kind: 'failed', how: rejected ?? how, log: [] } };
      const started: StartOutcome = { kind: 'ready', tools };
      const called = tool === undefined ? undefined : result ? calledOf(tool, result) : silent(tool, how);
      return { started, ...(called && { called }) };
    },
  };
}

function silent(tool: string, how: string): FailedCall {
  return { tool, code: 'no_result', error: `The server ${how}.` };
}

/** The result of a response to the request with this id. */
function resultOf(message: unknown, id: number): Record<string, unknown> | undefined {
  const members = membersOf(message);
  return members?.['id'] === id && members['error'] === undefined ? (membersOf(members['result']) ?? {}) : undefined;
}

/** The end of a sentence about a server that rejects the request with this id. */
function errorOf(message: unknown, id: number): string | undefined {
  const members = membersOf(message);
  if (members?.['id'] !== id || members['error'] === undefined) return undefined;
  return `responds with the error ${String(membersOf(members['error'])?.['code'])}`;
}

function toolsOf(result: Record<string, unknown>): readonly unknown[] {
  return Array.isArray(result['tools']) ? result['tools'] : [];
}

/** A tool that changes nothing and needs nothing; one that leaves the process first, because its service is what may fail. */
function readToolOf(tools: readonly unknown[]): string | undefined {
  const free = tools.map(membersOf).filter((tool) => {
    const { required } = membersOf(tool?.['inputSchema']) ?? {};
    const isFree = required === undefined || (Array.isArray(required) && required.length === 0);
    return isFree && membersOf(tool?.['annotations'])?.['readOnlyHint'] === true;
  });
  const choice = free.find((tool) => membersOf(tool?.['annotations'])?.['openWorldHint'] !== false) ?? free[0];
  return typeof choice?.['name'] === 'string' ? choice['name'] : undefined;
}

function callOf(name: string, more: object): object {
  return { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: {}, ...more } };
}

/** The text of a result without envelope. */
function contentOf({ content }: Record<string, unknown>): string {
  const blocks = Array.isArray(content) ? content.map(membersOf) : [];
  return blocks.flatMap((block) => (typeof block?.['text'] === 'string' ? [block['text']] : [])).join(' ');
}

/** Nothing for a call that worked. */
function calledOf(tool: string, result: Record<string, unknown>): FailedCall | undefined {
  const envelope = membersOf(result['structuredContent']);
  if (result['isError'] !== true && envelope?.['success'] !== false) return undefined;
  const text = (key: string, otherwise: string): string => {
    const value = envelope?.[key];
    return typeof value === 'string' ? value : otherwise;
  };
  const next = forPerson(text('retry_hint', ''));
  return {
    tool,
    code: text('code', 'unknown'),
    error: text('error', contentOf(result) || 'The result has no error text.'),
    ...(next !== undefined && { next }),
  };
}

/** The steps of a hint that a person can take; undefined if it has none. */
function forPerson(hint: string): string | undefined {
  const steps = hint
    .split(/(?<=[.!?])\s+/)
    .map((sentence) =>
      sentence.replace(/^(?:Then )?[Aa]sk the user (?:to |whether |for )/, (start) =>
        start.endsWith('to ') ? '' : `${start} `,
      ),
    )
    .filter((sentence) => sentence !== '' && !OF_MODELS.test(sentence) && !/\bthe user\b/.test(sentence))
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1));
  return steps.length > 0 ? steps.join(' ') : undefined;
}
