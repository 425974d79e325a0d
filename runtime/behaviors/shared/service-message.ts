/** What a service says about a failure: the sentence of its response, or the response itself. */
import type { Json, JsonObject } from '../../language/json.ts';
import { isObject } from '../../language/json.ts';

/** Members that say it in a sentence, in this order. */
const SENTENCES = [
  'message',
  'Message',
  'detail',
  'error_description',
  'error_message',
  'errorMessage',
  'title',
  'msg',
  'reason',
  'description',
  'error',
];
/** Members that say what was wrong with each part of the request. */
const PARTS = ['error', 'errors', 'errorMessages', 'detail', 'details'];
const DEEPEST = 3;

/** Empty for HTML, which is for eyes. */
export function serviceMessage({ text, json }: { readonly text: string; readonly json: Json | undefined }): string {
  if (json === undefined) return /^\s*</.test(text) ? '' : text;
  return messageIn(json, 0) || (isEmpty(json) ? '' : JSON.stringify(json));
}

function messageIn(json: Json, depth: number): string {
  if (typeof json === 'string') return json;
  if (depth > DEEPEST || json === null || typeof json !== 'object') return '';
  if (Array.isArray(json))
    return json
      .map((item: Json) => itemText(item, depth))
      .filter(Boolean)
      .join('; ');
  const object = json as JsonObject;
  const sentence = SENTENCES.map((name) => object[name]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  const parts = PARTS.map((name) => object[name]).find((value) => typeof value === 'object' && !isEmpty(value));
  const more = parts === undefined ? '' : messageIn(parts, depth + 1) || JSON.stringify(parts);
  return [sentence, more].filter((text) => typeof text === 'string' && text !== '').join('; ');
}

/** The place of an item says which part of the request it is about. */
function itemText(item: Json, depth: number): string {
  const isAlone = !isObject(item) || Object.keys(item).length === 1;
  return (isAlone ? messageIn(item, depth + 1) : '') || (isEmpty(item) ? '' : JSON.stringify(item));
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
