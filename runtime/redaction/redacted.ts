/** The type of redacted text: every writer accepts only it, so that output without redaction is a type error. */

declare const mark: unique symbol;

/** Text without any secret in it: made by a `Redact`, or by the functions here from text that already is so. */
export type Redacted = string & { readonly [mark]: true };

/** Only for text that is put together from redacted text and constants. */
function brand(text: string): Redacted {
  return text as Redacted;
}

/** Constant text, with redacted text in its gaps: two at most, since a list of gaps would cost every line. */
export function frame(parts: TemplateStringsArray, first?: Redacted | number, second?: Redacted | number): Redacted {
  const { 0: start = '', 1: middle, 2: end } = parts;
  if (middle === undefined) return brand(start);
  return brand(end === undefined ? `${start}${first}${middle}` : `${start}${first}${middle}${second}${end}`);
}

/** Of a line each, with labels that are redacted: what has digits of a secret by chance stays the number that it is. */
export function figuresText(lines: readonly string[]): Redacted {
  return brand(`${lines.join('\n')}\n`);
}

/** The text as a JSON string. */
export function quotedJson(text: Redacted): Redacted {
  return brand(JSON.stringify(text));
}

/** What a client called its own request goes back to it to the letter: anything else would be no answer to it. */
export function requestIdJson(id: string | number | null): Redacted {
  return brand(JSON.stringify(id));
}

/** A random name that cannot be guessed. */
export function randomName(): Redacted {
  return brand(crypto.randomUUID());
}

/** The members of a JSON object or list, without its brackets. */
export function membersOf(object: Redacted): Redacted {
  return brand(object.slice(1, -1));
}

/** Members of a result with more in front of those of its `_meta`, which is the first of them where there is one. */
export function withMeta(meta: Redacted, members: Redacted): Redacted {
  const start = '"_meta":{';
  if (!members.startsWith(start)) return frame`"_meta":{${meta}},${members}`;
  const rest = brand(members.slice(start.length));
  return rest.startsWith('}') ? frame`"_meta":{${meta}${rest}` : frame`"_meta":{${meta},${rest}`;
}
