/** Tells which parts of a document the specs leave out, each with its count. */
import type { Follow } from './pointers.ts';
import type { Losses } from './losses.ts';
import { hasBranches } from './objects.ts';
import type { Operation } from './operations.ts';
import type { Lose } from './scalars.ts';
import { entriesOf, listAt, nodeOf } from './values.ts';
import type { RawNode } from './values.ts';

/** One part of an operation. */
interface Part {
  readonly subject: string;
  readonly count: (operation: Operation, context: { readonly root: RawNode; readonly follow: Follow }) => number;
  /** The least count that is told. */
  readonly from: number;
  readonly message: (count: number) => string;
  readonly hint: string;
}

const PARTS: readonly Part[] = [
  {
    subject: 'callbacks',
    count: ({ node }) => entriesOf(node['callbacks']).length,
    from: 1,
    message: (count) => `Callbacks, which the service sends to the caller, are left out: ${count}.`,
    hint: 'A tool cannot receive requests; describe what the user has to set up.',
  },
  {
    subject: 'links',
    count: inResponses('links'),
    from: 1,
    message: (count) => `Links from responses to other operations are left out: ${count}.`,
    hint: 'Name the next tool in the description.',
  },
  {
    subject: 'response headers',
    count: ({ method, ...operation }, context) => (method === 'HEAD' ? 0 : inResponses('headers')(operation, context)),
    from: 1,
    message: (count) => `Headers of responses are not in the result: ${count}.`,
    hint: 'Add those that matter to `result`: `{ header: Name }`.',
  },
  {
    subject: 'security alternatives',
    count: ({ node }, { root }) =>
      listAt('security' in node ? node : root, 'security').filter((one) => entriesOf(one).length > 0).length,
    from: 2,
    message: (count) => `The service accepts ${count} kinds of credentials; the connection sends one of them.`,
    hint: 'Change the connection where you have other credentials.',
  },
  {
    subject: 'server alternatives',
    count: ({ servers }, { root }) => (servers.length > 0 ? servers : listAt(root, 'servers')).length,
    from: 2,
    message: (count) => `The service has ${count} addresses; the connection has one of them.`,
    hint: 'Use --base-url to choose another one.',
  },
];

function inResponses(key: string) {
  return ({ node }: Pick<Operation, 'node'>, { follow }: { readonly follow: Follow }): number => {
    const names = entriesOf(node['responses']).flatMap(([, response]) => {
      return entriesOf(nodeOf(follow(response).node)[key]).map(([name]) => name.toLowerCase());
    });
    return new Set(names).size;
  };
}

export function tellOperation(
  operation: Operation,
  context: { readonly root: RawNode; readonly follow: Follow; readonly losses: Losses },
): void {
  const lose = context.losses.of(operation.from);
  for (const { subject, count, from, message, hint } of PARTS) {
    const found = count(operation, context);
    if (found >= from) lose(subject, message(found), hint);
  }
}

/** Parts of the whole document that are no operations of a tool. */
export function tellDocument(root: RawNode, follow: Follow, losses: Losses): void {
  const skip = (from: string, subject: string, message: string, hint: string): void =>
    losses.add({ kind: 'skipped', subject, from, message, hint });
  for (const [name] of [...entriesOf(root['webhooks']), ...entriesOf(root['x-webhooks'])]) {
    skip(`webhook ${name}`, 'webhooks', 'The service sends it.', 'A tool cannot receive requests.');
  }
  for (const [path, given] of entriesOf(root['paths'])) {
    const { node, problem } = follow(given);
    if (problem !== undefined) skip(path, 'references', problem, 'Check the document.');
    for (const [method, operation] of entriesOf(node)) {
      const from = `${method.toUpperCase()} ${path}`;
      const lost = follow(operation).problem;
      if (/^(?:options|trace)$/.test(method))
        skip(from, 'methods', 'It is about the connection, not about a resource.', 'Nothing is missing.');
      else if (lost !== undefined) skip(from, 'references', lost, 'Check the document.');
    }
  }
}

/** Keywords that profile `mcp` does not have, each with the name of its kind. */
const KEYWORDS: ReadonlyMap<string, string> = new Map<string, string>([
  ...[
    'if',
    'dependentSchemas',
    'dependentRequired',
    'dependencies',
    'unevaluatedProperties',
    'unevaluatedItems',
    'contains',
    'patternProperties',
    'propertyNames',
    '$dynamicRef',
    'contentSchema',
  ].map((key) => [key, 'schema keywords'] as const),
  ['discriminator', 'discriminators'],
  ['xml', 'XML names'],
  ['example', 'examples'],
  ['examples', 'examples'],
]);

const LONG_ENUM = 50;
const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Parts of one schema; those inside it are told where they are read. */
export function tellSchema(raw: RawNode, lose: Lose): void {
  for (const key of Object.keys(raw)) {
    const subject = KEYWORDS.get(key);
    if (subject !== undefined) lose(subject, `The keyword \`${key}\` of a schema is left out.`);
  }
  const { enum: values } = raw;
  if (Array.isArray(values) && values.length > LONG_ENUM) {
    const message = `An enum has ${values.length} values, which every list of tools repeats.`;
    lose('long enums', message, 'Replace the enum by a description that names the tool that lists the values.');
  }
  for (const [low, high] of BOUNDS) {
    if (!(Number(raw[low]) > Number(raw[high]))) continue;
    const message = `\`${low}\` is greater than \`${high}\`: no value is valid; both are left out.`;
    lose('bounds', message, 'Write the bounds that the service really has.');
  }
  if (!hasBranches(raw) && ['anyOf', 'oneOf'].some((key) => listAt(raw, key).length > 0)) {
    const message = 'The alternatives of required fields are left out.';
    lose('required alternatives', message, 'Say in the description which fields go together.');
  }
}
