/** `haft import curl`: one tool from one curl command. What is recorded is the request without its secrets. */
import { withoutUndefined } from '../../../base/json.ts';
import { importCurl } from '../curl/import-curl.ts';
import type { ImportRecord } from '../../../check/analysis/imported/import-record.ts';
import { text, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { type Importer, digestOf } from './importer.ts';

export const curl: Importer = {
  summary: 'Import one HTTP tool from a curl command.',
  positional: '<line>',
  flags: {
    tool: text('name', 'Name of the tool.'),
    server: text('name', 'Add the tool to this server of the project.'),
    connection: text('name', 'The connection that it uses (default: api).', { needs: ['server'] }),
  },
  examples: [
    [
      `haft import curl 'curl -H "Authorization: Bearer $TOKEN" https://shop.example/books?limit=5'`,
      'A server with one tool.',
    ],
    [`haft import curl 'curl https://shop.example/orders/7' --server shop --into specs/shop/orders`, 'One more tool.'],
  ],
  selects: undefined,
  argument: 'one curl command, in quotes',
  first(invocation) {
    const [line = ''] = invocation.positionals;
    const [ownName, tool, server, connection] = ['name', 'tool', 'server', 'connection'].map((key) =>
      textFlag(invocation, key),
    );
    const options = withoutUndefined({ name: ownName, tool, server, connection });
    const imported = importCurl(line, options);
    if (imported.kind === 'unreadable') throw new Failure(imported.message, imported.hint);
    const { documents } = imported;
    const last = documents.at(-1)?.value;
    const name = ownName ?? String((server === undefined ? documents[0]?.value['name'] : last?.['name']) ?? 'curl');
    const source = `curl ${String(last?.from.replace(/^curl:/, '') ?? '')}`;
    return { source, name, options: { ...options }, run: () => ({ imported, digest: digestOf(source) }) };
  },
  again: {
    notRecorded: 'a curl command, which was not saved because it may contain secrets',
    nextStep,
  },
};

/** Its server takes further tools. */
function nextStep({ documents }: ImportRecord): string {
  const { name: server, connections = {} } = documents['curl'] ?? {};
  if (typeof server !== 'string') return 'Choose another name with --name.';
  const [connection = 'api'] = Object.keys(connections ?? {});
  const flags = `--server ${server}${connection === 'api' ? '' : ` --connection ${connection}`}`;
  return `Add the tool to that server and its connection with \`${flags}\`, or choose another name with --name.`;
}
