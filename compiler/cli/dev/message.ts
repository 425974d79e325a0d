/** The fields of MCP messages that `haft dev` reads when it switches versions. */
import { membersOf, readJsonMap } from '../../plan/read-json.ts';

export type Id = string | number;
export type MessageMembers = Readonly<Record<string, unknown>>;

export interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params: MessageMembers;
  readonly result?: MessageMembers;
}

/** Nothing for a line that is no message: the server answers it as it would without us. */
export function readMessage(line: string): Message | undefined {
  const message = readJsonMap(line);
  if (!message) return undefined;
  const { id, method } = message;
  const result = membersOf(message['result']);
  return {
    ...(isId(id) && { id }),
    ...(typeof method === 'string' && { method }),
    params: membersOf(message['params']) ?? {},
    ...(result && { result }),
  };
}

export function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

export function notification(method: string, params: MessageMembers = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** A response whose tools are declared as changing and, where clients may cache responses, as not cacheable. */
export function asChanging(id: Id, result: MessageMembers): string {
  const capabilities = membersOf(result['capabilities']);
  const changing = capabilities && {
    capabilities: { ...capabilities, tools: { ...Object(capabilities['tools']), listChanged: true } },
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { ...result, ...changing, ...(result['ttlMs'] !== undefined && { ttlMs: 0 }) },
  });
}

/** The error response in place of a server that has exited. */
export function gone(id: Id): string {
  const message = 'The server exited before it responded; see its log.';
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message } });
}

/** The answer to a line that is longer than a server takes; its id was not read. */
export function tooLarge(): string {
  const error = { code: -32600, message: 'The message is larger than 10 MiB.' };
  return JSON.stringify({ jsonrpc: '2.0', id: null, error });
}
