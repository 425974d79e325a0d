/** `haft import curl`: one tool from one curl command. */
import { importCurl } from '../../import/curl/import-curl.ts';
import type { CurlOptions } from '../../import/curl/import-curl.ts';
import type { Command, ExitCode } from '../command-line/command.ts';
import { textFlag } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { curlImporter } from '../import/curl.ts';
import { IMPORT_FLAGS, runFirstImport } from '../import/first-import.ts';

export const importCurlCommand: Command = {
  name: 'import curl',
  summary: 'Import one HTTP tool from a curl command.',
  positional: '<line>',
  flags: {
    tool: { type: 'string', value: 'name', help: 'Name of the tool.' },
    server: { type: 'string', value: 'name', help: 'Add the tool to this server of the project.' },
    connection: { type: 'string', value: 'name', help: 'With --server: the connection that it uses (default: api).' },
    ...IMPORT_FLAGS,
  },
  examples: [
    [
      `haft import curl 'curl -H "Authorization: Bearer $TOKEN" https://shop.example/books?limit=5'`,
      'A server with one tool.',
    ],
    [`haft import curl 'curl https://shop.example/orders/7' --server shop --into specs/shop/orders`, 'One more tool.'],
  ],
  run(invocation): Promise<ExitCode> {
    const [line, ...more] = invocation.positionals;
    if (line === undefined || more.length > 0)
      throw new Failure(
        '`haft import curl` needs one curl command.',
        'Write the whole curl command after it, in single quotes.',
      );
    const options = optionsOf(
      Object.fromEntries(['name', 'tool', 'server', 'connection'].map((key) => [key, textFlag(invocation, key)])),
    );
    const made = importCurl(line, options);
    if (made.kind === 'unreadable') throw new Failure(made.message, made.hint);
    const last = made.documents.at(-1)?.value;
    const name =
      options.name ??
      String((options.server === undefined ? made.documents[0]?.value['name'] : last?.['name']) ?? 'curl');
    const source = `curl ${String(last?.from.replace(/^curl:/, '') ?? '')}`;
    return runFirstImport(curlImporter(line), invocation, () => ({ source, name, options: { ...options } }));
  },
};

function optionsOf(given: Readonly<Record<string, string | undefined>>): CurlOptions {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
