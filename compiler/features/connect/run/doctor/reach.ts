/** Asks a server for its tools, in a process or at an address, as its host would; or says why it cannot be asked. */
import { type OpenWire, WireError, eventsIn, httpWire, openUpstream } from '@haft/runtime/try';
import { thrownMessage } from '@haft/runtime/language';
import type { EntryForm } from '../../doctor/read-entry.ts';
import type { AddressFault, FailedCall, StartOutcome } from '../../doctor/observed.ts';
import { membersOf, readJsonMap } from '../../../../plan/read-json.ts';

/** How the doctor names itself to a server. */
const CLIENT = { name: 'haft doctor', version: '1' };

/** What only a model does. */
const OF_MODELS =
  /^(?:Do not |Retry|Wait |Then retry|Call |Use another|Use |Send |Fix the arguments|Request |Check first|Tell the user)/;

/** Of one event of a stream. */
const MAX_CHARACTERS = 20_000_000;

type Address = Pick<EntryForm & { readonly kind: 'address' }, 'url' | 'headers' | 'isSse'>;

/** `patience` in milliseconds, for everything. */
export async function reach({ url, headers, isSse }: Address, patience: number): Promise<StartOutcome> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return noAnswer('invalid address', 'it is not a URL that starts with http: or https:');
  const over = new AbortController();
  const late = AbortSignal.timeout(patience);
  const signal = AbortSignal.any([late, over.signal]);
  const endpoint = { url: new URL(url), headers, variables: [] };
  try {
    return {
      kind: 'ready',
      tools: (await talkOver(isSse ? sseWire(endpoint, signal) : httpWire(endpoint), signal)).tools,
    };
  } catch (error) {
    return late.aborted ? noAnswer('silent', 'nothing responded in time') : reasonOf(error);
  } finally {
    over.abort();
  }
}

/** The older transport, where responses arrive on a stream of events. */
function sseWire({ url, headers: own }: Parameters<typeof httpWire>[0], signal: AbortSignal): OpenWire {
  return async ({ onMessage, onEnd }) => {
    const stream = await fetch(url, { headers: { ...own, accept: 'text/event-stream' }, signal, redirect: 'manual' });
    if (!stream.ok) throw new WireError('', { cause: stream.status });
    const events = eventsIn(stream, MAX_CHARACTERS);
    const data = await endpointIn(events);
    const target = URL.canParse(data, url.href) && !data.startsWith('{') ? new URL(data, url) : undefined;
    // Headers of the entry go to no other machine.
    if (target?.origin !== url.origin) throw new WireError('it names no address for messages');
    const listen = async (): Promise<void> => {
      for await (const event of events) onMessage(readJsonMap(event.data));
    };
    const end = (): void => onEnd(new WireError('it does not list its tools'));
    void listen().then(end, end);
    const headers = { ...own, 'content-type': 'application/json' };
    return {
      answersAtOnce: false,
      async send(message) {
        await (await fetch(target, { method: 'POST', headers, body: JSON.stringify(message), signal })).text();
      },
      // The signal ends the stream.
      close: () => Promise.resolve(),
    };
  };
}

/** Comments and other events may come before it; empty where the stream ends without one. */
async function endpointIn(events: ReturnType<typeof eventsIn>): Promise<string> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) return '';
    if (value.event === 'endpoint') return value.data;
  }
}

/** `call`: whether a tool that only reads is called as well. */
const ONLY_LIST = { call: false, onListed: (): void => {} };

/** The tools, and the failure of the one that was to be called. In the revision of MCP that both have. */
export async function talkOver(wire: OpenWire, signal: AbortSignal, { call, onListed } = ONLY_LIST) {
  const session = await openUpstream(wire, CLIENT, { onEnd: () => {}, onLog: () => {}, signal });
  try {
    const tools = await session.tools(signal);
    onListed();
    const tool = call ? readToolOf(tools) : undefined;
    if (tool === undefined) return { tools };
    const called = await session.call(tool, {}, { signal }).then(
      (result) => calledOf(tool, result),
      (error: unknown) => failedCall(tool, error),
    );
    return { tools, called };
  } finally {
    void session.close();
  }
}

/** The end of a sentence about a server in a process. */
export function howItFailed(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (typeof code === 'number') return `responds with the error ${code}`;
  return `cannot be used: ${thrownMessage(error)}`;
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

function failedCall(tool: string, error: unknown): FailedCall | undefined {
  if (typeof Reflect.get(Object(error), 'code') === 'number') return calledOf(tool, { isError: true });
  return { tool, code: 'no_result', error: `The server ${howItFailed(error)}.` };
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
