/** `haft import openapi`: HTTP tools from an OpenAPI document of version 2.0 to 3.2. */
import { resolve } from 'node:path';
import type { OpenapiOptions } from '../../import/openapi/options.ts';
import { serverName } from '../../import/server-name.ts';
import type { Command, ExitCode, Invocation } from '../command-line/command.ts';
import { textFlag, textFlags } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { IMPORT_FLAGS, runFirstImport } from '../import/first-import.ts';
import { isAddress } from '../import/documents.ts';
import { openapiImporter } from '../import/openapi.ts';
import type { OpenapiOrder } from '../import/openapi.ts';
import { slashed } from '../project/root.ts';

export const importOpenapiCommand: Command = {
  name: 'import openapi',
  summary: 'Import HTTP tools from an OpenAPI document.',
  positional: '<file|url>',
  flags: {
    tag: { type: 'string', value: 'tag', many: true, help: 'Only operations with this tag.' },
    operation: {
      type: 'string',
      value: 'glob',
      many: true,
      help: 'Only operations with this id or request: issues/*, "GET /pets/*".',
    },
    path: { type: 'string', value: 'glob', many: true, help: 'Only operations below this path: /pets/*.' },
    method: { type: 'string', value: 'method', many: true, help: 'Only operations with this method.' },
    'read-only': { type: 'boolean', help: 'Only operations that change nothing.' },
    deprecated: { type: 'boolean', help: 'Also import deprecated operations.' },
    all: { type: 'boolean', help: 'Import all operations, regardless of their number.' },
    split: { type: 'string', value: 'tag', choices: ['tag'], help: 'One server for each tag.' },
    'base-url': { type: 'string', value: 'url', help: 'Base URL of the service, instead of the one in the document.' },
    'allow-refs': {
      type: 'string',
      value: 'url',
      many: true,
      help: 'Allow references to addresses that start with this URL.',
    },
    ...IMPORT_FLAGS,
  },
  examples: [
    ['haft import openapi api.yaml', 'The tools of a small service, or the tags of a large one with their costs.'],
    ['haft import openapi api.yaml --tag issues --read-only', 'Only the operations with this tag that change nothing.'],
    ["haft import openapi https://shop.example/openapi.json --operation 'books/*'", 'A document at an address.'],
  ],
  run(invocation): Promise<ExitCode> {
    const [source] = invocation.positionals;
    if (source === undefined || invocation.positionals.length > 1)
      throw new Failure(
        '`haft import openapi` needs one file or URL.',
        'Write it after the command: `haft import openapi api.yaml`.',
      );
    const order = orderOf(invocation);
    return runFirstImport(openapiImporter, invocation, ({ root }) => ({
      source: isAddress(source) ? source : slashed(root, resolve(invocation.cwd, source)),
      name: order.name ?? serverName(lastPart(source)),
      options: { ...order },
    }));
  },
};

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
