/** The body of a chat request: what the contract describes of it, and the rest. */

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens?: number;
  readonly tools?: readonly { readonly type: string; readonly function: { readonly name: string } }[];
}

/** The fields that both runners honor, not streamed. */
const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'max_tokens',
  'temperature',
  'seed',
  'stream',
]);
const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant']);

/** The body, or what in it the contract does not describe. */
export function readChatBody(text: string): ChatBody | string {
  const value = parseObject(text);
  if (value === undefined) return 'the body is no JSON object';
  const strange = Object.keys(value).find((key) => !KNOWN.has(key));
  if (strange !== undefined) return `field ${strange}`;
  if (value['stream'] !== undefined && value['stream'] !== false) return 'streaming';
  if (typeof value['model'] !== 'string') return 'the model is no text';
  const { messages, tools, max_tokens: most = 1 } = value;
  if (!Number.isInteger(most)) return 'max_tokens is no whole number';
  if (!Array.isArray(messages) || !messages.every(isMessage)) return 'a message without role or content';
  if (tools !== undefined && !(Array.isArray(tools) && tools.every(isTool))) return 'a tool without name';
  // Every part was looked at above.
  return value as unknown as ChatBody;
}

/** A JSON object, or nothing. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).length !== 2) return false;
  return ROLES.has(value['role']) && typeof value['content'] === 'string';
}

function isTool(value: unknown): boolean {
  if (!isRecord(value) || value['type'] !== 'function') return false;
  const about = value['function'];
  return isRecord(about) && typeof about['name'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
