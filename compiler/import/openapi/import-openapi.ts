/** An OpenAPI document as specs in profile `mcp`, or the table of its tags where it is too large to import unasked. */
import type { Imported, ImportedDocument } from '../imported.ts';
import { fileOf } from './files.ts';
import { NO_LOSSES, createLosses } from './losses.ts';
import type { Losses } from './losses.ts';
import { operationsOf } from './operations.ts';
import type { Operation } from './operations.ts';
import { MOST_UNSELECTED, hasSelection } from './options.ts';
import type { OpenapiOptions } from './options.ts';
import { createFollow } from './pointers.ts';
import { createSchemaReader } from './schemas.ts';
import { chooseOperations } from './select.ts';
import type { Chosen } from './select.ts';
import { selectionOf } from './selection.ts';
import type { Selection } from './selection.ts';
import { serverDocument, serverName, titleOf } from './server.ts';
import { readSource } from './source.ts';
import type { OpenapiSource, Unreadable } from './source.ts';
import { upgradedRoot } from './swagger.ts';
import { reportDocumentLosses } from './document-losses.ts';
import { toolDocuments } from './tools.ts';
import type { Reading } from './tools.ts';
import type { OnStep } from '../../steps.ts';

type OpenapiImport = (Imported & { readonly kind: 'imported' }) | Selection | Unreadable;

export function importOpenapi(source: OpenapiSource, options: OpenapiOptions = {}, onStep?: OnStep): OpenapiImport {
  const document = readSource(source);
  if (document.kind === 'unreadable') return document;
  const isSwagger = document.version === '2.0';
  const root = isSwagger ? upgradedRoot(document.root) : document.root;
  const follow = createFollow(document.root, source);
  const reading: Reading = {
    root,
    isSwagger,
    follow,
    reader: createSchemaReader(follow),
    source: source.name,
    options,
    losses: createLosses(),
    taken: new Set(),
    onStep,
  };
  const chosen = chooseOperations(operationsOf(root, follow), options);
  const { operations, unmatched } = chosen;
  if (operations.length === 0 || unmatched.length > 0) return nothingChosen(source.name, chosen);
  if (operations.length > MOST_UNSELECTED && !hasSelection(options)) {
    const { tools } = toolDocuments(operations, nameOf(reading), { ...reading, losses: NO_LOSSES });
    return selectionOf(operations, tools);
  }
  reportOmitted(chosen, reading.losses);
  reportDocumentLosses(root, follow, reading.losses);
  const documents = options.split === 'tag' ? byTag(operations, reading) : one(operations, reading);
  return { kind: 'imported', documents, files: [], losses: reading.losses.all() };
}

function nothingChosen(name: string, { unmatched, deprecated }: Chosen): Unreadable {
  const what =
    unmatched.length > 0
      ? `${unmatched.join(', ')} matches no operation of "${name}".`
      : `No operation of "${name}" is selected.`;
  const hint =
    deprecated.length > 0
      ? `${deprecated.length} deprecated ones are left out: add --deprecated.`
      : 'Run the command without a selection to see the tags.';
  return { kind: 'unreadable', message: what, hint };
}

function reportOmitted({ deprecated, hidden }: Chosen, losses: Losses): void {
  for (const { from } of hidden) {
    const message = 'Its document hides it with `x-mcp` or `x-speakeasy-mcp`.';
    losses.add({ kind: 'skipped', subject: 'hidden operations', from, message, hint: 'Nothing to do.' });
  }
  for (const { from } of deprecated) {
    losses.add({
      kind: 'skipped',
      subject: 'deprecated operations',
      from,
      message: 'The operation is deprecated.',
      hint: 'Add --deprecated to import it.',
    });
  }
}

function nameOf({ root, options }: Reading): string {
  return options.name ?? serverName(titleOf(root));
}

function one(operations: readonly Operation[], reading: Reading): ImportedDocument[] {
  return serverDocuments(operations, nameOf(reading), undefined, '', reading);
}

/** A server for each first tag, in a folder of its own. */
function byTag(operations: readonly Operation[], reading: Reading): ImportedDocument[] {
  const tags = new Map<string, Operation[]>();
  for (const operation of operations) {
    const tag = operation.tags[0] ?? 'other';
    tags.set(tag, [...(tags.get(tag) ?? []), operation]);
  }
  const taken = new Set<string>();
  return [...tags].flatMap(([tag, some]) => {
    const wanted = serverName(`${nameOf(reading)} ${tag}`);
    const folder = free(wanted === nameOf(reading) ? serverName(tag) : wanted, taken);
    return serverDocuments(some, folder, tag, `${folder}/`, reading);
  });
}

function free(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}-${count}`;
  taken.add(name);
  return name;
}

function serverDocuments(
  operations: readonly Operation[],
  name: string,
  tag: string | undefined,
  folder: string,
  reading: Reading,
): ImportedDocument[] {
  const { root, losses } = reading;
  const made = toolDocuments(operations, name, reading);
  const tools = [...made.tools];
  const server = serverDocument({
    root,
    name,
    title: titleOf(root),
    environment: made.environment,
    connections: made.used(),
    losses,
    ...(tag !== undefined && { tag }),
  });
  const files = fileOf(tools, tag !== undefined);
  return [
    { file: `${folder}server.yaml`, ...server },
    ...tools
      .map(({ document }, at) => ({ file: `${folder}${files[at] ?? 'tools.yaml'}`, ...document }))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)),
  ];
}
