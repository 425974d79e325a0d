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
  // Multipart: literal texts, lists, what follows a text.
  [
    `curl --form-string 'a=@home' --form-string 'b=<x;type=text/plain' --form-string 'c="q"' BASE/f`,
    { a: '@home', b: '<x;type=text/plain', c: '"q"' },
    {},
  ],
  [`curl -F tag=a -F b=1 -F tag=b BASE/f`, { tag: ['a', 'b'], b: '1' }, {}],
  [`N=hi; export N; curl -F "n=$N;type=text/html" -F "q=\\"$N;x\\"" BASE/f`, {}, { N: 'hi' }],
  // Types of all values of the line.
  [`curl --json '{"m":[1,2.5]}' BASE/j`, { m: [1, 2.5] }, {}],
  [`curl --json '{"each":"a","as":"b"}' BASE/j`, { body: { each: 'a', as: 'b' } }, {}],
  // Headers of one name, and flags that a header replaces.
  [`curl -H 'X-A: 1' -H 'x-a: 2' -b a=1 -b b=2 BASE/h`, {}, { SHOP_COOKIE: 'a=1; b=2' }],
  [`curl -H 'Cookie: z=1' -H 'Cookie: y=2' -b a=1 BASE/h`, {}, { SHOP_COOKIE: 'z=1; y=2' }],
  [`curl -H 'User-Agent: h' -A a -e r1 -e r2 -H 'Authorization: Bearer x' -u a:b BASE/h`, {}, { SHOP_TOKEN: 'x' }],
  // The query, encoded once.
  [`curl --url-query '+x=%20' --url-query 'y=a b%20' 'BASE/p?u=1'`, {}, {}],
  // Bodies that are no pairs.
  [`curl -d 'hello world' BASE/d`, { text: 'hello world' }, {}],
  [`curl -d 'a=1&flag' BASE/d`, { text: 'a=1&flag' }, {}],
  [`curl -d 'a=%FF' BASE/d`, { text: 'a=%FF' }, {}],
  [`curl -d '=x' BASE/d`, { text: '=x' }, {}],
  [`curl -d '__proto__=x' BASE/d`, { text: '__proto__=x' }, {}],
  [`curl --json '{bad' BASE/d`, { text: '{bad' }, {}],
  [`curl -d '' BASE/d`, {}, {}],
  [`curl --json '' BASE/d`, {}, {}],
  [`curl -X GET -d '' BASE/d`, {}, {}],
  // Steps of the path, and a comment.
  [`curl BASE/a/../b/./c/..`, {}, {}],
  [`curl BASE/../b # the "comment's" text`, {}, {}],
];

const hasCurl = runProgram('curl', ['--version'], '.').status === 0;

test.runIf(hasCurl).each(LINES)('%s', async (line, args, env) => {
  const { base, seen } = await recorder();
  const command = line.replace('BASE', base);
  await promisify(execFile)('sh', ['-c', command.replace('curl', 'curl -sS')]);
  const made = importCurl(command.replace(/^.*export \w+; /, ''), { name: 'shop' });
  if (made.kind !== 'imported') throw new Error(made.message);
  const [server] = compileImport(made.documents).plan?.servers ?? [];
  const [tool] = server?.tools ?? [];
  const connection = server?.connections['api'];
  if (!server || !connection || tool?.behavior.kind !== 'http') throw new Error('The tool is missing.');
  const outcome = await callTool(
    {
      behavior: { ...tool.behavior, connection: 'local' },
      parameters: tool.inputSchema.properties ?? {},
      required: tool.inputSchema.required ?? [],
      connection,
      declared: server.env,
      source: env,
    },
    args,
  );
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: true });
  const [own, sent] = await Promise.all(seen.map(shown));
  expect(sent).toEqual(own);
});

/** What a service reads of a request, without what each program says of itself. */
async function shown({ method, url = '', headers, body }: Seen): Promise<object> {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const { authorization, cookie, referer, 'content-type': type = '', 'user-agent': agent, 'x-a': own } = headers;
  return {
    method,
    pathname,
    query: [...searchParams],
    type: method === 'GET' ? '' : type.split(';')[0],
    value: await valueOf(type, body),
    authorization,
    cookie: cookie?.replaceAll(/; ?/g, '; '),
    own,
    referer,
    agent: /^(?:curl|node|haft)|^undefined$/.test(String(agent)) ? '' : agent,
  };
}

async function valueOf(type: string, body: string): Promise<unknown> {
  if (type.includes('json')) return parsed(body);
  if (!type.includes('multipart')) return type.includes('form-') && /^[^%_=]+=[^%]/.test(body) ? pairsIn(body) : body;
  const fields = await new Response(body, { headers: { 'content-type': type } }).formData();
  return [...fields].toSorted(([one], [other]) => one.localeCompare(other));
}

/** Which blank is written, `+` or `%20`, says nothing. */
function pairsIn(body: string): unknown {
  return [...new URLSearchParams(body)];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
