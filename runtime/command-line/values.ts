/** Words of a command line → the values that a schema allows. */
import { type FlagValue } from '../language/flags.ts';
import { clip, clippedList, describeSchema } from '../language/describe.ts';
import { type Json, isObject, tryParse } from '../language/json.ts';
import { inexactNumber } from '../language/plain.ts';
import { wrongCall } from './wrong-call.ts';

/** The text of a file, or of standard input for `-`. */
export type ReadText = (source: string) => string;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** `@file` and `@-` are the text there; `\@` begins a text with `@`. */
export function contentOf(word: string, read: ReadText): string {
  if (word.startsWith('@')) return read(word.slice(1));
  return /^\\+@/.test(word) ? word.slice(1) : word;
}

/** `flag` is shown where the word is no value of it. */
export function valueOf(flag: string, value: FlagValue, text: string): Json {
  const { form, isNullable, takesText, choices } = value;
  const trimmed = text.trim();
  if (choices) {
    // A text is meant before a number that is written the same.
    const choice = choices.includes(text) ? text : choices.find((one) => JSON.stringify(one) === trimmed);
    return (
      choice ??
      (choices.includes(null) && trimmed === 'null'
        ? null
        : refuse(flag, `one of ${clippedList(choices.map(shownChoice))}`, text))
    );
  }
  if (form === 'string') return text;
  if (trimmed === 'null' && isNullable) return null;
  switch (form) {
    case 'boolean':
      return /^(?:true|false)$/.test(trimmed) ? trimmed === 'true' : refuse(flag, 'true or false', text);
    case 'number':
    case 'integer': {
      const isNumber = NUMBER.test(trimmed) && (form === 'number' || Number.isInteger(Number(trimmed)));
      return isNumber ? jsonOf(flag, trimmed) : refuse(flag, describeSchema({ type: form }), text);
    }
    case 'json':
      return isJson(trimmed) || !takesText ? jsonOf(flag, trimmed) : text;
    default: {
      const json = jsonOf(flag, trimmed, form === 'array' ? 'a list' : 'an object');
      const isRight = form === 'array' ? Array.isArray(json) : isObject(json);
      return isRight ? json : refuse(flag, `${form === 'array' ? 'a list' : 'an object'} as JSON`, text);
    }
  }
}

/** The elements that one word of a list adds: all of a JSON list, else the word itself. */
export function elementsOf(flag: string, { items }: FlagValue, text: string): readonly Json[] {
  const trimmed = text.trim();
  const list = trimmed.startsWith('[') && isJson(trimmed) && jsonOf(flag, trimmed);
  return Array.isArray(list) ? list : [items ? valueOf(flag, items, text) : text];
}

/** The JSON in a text, without loss. */
export function jsonOf(flag: string, text: string, what = 'a value'): Json {
  if (!isJson(text)) return refuse(flag, `${what} as JSON`, text);
  const json: Json = JSON.parse(text);
  const number = inexactNumber(text, json);
  if (number === undefined) return json;
  return wrongCall(
    `${flag} has the number ${clip(number)}, which cannot be represented exactly.`,
    'Write it as a string if the parameter accepts one; otherwise use a smaller number.',
  );
}

function isJson(text: string): boolean {
  return tryParse(text) !== undefined;
}

/** A text is written as it is, other values as JSON. */
export function shownChoice(choice: Json): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}

function refuse(flag: string, allowed: string, text: string): never {
  const quoted = text === '' ? 'an empty word' : clip(text);
  return wrongCall(`${flag} must be ${allowed}, not ${quoted}.`, `Write ${flag} with ${allowed}.`);
}
