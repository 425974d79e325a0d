/** Pairs of a query or a form, and which of them a tool cannot send: it decodes each pair and encodes it again. */
import { splitOnce } from './request-builder.ts';
import { hasVariable } from './tokens.ts';

/** Values by their decoded names, in order; no pair has a problem. */
export function valuesByName(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of pairs) {
    const [name = '', value = ''] = splitOnce(pair, '=').map(decode);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

/** What cannot be sent of it. */
export function pairProblem(pair: string): string | undefined {
  const [name = '', value] = splitOnce(pair, '=');
  if (hasVariable(name)) return 'a variable in the place of a name';
  if (value === undefined) return 'a text without "="';
  if (name === '') return 'a value without a name';
  if (!isDecodable(pair)) return 'percent-encoding that is not UTF-8';
  return decode(name) === '__proto__' ? 'the name "__proto__"' : undefined;
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function isDecodable(text: string): boolean {
  try {
    decode(text);
    return true;
  } catch {
    return false;
  }
}
