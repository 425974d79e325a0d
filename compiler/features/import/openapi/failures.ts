/** Documented failures as messages for a model, and what of an operation cannot be expressed. */
import { wordList, wordSet } from '../../../base/word-lists.ts';
import type { JsonObject } from '@haft/runtime/language';
import { literal } from '../literal.ts';
import { type DocumentContext, NO_LOSSES, type OperationContext } from './context.ts';
import { isJsonMedia, mediaIn, mediaType } from './media.ts';
import { type RawNode, entriesOf, listAt, memberOf, nodeOf, textAt } from './values.ts';
import { objectShape } from './objects.ts';
import { type Operation, securityOf } from './operations.ts';
import type { Follow } from './pointers.ts';
import { responsesOf } from './responses.ts';
import { firstSentence } from './text.ts';

/** Parts of an operation that no tool has: how often, and a sentence about them. */
const PARTS: readonly Part[] = [
  {
    subject: 'callbacks',
    count: ({ node }) => entriesOf(node['callbacks']).length,
    message: (count) => `Callbacks, which the service sends to the caller, are left out: ${count}.`,
    hint: 'A tool cannot receive requests; describe what the user has to set up.',
  },
  {
    subject: 'links',
    count: inResponses('links'),
    message: (count) => `Links from responses to other operations are left out: ${count}.`,
    hint: 'Name the next tool in the description.',
  },
  {
    subject: 'response headers',
    count: (operation, context) => (operation.method === 'HEAD' ? 0 : inResponses('headers')(operation, context)),
    message: (count) => `Headers of responses are not in the result: ${count}.`,
    hint: 'Add those that matter to `result`: `{ header: Name }`.',
  },
  {
    subject: 'security alternatives',
    count: (operation, { root }) => securityOf(operation, root).filter((one) => entriesOf(one).length > 0).length,
    least: 2,
    message: (count) => `The service accepts ${count} kinds of credentials; the connection sends one of them.`,
    hint: 'Change the connection where you have other credentials.',
  },
  {
    subject: 'deprecated credentials',
    count: (operation, { root, follow }) => {
      const schemes = nodeOf(memberOf(root['components'], 'securitySchemes'));
      const named = securityOf(operation, root).flatMap((one) => entriesOf(one));
      return named.filter(([name]) => nodeOf(follow(schemes[name]).node)['deprecated'] === true).length;
    },
    message: () => 'The document marks the credentials of the operation as deprecated.',
    hint: 'Ask the operator of the service for other credentials.',
  },
  {
    subject: 'server alternatives',
    count: ({ servers }, { root }) => (servers.length > 0 ? servers : listAt(root, 'servers')).length,
    least: 2,
    message: (count) => `The service has ${count} addresses; the connection has one of them.`,
    hint: 'Use --base-url to choose another one.',
  },
  {
    subject: 'external documentation',
    count: ({ node }) => (node['externalDocs'] === undefined ? 0 : 1),
    message: () => 'The address of further documentation is left out.',
    hint: 'Add what a model has to know to the description.',
  },
  {
    subject: 'texts of paths',
    count: ({ pathNode }) => ['summary', 'description'].filter((key) => textAt(pathNode, key) !== undefined).length,
    message: () => 'The summary and the description of the path are left out: those of the operation are used.',
    hint: 'Add what a model has to know to the description.',
  },
  {
    subject: 'several successes',
    count: ({ node }) => entriesOf(node['responses']).filter(([status]) => /^2(?:\d\d|XX)$/i.test(status)).length,
    least: 2,
    message: (count) => `There are ${count} success responses; the result is read as one of them.`,
    hint: 'Compare the result with the document.',
  },
  {
    subject: 'examples',
    count: examplesIn,
    message: (count) => `Examples of parameters, bodies and responses are left out: ${count}.`,
    hint: 'Add `examples` to the description where a value is hard to guess.',
  },
  {
    subject: 'streams of items',
    count: (operation, context) => allMedia(operation, context).filter((media) => 'itemSchema' in media).length,
    message: () => 'A body or response is a stream of items, whose schema is left out.',
    hint: 'Compare the tool with the document.',
  },
  {
    subject: 'encodings',
    count: encodingsIn,
    message: (count) => `Parts of a form have headers, styles or parts of their own, which are left out: ${count}.`,
    hint: 'Write this part of the request by hand where it is needed.',
  },
  {
    subject: 'schemes of operations',
    count: ({ node }) => listAt(node, 'schemes').length,
    message: () => 'The operation declares its own URL schemes; the connection uses one of the document.',
    hint: 'Use --base-url to choose another address.',
  },
];

const OF_ENCODINGS = ['headers', 'encoding', 'prefixEncoding', 'itemEncoding'];

const HINTS: Readonly<Record<string, string>> = {
  304: 'Nothing was changed. Do not retry.',
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

/** Failures that say more than their status does. A 304 is no redirect, and has no body. */
export function failuresOf(operation: Operation, context: DocumentContext): JsonObject {
  const all = responsesOf(operation, context).filter(
    ([status]) => /^(?:304|4\d\d)$/.test(status) && !SHARED.has(status),
  );
  const documented = all.flatMap(([status, response]) => {
    const error = firstSentence(textAt(response, 'description'));
    if (isEmpty(error)) return [];
    const hint = HINTS[status] ?? 'Fix the arguments, or tell the user.';
    const detail = status === '304' ? {} : { detail: detailOf(response, context.follow) ?? 'response' };
    return [[status, { error: literal(error), retry_hint: hint, ...detail }] as const];
  });
  return Object.fromEntries(documented);
}

/** What every service says of a status: the runtime says it better, with a part of the response. */
function isEmpty(error: string): boolean {
  const words = error.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !COMMON.has(word)).length < 2;
}

const COMMON = wordSet(
  'a an the is was are be of in on to for with from by or and not no found bad request requests invalid error errors failed failure conflict gone unprocessable entity validation client response content data input parameter parameters resource resources supplied given default json object status code http this that it api operation unexpected problem occurred method allowed precondition payload too large media type unsupported acceptable required payment missing forbidden access denied 400 404 405 406 409 410 412 413 415 422 4xx',
);

const DETAILS = wordList(
  'message detail error_description error_message errorMessage description msg reason title error',
);

/** Pointer to the sentence in a failure, where its schema has one. */
function detailOf(response: RawNode, follow: Follow): string | undefined {
  const media = mediaIn(response).find((one) => isJsonMedia(one, follow))?.value;
  const textIn = (raw: unknown): string | undefined => {
    const properties = objectShape(raw, follow)?.properties;
    const isText = (name: string): boolean =>
      [nodeOf(follow(properties?.get(name)).node)['type']].flat().includes('string');
    return DETAILS.find(isText);
  };
  const raw = memberOf(media, 'schema');
  const properties = objectShape(raw, follow)?.properties;
  const item = nodeOf(follow(properties?.get('errors')).node)['items'];
  const places = [
    ['', textIn(raw)],
    ['/error', textIn(properties?.get('error'))],
    ['/errors/0', textIn(item)],
  ] as const;
  const [place, name] = places.find((one) => one[1] !== undefined) ?? [];
  return name === undefined ? undefined : `${place}/${name}`;
}

/** One part of an operation. */
interface Part {
  readonly subject: string;
  readonly count: (operation: Operation, context: DocumentContext) => number;
  /** The least count that is reported; 1 where absent. */
  readonly least?: number;
  readonly message: (count: number) => string;
  readonly hint: string;
}

function examplesIn(operation: Operation, context: DocumentContext): number {
  const has = (node: unknown): boolean => 'example' in nodeOf(node) || 'examples' in nodeOf(node);
  const responses = entriesOf(operation.node['responses']).map(([, response]) => context.follow(response).node);
  const parameters = operation.parameters.map((parameter) => context.follow(parameter).node);
  return [...parameters, ...responses, ...allMedia(operation, context)].filter(has).length;
}

/** The media types of the body and of the responses. */
function allMedia({ node }: Operation, { follow }: DocumentContext): readonly RawNode[] {
  const bodies = [node['requestBody'], ...entriesOf(node['responses']).map(([, response]) => response)];
  return bodies.flatMap((body) => mediaIn(nodeOf(follow(body).node)).map(({ value }) => nodeOf(value)));
}

function encodingsIn({ node }: Operation, { follow }: DocumentContext): number {
  const counts = mediaIn(nodeOf(follow(node['requestBody']).node)).map(({ type, value }) => {
    const own = OF_ENCODINGS.slice(2).filter((key) => key in nodeOf(value)).length;
    const isForm = mediaType(type).subtype === 'x-www-form-urlencoded';
    const inside = entriesOf(memberOf(value, 'encoding')).filter(([, encoding]) => {
      const isStyled = !isForm && (textAt(encoding, 'style') ?? 'form') !== 'form';
      return isStyled || OF_ENCODINGS.some((key) => key in nodeOf(encoding));
    });
    return own + inside.length;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function inResponses(key: string): Part['count'] {
  return ({ node }, { follow }) => {
    const names = entriesOf(node['responses']).flatMap(([, response]) => {
      return entriesOf(nodeOf(follow(response).node)[key]).map(([name]) => name.toLowerCase());
    });
    return new Set(names).size;
  };
}

export function reportOperationLosses(operation: Operation, context: OperationContext): void {
  if (context.losses === NO_LOSSES) return;
  for (const { subject, count, least = 1, message, hint } of PARTS) {
    const number = count(operation, context);
    if (number >= least) context.lose(subject, message(number), hint);
  }
}
