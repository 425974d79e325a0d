/** Reports which parts of an operation the specs leave out, each with its count. */
import type { DocumentContext, OperationContext } from './context.ts';
import { NO_LOSSES } from './losses.ts';
import { mediaIn } from './media.ts';
import type { Operation } from './operations.ts';
import { entriesOf, listAt, memberOf, nodeOf, textAt } from './values.ts';
import type { RawNode } from './values.ts';

/** One part of an operation. */
interface Part {
  readonly subject: string;
  readonly count: (operation: Operation, context: DocumentContext) => number;
  /** The least count that is reported; 1 where absent. */
  readonly least?: number;
  readonly message: (count: number) => string;
  readonly hint: string;
}

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
    count: ({ node }, { root }) =>
      listAt('security' in node ? node : root, 'security').filter((one) => entriesOf(one).length > 0).length,
    least: 2,
    message: (count) => `The service accepts ${count} kinds of credentials; the connection sends one of them.`,
    hint: 'Change the connection where you have other credentials.',
  },
  {
    subject: 'deprecated credentials',
    count: ({ node }, { root, follow }) => {
      const schemes = nodeOf(nodeOf(root['components'])['securitySchemes']);
      const named = listAt('security' in node ? node : root, 'security').flatMap((one) => entriesOf(one));
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

const OF_ENCODINGS = ['headers', 'encoding', 'prefixEncoding', 'itemEncoding'];

function encodingsIn({ node }: Operation, { follow }: DocumentContext): number {
  const counts = mediaIn(nodeOf(follow(node['requestBody']).node)).map(({ type, value }) => {
    const own = OF_ENCODINGS.slice(2).filter((key) => key in nodeOf(value)).length;
    const isForm = /x-www-form-urlencoded/i.test(type);
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
    const found = count(operation, context);
    if (found >= least) context.lose(subject, message(found), hint);
  }
}
