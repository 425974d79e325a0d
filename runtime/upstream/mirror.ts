/** The headers of requests to servers of MCP 2026-07-28, which repeat what the body has. */
import { type JsonObject, isObject, ownMember } from '../language/json.ts';
import { type HeaderParameter, headerParameters, KEYWORD, NAMED } from '../protocol/mirrored.ts';

export type Headers = Readonly<Record<string, string>>;

/** Of any message. */
export function messageHeaders(method: string, params: JsonObject): Headers {
  const name = params[NAMED.get(method) ?? ''];
  return { 'mcp-method': method, ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }) };
}

/** Of a call: one for each argument that the definition of its tool marks. */
export function argumentHeaders({ inputSchema }: JsonObject, args: JsonObject): Headers {
  const pairs = headerParameters(inputSchema).flatMap(({ header, path }): [string, string][] => {
    const value = path.reduce<unknown>((inner, key) => (isObject(inner) ? ownMember(inner, key) : undefined), args);
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isText ? [[header, headerValue(String(value))]] : [];
  });
  return Object.fromEntries(pairs);
}

const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** What is wrong with the marks of a definition, as the end of a sentence: such a tool must not be called. Undefined where nothing is. */
export function headerFault({ inputSchema }: JsonObject): string | undefined {
  const parameters = headerParameters(inputSchema);
  if (parameters.length < countMarks(inputSchema)) return `\`${KEYWORD}\` where no single argument can be mirrored`;
  const names = new Set(parameters.map(({ header }) => header.toLowerCase()));
  if (names.size < parameters.length) return `the same \`${KEYWORD}\` twice`;
  const isFaulty = ({ header, type }: HeaderParameter): boolean =>
    !TYPES.has(type) || !/^Mcp-Param-[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header);
  return parameters.some(isFaulty)
    ? `\`${KEYWORD}\` that is no name of a header, or for an argument that no header can hold`
    : undefined;
}

/** A property may have the name of the keyword, and then a schema. */
function countMarks(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countMarks(one), 0);
  if (!isObject(value)) return 0;
  const own = Object.hasOwn(value, KEYWORD) && !isSchema(value[KEYWORD]) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, one) => sum + countMarks(one), own);
}

function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}

/** As it is, or as Base64 of its UTF-8 where a header could not hold it to the letter. */
function headerValue(text: string): string {
  const isPlain = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  if (isPlain) return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return `=?base64?${btoa(bytes.join(''))}?=`;
}
