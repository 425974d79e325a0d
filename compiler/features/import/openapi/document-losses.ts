/** Reports which parts of the whole document the specs leave out. */
import type { Follow } from './pointers.ts';
import type { Losses } from './losses.ts';
import { entriesOf, listAt, nodeOf } from './values.ts';
import type { RawNode } from './values.ts';

/** Facts about a service and its documentation, by what of the document has them. */
const FACTS: readonly {
  readonly subject: string;
  readonly count: (root: RawNode) => number;
  readonly message: string;
  readonly hint: string;
}[] = [
  {
    subject: 'terms and licenses',
    count: ({ info }) => ['termsOfService', 'contact', 'license'].filter((key) => key in nodeOf(info)).length,
    message: 'Terms of service, contact and license of the document are left out.',
    hint: 'Read them before you publish the tools.',
  },
  {
    subject: 'external documentation',
    count: ({ externalDocs }) => (externalDocs === undefined ? 0 : 1),
    message: 'The address of further documentation is left out.',
    hint: 'Add what a model has to know to the summary.',
  },
  {
    subject: 'tags',
    count: (root) =>
      listAt(root, 'tags').filter((tag) => Object.keys(nodeOf(tag)).some((key) => TEXTS.has(key))).length,
    message: 'Of tags only the names are used, as names of files.',
    hint: 'Add what a model has to know to the summary.',
  },
  {
    subject: 'schema dialects',
    count: ({ jsonSchemaDialect: dialect }) =>
      dialect === undefined || /2020-12|\/dialect\/base/.test(String(dialect)) ? 0 : 1,
    message: 'Schemas are read as JSON Schema 2020-12, whatever dialect the document names.',
    hint: 'Compare the parameters with the document.',
  },
];

const TEXTS: ReadonlySet<string> = new Set(['summary', 'description', 'externalDocs', 'parent', 'kind']);

/** Parts of the whole document that are no operations of a tool. */
export function reportDocumentLosses(root: RawNode, follow: Follow, losses: Losses): void {
  for (const { subject, count, message, hint } of FACTS)
    if (count(root) > 0) losses.add('lossy', 'openapi', subject, message, hint);
  const skip = (from: string, subject: string, message: string, hint: string): void =>
    losses.add('skipped', from, subject, message, hint);
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
        skip(from, 'methods', 'It is about the connection, not about a resource.', 'Nothing to do.');
      else if (lost !== undefined) skip(from, 'references', lost, 'Check the document.');
    }
  }
}
