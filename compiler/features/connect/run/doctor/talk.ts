/** The conversation that the doctor has with a server: hello, its tools and, when asked, one call that only reads. */
import { MODERN_VERSIONS, modernEra } from '@haft/runtime/try';
import type { FailedCall, Started } from '../../doctor/observed.ts';
import { membersOf } from '../../../../plan/read-json.ts';

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
export const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };
export const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Of each request to a server that knows only revisions without a handshake. */
const WITHOUT_HELLO = { _meta: modernEra(MODERN_VERSIONS[0] ?? '', HELLO.params.clientInfo).meta };

export interface TalkOutcome {
  readonly started: Started;
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
      const started: Started = { kind: 'ready', tools };
      const called = tool === undefined ? undefined : result ? calledOf(tool, result) : silent(tool, how);
      return { started, ...(called && { called }) };
    },
  };
}

function silent(tool: string, how: string): FailedCall {
  return { tool, code: 'no_result', error: `The server ${how}.`, next: tryIt(tool) };
}

/** The result of a response to the request with this id. */
export function resultOf(message: unknown, id: number): Record<string, unknown> | undefined {
  const members = membersOf(message);
  return members?.['id'] === id && members['error'] === undefined ? (membersOf(members['result']) ?? {}) : undefined;
}

/** The end of a sentence about a server that rejects the request with this id. */
export function errorOf(message: unknown, id: number): string | undefined {
  const members = membersOf(message);
  if (members?.['id'] !== id || members['error'] === undefined) return undefined;
  return `responds with the error ${String(membersOf(members['error'])?.['code'])}`;
}

export function toolsOf(result: Record<string, unknown>): readonly unknown[] {
  return Array.isArray(result['tools']) ? result['tools'] : [];
}

/** A tool that changes nothing and needs nothing; one that leaves the process first, because its service is what may fail. */
function readToolOf(tools: readonly unknown[]): string | undefined {
  const free = tools.map(membersOf).filter((tool) => {
    const { required } = membersOf(tool?.['inputSchema']) ?? {};
    const isFree = required === undefined || (Array.isArray(required) && required.length === 0);
    return isFree && membersOf(tool?.['annotations'])?.['readOnlyHint'] === true;
  });
  const found = free.find((tool) => membersOf(tool?.['annotations'])?.['openWorldHint'] !== false) ?? free[0];
  return typeof found?.['name'] === 'string' ? found['name'] : undefined;
}

function callOf(name: string, more: object): object {
  return { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: {}, ...more } };
}

function tryIt(tool: string): string {
  return `Run \`haft call ${tool}\`, which shows the whole result.`;
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
  return {
    tool,
    code: text('code', 'unknown'),
    error: text('error', contentOf(result) || 'The result has no error text.'),
    next: forPerson(text('retry_hint', '')) ?? tryIt(tool),
  };
}

/** What only a model does. */
const OF_MODELS =
  /^(?:Do not |Retry|Wait |Then retry|Call |Use another|Use |Send |Fix the arguments|Request |Check first|Tell the user)/;

/** Nothing where the hint has no step for a person. */
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
