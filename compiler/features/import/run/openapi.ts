/** `haft import openapi`: HTTP tools from an OpenAPI document of version 2.0 to 3.2. */
import { resolve } from 'node:path';
import type { JsonObject } from '@haft/runtime/language';
import { importOpenapi } from '../openapi/import-openapi.ts';
import type { OpenapiOptions } from '../openapi/options.ts';
import { selectionText } from '../openapi/selection-text.ts';
import { serverName } from '../server-name.ts';
import type { Invocation } from '../../../edge/command-line/command.ts';
import { choice, text, textFlag, textFlags, texts, toggle } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { slashed } from '../../../edge/project/root.ts';
import { isAddress, readDocument } from './documents.ts';
import type { ImportJob, ImportRun, Importer } from './importer.ts';

/** Starts of addresses that references may lead to are recorded with the options of the importer. */
type OpenapiOrder = OpenapiOptions & { readonly allow_refs?: readonly string[] };

export const openapi: Importer = {
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
    split: choice(['tag'], 'One server for each tag.'),
    'base-url': text('url', 'Base URL of the service, instead of the one in the document.'),
    'allow-refs': texts('url', 'Allow references to addresses that start with this URL.'),
  },
  examples: [
    ['haft import openapi api.yaml', 'The tools of a small service, or the tags of a large one with their costs.'],
    ['haft import openapi api.yaml --tag issues --read-only', 'Only the operations with this tag that change nothing.'],
    ["haft import openapi https://shop.example/openapi.json --operation 'books/*'", 'A document at an address.'],
  ],
  first(invocation) {
    const [source] = invocation.positionals;
    if (source === undefined || invocation.positionals.length > 1)
      throw new Failure(
        '`haft import openapi` needs one file or URL.',
        'Write it after the command: `haft import openapi api.yaml`.',
      );
    const order = orderOf(invocation);
    return {
      in: ({ root }) => ({
        source: isAddress(source) ? source : slashed(root, resolve(invocation.cwd, source)),
        name: order.name ?? serverName(lastPart(source)),
        options: { ...order },
      }),
      run,
    };
  },
  again: { isPath: (source) => !isAddress(source), run },
};

async function run({ source, root, options, before = {} }: ImportJob): Promise<ImportRun> {
  const { allow_refs: allowRefs = [], ...chosen } = options as JsonObject & OpenapiOrder;
  const document = await readDocument({ source, root, allowRefs });
  const made = withProgress(({ count }) =>
    importOpenapi(document, { ...chosen, imported: Object.keys(before) }, count),
  );
  if (made.kind === 'unreadable') throw new Failure(made.message, made.hint);
  if (made.kind === 'selection') return { undecided: selectionText(made, source) };
  return { imported: made, digest: document.digest };
}

/** `https://shop.example/v1/openapi.json` → shop; `specs/pet-store.yaml` → pet-store. */
function lastPart(source: string): string {
  const [file = ''] = (source.split(/[/\\]/).at(-1) ?? '').split(/[?#]/);
  const name = file.replace(/\.(?:ya?ml|json)$/i, '');
  if (!isAddress(source) || !/^(?:openapi|swagger|api|spec|)$/i.test(name.replaceAll(/[-_.\d]|v\d/g, ''))) return name;
  const labels = new URL(source).hostname.split('.').filter((label) => !/^(?:api|www)$/.test(label));
  return labels.at(-2) ?? labels[0] ?? name;
}

function orderOf(invocation: Invocation): OpenapiOrder {
  const { flags } = invocation;
  const list = (flag: string): readonly string[] | undefined => {
    const values = textFlags(invocation, flag);
    return values.length > 0 ? values : undefined;
  };
  const options: Partial<Record<keyof OpenapiOrder, OpenapiOrder[keyof OpenapiOrder]>> = {
    name: textFlag(invocation, 'name'),
    base_url: textFlag(invocation, 'base-url'),
    tags: list('tag'),
    operations: list('operation'),
    paths: list('path'),
    methods: list('method'),
    allow_refs: list('allow-refs'),
    read_only: flags['read-only'] === true || undefined,
    deprecated: flags['deprecated'] === true || undefined,
    all: flags['all'] === true || undefined,
    split: flags['split'] === 'tag' ? 'tag' : undefined,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as OpenapiOptions;
}
