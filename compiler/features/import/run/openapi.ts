/** `haft import openapi`: HTTP tools from an OpenAPI document of version 2.0 to 3.2, read from a file or an address. */
import { dirname, join, resolve } from 'node:path';
import { importOpenapi } from '../openapi/import-openapi.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { MAX_UNSELECTED, type OpenapiOptions, type Selection, type ToolCost, costsOf } from '../openapi/select.ts';
import { baseName, serverName } from '../literal.ts';
import {
  type Invocation,
  choice,
  text,
  textFlag,
  textFlags,
  texts,
  toggle,
} from '../../../edge/command-line/command.ts';
import { Failure, onDisk } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { withoutEmpty } from '../builders.ts';
import {
  type DoneImport,
  type ImportJob,
  type ImportRun,
  type Importer,
  WRITES,
  digestOf,
  pathIn,
} from './importer.ts';
import { existsSync, realpathSync } from 'node:fs';
import { referencedFiles } from '../openapi/pointers.ts';
import { type OpenapiSource, isUnreadable, readValue } from '../openapi/source.ts';
import { readRegular, isWithin } from '../../../edge/project-files/read.ts';
import { fetchDocument } from './fetch-document.ts';

/** Rows; services have up to some hundred tags. */
const MAX_ROWS = 60;

/** Bytes of one document; the largest that is known has 47 MB. */
const MAX_BYTES = 67_108_864;

const MAX_FILES = 500;

/** Starts of addresses that references may lead to are recorded with the options of the importer. */
type OpenapiOrder = OpenapiOptions & { readonly allow_refs?: readonly string[] };
type OpenapiJob = ImportJob<OpenapiOrder>;

export const openapi: Importer<OpenapiOrder> = {
  summary: 'Import HTTP tools from an OpenAPI document.',
  positional: '<file|url>',
  flags: {
    tag: texts('tag', 'Only operations with this tag.'),
    operation: texts('glob', 'Only operations with this id or request: issues/*, "GET /pets/*".'),
    path: texts('glob', 'Only operations below this path: /pets/*.'),
    method: texts('method', 'Only operations with this method.'),
    'read-only': toggle('Only operations that change nothing.'),
    deprecated: toggle('Also import deprecated operations.'),
    all: toggle('Import all operations, regardless of their number.'),
    rehearse: toggle('Call every tool on a mock of the document, and name those that do not work.'),
    list: toggle('Print the tools with their tokens; import nothing.', { without: [...WRITES, 'rehearse'] }),
    split: choice(['tag'], 'One server for each tag.'),
    'base-url': text('url', 'Base URL of the service, instead of the one in the document.'),
    'allow-refs': texts('url', 'Allow references to addresses that start with this URL.'),
  },
  examples: [
    ['haft import openapi api.yaml', 'The tools of a small service, or the tags of a large one with their costs.'],
    ['haft import openapi api.yaml --tag issues --list', 'What these tools would be and cost, before importing them.'],
    ['haft import openapi api.yaml --tag issues --read-only', 'Only the operations with this tag that change nothing.'],
    ["haft import openapi https://shop.example/openapi.json --operation 'books/*'", 'A document at an address.'],
  ],
  selects: 'operation',
  argument: 'one file or URL',
  first(invocation, project) {
    const [written = ''] = invocation.positionals;
    const source = isAddress(written) ? written : pathIn(project, invocation, written);
    const options = orderOf(invocation);
    const { list, rehearse } = invocation.flags;
    const name = options.name ?? serverName(lastPart(written));
    return { source, name, options, run: list === true ? runList : rehearse === true ? runRehearsed : run };
  },
  again: { isPath: (source) => !isAddress(source), run },
};

async function run(job: OpenapiJob): Promise<ImportRun> {
  return runOn(await readDocument(job), job);
}

async function runRehearsed(job: OpenapiJob): Promise<ImportRun> {
  const document = await readDocument(job);
  const outcome = runOn(document, job);
  if (!('imported' in outcome)) return outcome;
  const { rehearse } = await import('./rehearse.ts');
  return { ...outcome, rehearse: (imported) => rehearse(imported, document) };
}

type ReadDocument = Awaited<ReturnType<typeof readDocument>>;

function runOn(document: ReadDocument, { source, options, before = {} }: OpenapiJob): ImportRun {
  const { allow_refs: _refs, ...chosen } = options;
  const result = withProgress(({ count }) =>
    importOpenapi(document, { ...chosen, imported: Object.keys(before) }, count),
  );
  if (result.kind === 'unreadable') throw new Failure(result.message, result.hint);
  if (result.kind === 'selection') return { undecided: selectionText(result, source) };
  return { imported: result, digest: document.digest };
}

/** Also of documents that are too large to be imported unasked. */
async function runList(job: OpenapiJob) {
  const outcome = await run({ ...job, options: { ...job.options, all: true } });
  return 'imported' in outcome ? { listed: listText(costsOf(outcome.imported)) } : outcome;
}

/** Each with its operation, the most expensive first. */
function listText(tools: readonly ToolCost[]): string {
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const costs = inColumns(tools.map(({ name, tokens }) => [name, countText(tokens)]));
  const lines = costs.map((line, at) => `${line} tokens  ${tools[at]?.from ?? ''}\n`).join('');
  return `${lines}\n${pluralize(tools.length, 'tool')}, about ${countText(total)} tokens in every conversation. Nothing was imported.\n`;
}

/** A text and numbers behind it. */
function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => rows.reduce((width, row) => Math.max(width, row[at]?.length ?? 0), 0));
  return rows.map((row) => {
    const cells = row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
    return `  ${cells.join('  ')}`;
  });
}

/** `https://shop.example/v1/openapi.json` → shop; `specs/pet-store.yaml` → pet-store. */
function lastPart(source: string): string {
  const [file = ''] = baseName(source).split(/[?#]/);
  const name = file.replace(/\.(?:ya?ml|json)$/i, '');
  if (!isAddress(source) || !/^(?:openapi|swagger|api|spec|)$/i.test(name.replaceAll(/[-_.\d]|v\d/g, ''))) return name;
  const labels = new URL(source).hostname.split('.').filter((label) => !/^(?:api|www)$/.test(label));
  return labels.at(-2) ?? labels[0] ?? name;
}

function orderOf(invocation: Invocation): OpenapiOrder {
  const isOn = (flag: string): true | undefined => invocation.flags[flag] === true || undefined;
  return withoutEmpty({
    name: textFlag(invocation, 'name'),
    base_url: textFlag(invocation, 'base-url'),
    tags: textFlags(invocation, 'tag'),
    operations: textFlags(invocation, 'operation'),
    paths: textFlags(invocation, 'path'),
    methods: textFlags(invocation, 'method'),
    allow_refs: textFlags(invocation, 'allow-refs'),
    read_only: isOn('read-only'),
    deprecated: isOn('deprecated'),
    all: isOn('all'),
    split: invocation.flags['split'] === 'tag' ? ('tag' as const) : undefined,
  });
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function fetchText(address: string): Promise<string> {
  return decodeUtf8(await fetchDocument(address, MAX_BYTES), address);
}

/** @throws Failure where the document cannot be read. */
async function readDocument(job: OpenapiJob): Promise<OpenapiSource & Pick<DoneImport, 'digest'>> {
  const { source, root } = job;
  const text = isAddress(source) ? await fetchText(source) : readText(resolve(root, source));
  const digest = digestOf(text);
  const value = readValue(text, source);
  const files = new Map<string, unknown>();
  let waiting = referencedFiles(value);
  while (waiting.length > 0) {
    for (const name of waiting) files.set(name, await readFurther(name, job));
    if (files.size > MAX_FILES)
      throw new Failure(`"${source}" refers to more than ${MAX_FILES} files.`, 'Bundle it into one file first.');
    const next = [...files].flatMap(([name, value]) => (value === undefined ? [] : referencedFiles(value, name)));
    waiting = [...new Set(next)].filter((name) => !files.has(name));
  }
  return { value, digest, name: source, resolve: (name) => files.get(name) };
}

/** The value of a file that a reference names; undefined where it must not be read or is not there. */
async function readFurther(name: string, { source, root, options }: OpenapiJob): Promise<unknown> {
  if (isAddress(name) || isAddress(source)) {
    const address = isAddress(name) ? name : new URL(name, source).href;
    const isAllowed = options.allow_refs?.some((start) => startsWithAddress(address, start)) === true;
    return isAllowed ? furtherValue(await fetchText(address), name) : undefined;
  }
  const folder = onDisk('read', source, () => realpathSync(dirname(resolve(root, source))));
  const path = join(folder, name);
  // Links are followed before the comparison, so that none leads out of the folder.
  if (!existsSync(path) || !isWithin(folder, realpathSync(path))) return undefined;
  return furtherValue(readText(realpathSync(path)), name);
}

/** References also lead to files that are no documents, such as a text in Markdown. */
function furtherValue(text: string, name: string): unknown {
  const value = readValue(text, name);
  if (!isUnreadable(value)) return value;
  if (/\.(?:ya?ml|json)$/i.test(name)) throw new Failure(value.message, value.hint);
  return undefined;
}

/** As they are requested: `https://shop.example` is no start of `https://shop.example.other`, nor `/v1/` one of `/v1/../other`. */
export function startsWithAddress(address: string, start: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(start)) return false;
  const [own, allowed] = [new URL(address), new URL(start)];
  return own.origin === allowed.origin && own.href.startsWith(allowed.href);
}

function readText(path: string): string {
  const bytes = readRegular(path, { most: MAX_BYTES });
  if (bytes.length > MAX_BYTES)
    throw new Failure(`"${path}" is larger than ${MAX_BYTES / 1024 / 1024} MiB.`, 'Split the document.');
  return decodeUtf8(bytes, path);
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Failure(`"${name}" is not UTF-8 text.`, 'Save it as UTF-8.', { cause: error });
  }
}

function selectionText({ operations, tokens, tags }: Selection, source: string): string {
  const rows = tags
    .slice(0, MAX_ROWS)
    .map(({ tag, ...costs }) => [tag, countText(costs.operations), countText(costs.tokens)]);
  const more = tags.length > MAX_ROWS ? [`  … and ${tags.length - MAX_ROWS} further tags`] : [];
  const [first] = tags;
  return [
    `"${source}" has ${countText(operations)} operations, which as tools would cost about ${countText(tokens)} tokens in every conversation.`,
    `More than ${MAX_UNSELECTED} are only imported when you choose: models work best with a few tools.`,
    '',
    ...inColumns([['tag', 'operations', 'tokens'], ...rows]),
    ...more,
    '',
    `Choose with --tag ${JSON.stringify(first?.tag ?? 'name')}, --operation 'GET /path/*', --path '/path/*', --method get or --read-only; --split tag makes a server of each tag; --all takes everything.`,
    '',
  ].join('\n');
}

function countText(count: number): string {
  return count.toLocaleString('en-US');
}
