/** The few things about a message of MCP that the switch between versions looks at. */

export type Id = string | number;
export type Members = Readonly<Record<string, unknown>>;

export interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params: Members;
  readonly result?: Members;
}

/** Nothing for a line that is no message: the server answers it as it would without us. */
export function readMessage(line: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isMembers(value)) return undefined;
  const { id, method, params, result } = value;
  return {
    ...((typeof id === 'string' || typeof id === 'number') && { id }),
    ...(typeof method === 'string' && { method }),
    params: isMembers(params) ? params : {},
    ...(isMembers(result) && { result }),
  };
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function notification(method: string, params: Members = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** An answer with its tools declared as changing, and, in the era that lets clients keep answers, not to be kept. */
export function asChanging(id: Id, result: Members): string {
  const { capabilities, ttlMs } = result;
  const changing = isMembers(capabilities) && {
    capabilities: { ...capabilities, tools: { ...Object(capabilities['tools']), listChanged: true } },
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { ...result, ...changing, ...(ttlMs !== undefined && { ttlMs: 0 }) },
  });
}

/** The answer of a server that is gone. */
export function gone(id: Id): string {
  const message = 'The server exited before it responded; see its log.';
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message } });
}

/** The answer to a line that is longer than a server takes; its id was not read. */
export function tooLarge(): string {
  const error = { code: -32600, message: 'The message is larger than 10 MiB.' };
  return JSON.stringify({ jsonrpc: '2.0', id: null, error });
}
