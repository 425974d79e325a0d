/** One curl command becomes one tool; its secrets are in no output. */
import { expect, test } from 'vitest';
import { importCurl } from '../../compiler/features/import/curl/import-curl.ts';
import { compileImport } from '../judges/imported.ts';

function imported(line: string, options: Parameters<typeof importCurl>[1] = {}) {
  const made = importCurl(line, options);
  if (made.kind !== 'imported') throw new Error(made.message);
  const [server, tool] = made.documents.map(({ value }) => value as Readonly<Record<string, unknown>>);
  return { made, server: server ?? {}, tool: tool ?? {}, http: Object(tool?.['http']) as Record<string, unknown> };
}

const QUERY = `curl "https://api.shop.example/v1/books/42?q=slow%20start&limit=5&open=true"`;

test('values that change from call to call become parameters', () => {
  const { server, tool, http } = imported(QUERY);
  expect(server).toMatchObject({ name: 'shop', connections: { api: { base_url: 'https://api.shop.example' } } });
  expect(tool).toMatchObject({
    from: 'curl:GET /v1/books/{book_id}',
    name: 'get_book',
    effects: 'read',
    required: ['book_id'],
    parameters: {
      book_id: { type: 'integer' },
      q: { type: 'string', default: 'slow start' },
      limit: { type: 'integer', default: 5 },
      open: { type: 'boolean', default: true },
    },
  });
  expect(http).toEqual({
    connection: 'api',
    request: 'GET /v1/books/{book_id}',
    query: { q: '{q}', limit: '{limit}', open: '{open}' },
  });
});

test.each<readonly [line: string, http: Record<string, unknown>]>([
  [`curl -d 'a=1&b=x y' https://a.example/b`, { request: 'POST /b', form: { a: '{a}', b: '{b}' } }],
  [`curl --data-urlencode 'q=a&b' -G https://a.example/b`, { request: 'GET /b', query: { q: '{q}' } }],
  [
    `curl --json '{"a":{"b":[1]},"each":2}' https://a.example/b`,
    { request: 'POST /b', json: { a: '{a}', each: '{each}' } },
  ],
  [`curl -XPUT -H'Content-Type: application/json' -d '[1]' a.example/b`, { request: 'PUT /b', json: '{body}' }],
  [
    `curl -F file=@/home/ada/photo.png -F note=hi https://a.example/b`,
    { request: 'POST /b', multipart: { file: { folder: '{env.A_FILES}', path: '{file}' }, note: '{note}' } },
  ],
  [`curl -I -sSL https://a.example/b`, { request: 'HEAD /b' }],
  [
    `curl -X DELETE \\\n  --url https://a.example/b \\\n  -H "Accept: text/plain" | jq .`,
    { request: 'DELETE /b', headers: { Accept: 'text/plain' } },
  ],
  [`curl -H $'X-Note: a\\tb' https://a.example/b{c}`, { request: 'GET /b{{c}}', headers: { 'X-Note': 'a\tb' } }],
])('%s', (line, expected) => {
  const { made, http } = imported(line);
  expect(http).toEqual({ connection: 'api', ...expected });
  expect(compileImport(made.documents).errors).toEqual([]);
});

const SECRETS = [
  `curl -H "Authorization: Bearer zkQ81hFh27abcdEFGH" https://a.example/b`,
  `curl -u 'ada:zkQ81hFh27abcdEFGH' https://a.example/b`,
  `curl https://ada:zkQ81hFh27abcdEFGH@a.example/b`,
  `curl -H 'X-Api-Key: zkQ81hFh27abcdEFGH' https://a.example/b`,
  `curl 'https://a.example/b?api_key=zkQ81hFh27abcdEFGH'`,
  `curl -b 'session=zkQ81hFh27abcdEFGH' https://a.example/b`,
  `curl -d 'password=zkQ81hFh27abcdEFGH' https://a.example/b`,
  `curl --json '{"token":"zkQ81hFh27abcdEFGH"}' https://a.example/b`,
  `curl --oauth2-bearer zkQ81hFh27abcdEFGH https://a.example/b`,
  `curl -H 'X-Odd: sk-zkQ81hFh27abcdEFGHzkQ81hFh27' https://a.example/b`,
];

test.each(SECRETS)('the secret of %s is in no output', (line) => {
  const { made, server } = imported(line);
  expect(JSON.stringify(made)).not.toContain('zkQ81hFh27');
  expect(Object.values(Object(server['env'])).some((variable) => Object(variable).secret === true)).toBe(true);
  expect(made.losses.map(({ subject }) => subject)).toContain('secrets');
  expect(compileImport(made.documents).errors).toEqual([]);
});

test('variables of the line stay variables', () => {
  const { server, http } = imported('curl -H "Authorization: Bearer $SHOP_TOKEN" "$SHOP_URL/books?lang=${LANG:-en}"');
  expect(server['connections']).toEqual({
    api: { base_url: '{env.SHOP_URL}', headers: { Authorization: 'Bearer {env.SHOP_TOKEN}' } },
  });
  expect(http['query']).toEqual({ lang: '{env.LANG}' });
});

test('one more tool of an existing server', () => {
  const { made } = imported(QUERY, { server: 'forge', connection: 'forge' });
  expect(made.documents).toHaveLength(1);
  expect(made.documents[0]?.value).toMatchObject({ kind: 'tool', server: 'forge', http: { connection: 'forge' } });
});

test.each([
  ['wget https://a.example', 'must start with `curl`'],
  ['curl', 'has no URL'],
  ['curl -k https://a.example', '-k'],
  ['curl "https://a.example', 'not closed'],
  ['curl https://a.example/$(cat key)', 'runs a command'],
  ['curl "https://a.example/`id`"', 'runs a command'],
  ['curl -d @body.json https://a.example', 'from a file'],
  ['curl -T a.txt https://a.example', 'sends a file'],
  ['curl https://a.example https://b.example', 'several URLs'],
  ['curl ftp://a.example', 'not an http or https URL'],
  ['curl -X BREW https://a.example', 'BREW'],
  ['curl --nonsense https://a.example', 'not known'],
  ['curl -H', 'has no value'],
])('%s is rejected', (line, message) => {
  const made = importCurl(line);
  expect(made.kind === 'unreadable' && made.message).toContain(message);
});
