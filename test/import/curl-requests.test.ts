/** The tool of a curl command sends what curl itself sends: both ask one server on this machine. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { importCurl } from '../../compiler/features/import/curl/import-curl.ts';
import { compileImport } from '../judges/imported.ts';
import { callTool } from '../runtime/support/call-tool.ts';
import { recorder } from '../runtime/support/loopback.ts';
import type { Seen } from '../runtime/support/loopback.ts';
import { runProgram } from '../support/run-program.ts';

/** `BASE` is the server; arguments are the values of the line, and variables what the import moved to the environment. */
const LINES: readonly [string, object, Record<string, string>][] = [
  [
    `curl 'BASE/api/orders?page=2&status=open' -b 'sid=abc; theme=dark' -H 'accept: application/json' -H 'sec-fetch-dest: empty' --compressed`,
    {},
    { SHOP_COOKIE: 'sid=abc; theme=dark' },
  ],
  [`curl 'BASE/books?id=1&id=2&tag[]=a&tag[]=b%20c&filter[x]=1' -g`, {}, {}],
  [`curl -G BASE/search -d q=shoes -d size=42 --data-urlencode 'brand=a&b=c'`, {}, {}],
  [
    `curl --json '{"title":"x","tags":["a","b"],"n":1.5,"old":null}' BASE/books`,
    { title: 'x', tags: ['a', 'b'], n: 1.5 },
    {},
  ],
  [
    `curl BASE/charges -u 'key:' -d amount=2000 -d 'metadata[order]=7 8' -d 'items[]=a' -d 'items[]=b'`,
    { amount: '2000', metadata_order: '7 8', items: ['a', 'b'] },
    { SHOP_USER: 'key' },
  ],
  [
    `curl -X PATCH BASE/books/7 -H 'Content-Type: application/merge-patch+json' -d '{"price": 9.99}'`,
    { book_id: 7, price: 9.99 },
    {},
  ],
  [
    `curl -X DELETE BASE/books/550e8400-e29b-41d4-a716-446655440000 -H 'authorization: token abc'`,
    { book_id: '550e8400-e29b-41d4-a716-446655440000' },
    { SHOP_TOKEN: 'abc' },
  ],
  [`curl BASE/notes -H 'Content-Type: text/plain' --data-binary 'a=1 & {b}'`, { text: 'a=1 & {b}' }, {}],
  [`curl BASE/notes -H 'content-type: application/json' --data-raw '{"note":"it\\u0027s ü"}'`, { note: `it's ü` }, {}],
  [`curl -I 'BASE/books?x=%C3%BC+y'`, {}, {}],
];

const hasCurl = runProgram('curl', ['--version'], '.').status === 0;

test.runIf(hasCurl).each(LINES)('%s', async (line, args, env) => {
  const { base, seen } = await recorder();
  const command = line.replace('BASE', base);
  await promisify(execFile)('sh', ['-c', command.replace('curl', 'curl -sS')]);
  const made = importCurl(command, { name: 'shop' });
  if (made.kind !== 'imported') throw new Error(made.message);
  const [server] = compileImport(made.documents).plan?.servers ?? [];
  const [tool] = server?.tools ?? [];
  const connection = server?.connections['api'];
  if (!server || !connection || tool?.behavior.kind !== 'http') throw new Error('The tool is missing.');
  const outcome = await callTool(
    {
      behavior: { ...tool.behavior, connection: 'local' },
      parameters: tool.inputSchema.properties ?? {},
      connection,
      declared: server.env,
      source: env,
    },
    args,
  );
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: true });
  const [own, sent] = seen.map(shown);
  expect(sent).toEqual(own);
});

/** What a service reads of a request, without what each program says of itself. */
function shown({ method, url = '', headers, body }: Seen): object {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const type = headers['content-type'] ?? '';
  const value: unknown = type.includes('json')
    ? JSON.parse(body)
    : type.includes('form-')
      ? [...new URLSearchParams(body)]
      : body;
  const { authorization, cookie } = headers;
  return { method, pathname, query: [...searchParams], type: type.split(';')[0], value, authorization, cookie };
}
