/** `haft import graphql`: a tool for each operation of GraphQL documents, typed by the schema of the service. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type GraphqlFile, readSchema } from '../graphql/operations.ts';
import { importGraphql } from '../graphql/import-graphql.ts';
import { nameOfAddress } from '../mcp/default-name.ts';
import { type McpOptions, optionsOf, recordedSource } from '../mcp/recorded.ts';
import { sourceOf } from '../mcp/source.ts';
import { compareText } from '../../../base/diagnostic.ts';
import { text, textFlag, texts } from '../../../edge/command-line/command.ts';
import { Failure, onDisk } from '../../../edge/command-line/failure.ts';
import { statsOf } from '../../../edge/project-files/read.ts';
import { readText } from '../../../edge/project/record-file.ts';
import { slashed } from '../../../edge/project/root.ts';
import { headersIn } from './mcp.ts';
import { type ImportJob, type ImportRun, type Importer, digestOf, pathIn, refuseEmpty } from './importer.ts';

/** Files with operations; those of schemas end with .graphqls. */
const OPERATIONS = /\.(?:graphql|gql)$/i;

const MAX_FILES = 2000;

type GraphqlOptions = Omit<McpOptions, 'how'> & { readonly url: string; readonly operations: readonly string[] };

export const graphql: Importer<GraphqlOptions> = {
  summary: 'Import a tool for each GraphQL operation that you wrote.',
  positional: '<schema> <file|folder>…',
  flags: {
    url: text('url', 'Address that operations are sent to, such as https://shop.example/graphql.'),
    header: texts('header', 'A header of every request, such as "Authorization: Bearer {env.TOKEN}".'),
  },
  examples: [
    [
      'haft import graphql schema.graphql operations --url https://shop.example/graphql',
      'Every query and mutation in the .graphql files of a folder.',
    ],
    [
      'haft import graphql introspection.json orders.graphql --url https://shop.example/graphql --header "X-Key: {env.SHOP_KEY}"',
      'A schema as a service returns it, and a credential from the environment.',
    ],
  ],
  selects: undefined,
  argument: undefined,
  first(invocation, project) {
    const [schema, ...documents] = invocation.positionals;
    const url = textFlag(invocation, 'url');
    if (schema === undefined || documents.length === 0)
      throw new Failure(
        '`haft import graphql` needs a schema, and files or folders with operations.',
        'Write them after the command: `haft import graphql schema.graphql operations --url <url>`.',
      );
    if (url === undefined || !/^https?:\/\/[^/\s]/i.test(url))
      throw new Failure(
        'The flag --url needs the address of the service.',
        'Write --url https://shop.example/graphql.',
      );
    const name = textFlag(invocation, 'name') ?? nameOfAddress(url);
    const endpoint = sourceOf({ url, headers: headersIn(invocation), env: {}, passed: [] }, name);
    const { how: _how, ...reached } = optionsOf('url', endpoint);
    const operations = documents.map((path) => pathIn(project, invocation, path));
    const options = { url: String(endpoint.upstream['url']), operations, ...reached };
    return { source: pathIn(project, invocation, schema), name, options, run };
  },
  again: { isPath: () => true, run },
};

function run({ name, source, options, root, before = {} }: ImportJob<GraphqlOptions>): ImportRun {
  const schemaFile = { path: source, text: readText(resolve(root, source)) };
  const schema = readSchema(schemaFile);
  if ('problem' in schema)
    throw new Failure(schema.problem, 'Name a file of type definitions (SDL), or the saved JSON of an introspection.');
  const { url, operations } = options;
  const files = operations.flatMap((path) => documentsAt(path, root)).filter(({ path }) => path !== source);
  const endpoint = recordedSource(url, options);
  if ('problem' in endpoint) throw new Failure(endpoint.problem, endpoint.hint);
  if ('none' in endpoint)
    throw new Failure(`No address is recorded for "${name}".`, 'Import it again under another name.');
  const imported = importGraphql(name, { schema, files, endpoint, before });
  const [first] = imported.losses;
  const hint = 'Write queries and mutations into .graphql files there, and run the command again.';
  const losses = first ? [{ ...first, hint }] : [];
  const where = operations.map((path) => `"${path}"`).join(', ');
  refuseEmpty({ ...imported, losses }, `There is no operation to import in ${where}.`, hint);
  return { imported, digest: digestOf(JSON.stringify([schemaFile.text, files.map(({ path, text }) => [path, text])])) };
}

/** A file whatever its name is; the documents of a folder in their order. */
function documentsAt(path: string, root: string): GraphqlFile[] {
  const absolute = resolve(root, path);
  const stats = statsOf(absolute);
  if (!stats)
    throw new Failure(`There is no file or folder "${path}".`, 'Name a .graphql file, or a folder with some.');
  if (!stats.isDirectory()) return [{ path, text: readText(absolute) }];
  const entries = onDisk('read', absolute, () => readdirSync(absolute, { recursive: true, withFileTypes: true }));
  const own = entries.filter((entry) => entry.isFile() && OPERATIONS.test(entry.name));
  const paths = own
    .filter(({ parentPath }) => !/[\\/]node_modules[\\/]/.test(`${parentPath}/`))
    .map((entry) => slashed(root, join(entry.parentPath, entry.name)))
    .toSorted(compareText);
  if (paths.length > MAX_FILES)
    throw new Failure(`"${path}" has more than ${MAX_FILES} documents.`, 'Name a folder below it.');
  return paths.map((one) => ({ path: one, text: readText(resolve(root, one)) }));
}
