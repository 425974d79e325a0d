/** Documented failures: the message of the document, and what a model can do next. */
import type { JsonObject } from '@haft/runtime/language';
import { literal } from '../literal.ts';
import type { DocumentContext } from './context.ts';
import { isJson, mediaIn } from './media.ts';
import { objectShape } from './objects.ts';
import type { Operation } from './operations.ts';
import type { Follow } from './pointers.ts';
import { responsesOf } from './responses.ts';
import { firstSentence } from './text.ts';
import { memberOf, nodeOf, textAt } from './values.ts';
import type { RawNode } from './values.ts';

const HINTS: Readonly<Record<string, string>> = {
  400: 'Fix the arguments and call the tool again.',
  402: 'Tell the user. Do not retry.',
  404: 'Check the identifiers in the arguments.',
  405: 'Do not retry.',
  406: 'Do not retry.',
  409: 'Read the current state, then decide.',
  410: 'Do not retry.',
  412: 'Read the current state, then decide.',
  413: 'Send less in one call.',
  415: 'Fix the arguments and call the tool again.',
  422: 'Fix the arguments and call the tool again.',
  423: 'Wait, then retry once.',
};

/** Of the connection: credentials, rights and rates are the same for all tools. */
const SHARED: ReadonlySet<string> = new Set(['401', '403', '407', '429']);

/** Failures that say more than their status does. */
export function failuresOf(operation: Operation, context: DocumentContext): JsonObject {
  const all = responsesOf(operation, context).filter(([status]) => /^4\d\d$/.test(status) && !SHARED.has(status));
  const documented = all.flatMap(([status, response]) => {
    const error = firstSentence(textAt(response, 'description'));
    if (isEmpty(error)) return [];
    const detail = detailOf(response, context.follow) ?? 'response';
    const failure = { error: literal(error), retry_hint: HINTS[status] ?? 'Fix the arguments, or tell the user.' };
    return [[status, { ...failure, detail }] as const];
  });
  return Object.fromEntries(documented);
}

/** What every service says of a status: the runtime says it better, with a part of the response. */
function isEmpty(error: string): boolean {
  const words = error.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !COMMON.has(word)).length < 2;
}

const COMMON: ReadonlySet<string> = new Set(
  'a an the is was are be of in on to for with from by or and not no found bad request requests invalid error errors failed failure conflict gone unprocessable entity validation client response content data input parameter parameters resource resources supplied given default json object status code http this that it api operation unexpected problem occurred method allowed precondition payload too large media type unsupported acceptable required payment missing forbidden access denied 400 404 405 406 409 410 412 413 415 422 4xx'.split(
    ' ',
  ),
);

const DETAILS = [
  'message',
  'detail',
  'error_description',
  'error_message',
  'errorMessage',
  'description',
  'msg',
  'reason',
  'title',
  'error',
];

/** Pointer to the sentence in a failure, where its schema has one. */
function detailOf(response: RawNode, follow: Follow): string | undefined {
  const media = mediaIn(response).find(({ type }) => isJson(type))?.value;
  const shape = objectShape(memberOf(media, 'schema'), follow);
  if (!shape) return undefined;
  const own = DETAILS.find((name) => isText(shape.properties.get(name), follow));
  if (own !== undefined) return `/${own}`;
  const inner = objectShape(shape.properties.get('error'), follow);
  const nested = inner && DETAILS.find((name) => isText(inner.properties.get(name), follow));
  if (nested !== undefined) return `/error/${nested}`;
  const list = nodeOf(follow(shape.properties.get('errors')).node);
  const item = objectShape(list['items'], follow);
  const first = item && DETAILS.find((name) => isText(item.properties.get(name), follow));
  return first === undefined ? undefined : `/errors/0/${first}`;
}

function isText(raw: unknown, follow: Follow): boolean {
  return raw !== undefined && [nodeOf(follow(raw).node)['type']].flat().includes('string');
}
