/** An OpenAPI document as specs in profile `mcp`, or the table of its tags where it is too large to import unasked. */
import type { OnStep } from '../../../base/progress.ts';
import { compareText } from '../../../base/diagnostic.ts';
import { groupBy } from '../../../base/groups.ts';
import { createEnvironment, cutName, distinctNames, isRejected, serverName } from '../literal.ts';
import type { ImportResult, ImportedDocument, Unreadable } from '../imported.ts';
import { serverDocument, unreadable } from '../builders.ts';
import { createLosses, type DocumentContext, type Losses, NO_LOSSES, type ServerContext } from './context.ts';
import { type Operation, operationsOf } from './operations.ts';
import {
  type ChosenOperations,
  type OperationTool,
  type PreviousImport,
  MAX_UNSELECTED,
  type OpenapiOptions,
  type Selection,
  chooseOperations,
  hasSelection,
  selectionOf,
} from './select.ts';
import { type Follow, createFollow } from './pointers.ts';
import { createSchemaReader } from './schemas.ts';
import { type OpenapiSource, readSource } from './source.ts';
import { toolDocuments } from './tool.ts';
import { type RawNode, entriesOf, listAt, nodeOf, textAt } from './values.ts';
import { snakeCase } from '../../../check/analysis/names/name-words.ts';
import type { YamlComment } from '../../../spec/yaml/print-value.ts';
import type { Connection } from './connections.ts';
import { cleanText, firstSentence, shortenText } from './text.ts';

/** Tools that fit on a few screens stay together. */
const FEW_TOOLS = 12;

/** Characters of JSON; a spec file has at most 4 MiB. */
const MAX_CHARACTERS = 1_500_000;

export function importOpenapi(
  source: OpenapiSource,
  options: OpenapiOptions & PreviousImport = {},
  onStep?: OnStep,
): (ImportResult & { readonly kind: 'imported' }) | Selection | Unreadable {
  const document = readSource(source);
  if (document.kind === 'unreadable') return document;
  const { isSwagger, root } = document;
  const follow = createFollow(document.written, source);
  const reader = createSchemaReader(follow);
  const title = shortenText(cleanText(textAt(root['info'], 'title') ?? 'the service'), 60) || 'the service';
  const losses = createLosses();
  const own = { root, isSwagger, follow, reader, source: source.name, title, options, losses };
  const context: DocumentContext = { ...own, inUse: new Set(), onStep };
  const chosen = chooseOperations(operationsOf(root, follow), options);
  const { operations, unmatched } = chosen;
  if (operations.length === 0 || unmatched.length > 0) return nothingChosen(source.name, chosen);
  const name = options.name ?? serverName(title);
  if (operations.length > MAX_UNSELECTED && !hasSelection(options))
    return selectionOf(operations, toolDocuments(operations, serverOf(name, { ...context, losses: NO_LOSSES })).tools);
  reportOmitted(chosen, losses);
  reportDocumentLosses(root, follow, losses);
  const documents =
    options.split === 'tag' ? byTag(operations, name, context) : serverDocuments(operations, serverOf(name, context));
  return { kind: 'imported', documents, files: [], losses: losses.all() };
}

function nothingChosen(name: string, { unmatched, deprecated }: ChosenOperations): Unreadable {
  const none = `No operation of "${name}" is selected.`;
  const message = unmatched.length > 0 ? `${unmatched.join(', ')} matches no operation of "${name}".` : none;
  const left = `${deprecated.length} deprecated ones are left out: add --deprecated.`;
  return unreadable(message, deprecated.length > 0 ? left : 'Run the command without a selection to see the tags.');
}

function reportOmitted({ deprecated, hidden }: ChosenOperations, losses: Losses): void {
  const hides = 'Its document hides it with `x-mcp` or `x-speakeasy-mcp`.';
  for (const { from } of hidden) losses.add('skipped', from, 'hidden operations', hides, 'Nothing to do.');
  const hint = 'Add --deprecated to import it.';
  for (const { from } of deprecated)
    losses.add('skipped', from, 'deprecated operations', 'The operation is deprecated.', hint);
}

function serverOf(server: string, context: DocumentContext): ServerContext {
  return { ...context, server, environment: createEnvironment() };
}

/** A server for each first tag, in a folder of its own. */
function byTag(operations: readonly Operation[], name: string, context: DocumentContext): ImportedDocument[] {
  const nameFor = distinctNames('-');
  return [...groupBy(operations, ({ tags }) => tags[0] ?? 'other')].flatMap(([tag, some]) => {
    const full = serverName(`${name} ${tag}`);
    return serverDocuments(some, serverOf(nameFor(full === name ? serverName(tag) : full), context), tag);
  });
}

/** `tag`: where each has a server, whose folder has its name. */
function serverDocuments(operations: readonly Operation[], context: ServerContext, tag?: string): ImportedDocument[] {
  const folder = tag === undefined ? '' : `${context.server}/`;
  const result = toolDocuments(operations, context);
  const tools = [...result.tools];
  const files = fileOf(tools, tag !== undefined);
  const documents = tools.map(({ document }, at) => ({ ...document, file: `${folder}${files[at] ?? 'tools.yaml'}` }));
  const server = serverWith(result.used(), context, tag);
  const inOrder = documents.sort((a, b) => compareText(a.file, b.file));
  return [{ ...server, file: `${folder}server.yaml` }, ...inOrder];
}

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
function reportDocumentLosses(root: RawNode, follow: Follow, losses: Losses): void {
  for (const { subject, count, message, hint } of FACTS)
    if (count(root) > 0) losses.add('lossy', 'openapi', subject, message, hint);
  const skip = (from: string, subject: string, message: string, hint: string): void =>
    losses.add('skipped', from, subject, message, hint);
  for (const [name] of [...entriesOf(root['webhooks']), ...entriesOf(root['x-webhooks'])])
    skip(`webhook ${name}`, 'webhooks', 'The service sends it.', 'A tool cannot receive requests.');
  for (const [path, raw] of entriesOf(root['paths'])) {
    const { node, problem } = follow(raw);
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

/** The file of each tool: `issues.yaml`, `tools.yaml`. */
function fileOf(tools: readonly OperationTool[], together: boolean): readonly string[] {
  const isFew = together || tools.length <= FEW_TOOLS;
  const sizes = new Map<string, number>();
  return tools.map(({ operation, document }) => {
    const group = isFew ? 'tools' : groupOf(operation.tags[0]);
    const size = (sizes.get(group) ?? 0) + JSON.stringify(document.value).length;
    sizes.set(group, size);
    const part = Math.floor(size / MAX_CHARACTERS);
    return part === 0 ? `${group}.yaml` : `${group}-${part + 1}.yaml`;
  });
}

function groupOf(tag: string | undefined): string {
  const name = cutName(snakeCase(tag ?? ''), 40).replaceAll('_', '-');
  // These files are of the server itself.
  return name === '' ? 'tools' : name === 'server' ? 'server-tools' : name;
}

/** `tag`: one of the document, where each has a server. */
function serverWith(connections: readonly Connection[], context: ServerContext, tag?: string): ImportedDocument {
  const { server, title, environment } = context;
  const keys = {
    title,
    summary: tag === undefined ? summaryOf(context) : `Tools for ${cleanText(tag)}.`,
    env: environment.all(),
    connections: Object.fromEntries(connections.map(({ name, spec }) => [name, spec])),
  };
  const notes = connections.flatMap((connection) => notesOf(connection, context));
  return serverDocument(tag === undefined ? 'openapi' : `openapi#${tag}`, server, keys, notes);
}

function summaryOf({ root, title, losses }: ServerContext): string {
  const info = nodeOf(root['info']);
  const sentences = ['summary', 'description'].map((key) => firstSentence(textAt(info, key), 240));
  const about = [...new Set(sentences)].filter((sentence) => sentence !== '').join(' ');
  const own = [shortenText(about, 240), `Tools for ${title}.`].find((text) => text !== '' && !isRejected(text));
  const message = 'The description of the service is left out: `haft compile` would reject it.';
  if (isRejected(about))
    losses.add('lossy', 'openapi', 'descriptions of services', message, 'Write a `summary` for the server.');
  return own ?? 'Tools of an HTTP API.';
}

/** What the author has to look at, as comments and as losses. */
function notesOf({ name, base, requirement }: Connection, { losses }: ServerContext): YamlComment[] {
  const notes: YamlComment[] = [];
  const todo = (key: readonly string[], subject: string, message: string, hint: string): void => {
    notes.push(losses.todo(`connection ${name}`, subject, ['connections', name, ...key], message, hint));
  };
  if (base.todo !== undefined) todo(['base_url'], 'addresses', base.todo, 'Check the address.');
  const inHeader = requirement.filter(({ kind }) => kind !== 'key').map(({ id }) => cleanText(id));
  if (inHeader.length > 1) {
    const message = `The service requires ${inHeader.join(' and ')} at once.`;
    todo([], 'credentials', message, 'One of them is sent: check which one.');
  }
  for (const scheme of requirement) {
    if (scheme.kind === 'unknown') {
      const message = `The scheme "${cleanText(scheme.id)}" ${cleanText(scheme.state)}; a bearer token is sent.`;
      todo([], 'credentials', message, 'Change the headers, or write the tools with a handler.');
    }
    if (scheme.kind === 'user') {
      const address = cleanText(scheme.authorizeAt?.replace(/^https?:\/\//, '') ?? '');
      const message = `The service gives tokens to users who log in${address === '' ? '' : ` (${address})`}.`;
      const hint = 'Use `auth: { refresh_token: … }`, or get a token and set the variable.';
      todo(['headers'], 'credentials', message, hint);
    }
  }
  return notes;
}
