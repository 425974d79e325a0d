/** Curl commands as people paste them: each gives a tool that compiles, or says why not; no secret is in any output. */
import { expect, test } from 'vitest';
import { importCurl } from '../../compiler/features/import/curl/import-curl.ts';
import { compileImport } from '../judges/imported.ts';

const SECRET = 'zkQ81hFh27abcdEFGH';

const LINES: Readonly<Record<string, string>> = {
  'Chrome, copied as cURL': `curl 'https://shop.example/api/v2/orders?page=2&status=open' \\
  -H 'accept: application/json, text/plain, */*' \\
  -H 'accept-language: en-US,en;q=0.9' \\
  -b 'session=${SECRET}; theme=dark' \\
  -H 'priority: u=1, i' \\
  -H 'referer: https://shop.example/orders' \\
  -H 'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"' \\
  -H 'sec-ch-ua-mobile: ?0' \\
  -H 'sec-ch-ua-platform: "Linux"' \\
  -H 'sec-fetch-dest: empty' \\
  -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)'`,
  'Firefox, copied as cURL': `curl 'https://shop.example/graphql' -X POST -H 'User-Agent: Mozilla/5.0' -H 'Accept: */*' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Content-Type: application/json' -H 'Origin: https://shop.example' -H 'DNT: 1' -H 'Connection: keep-alive' -H 'Cookie: sid=${SECRET}' -H 'TE: trailers' --data-raw '{"query":"{ me { id } }","variables":{}}'`,
  'Chrome on Windows, earlier form': `curl "https://shop.example/api/orders" ^
  -H "accept: application/json" ^
  -H "content-type: application/json" ^
  -b "sid=${SECRET}" ^
  --data-raw "{""name"":""Ada"",""n"":1}"`,
  'Chrome on Windows': `curl ^"https://shop.example/api/orders?a=1^&b=2^" ^
  -H ^"accept: application/json^" ^
  -H ^"content-type: application/json^" ^
  -H ^"x-api-key: ${SECRET}^" ^
  --data-raw ^"^{^\\^"name^\\^":^\\^"Ada^\\^",^\\^"n^\\^":1^}^"`,
  "$'…' quotes": `curl 'https://shop.example/a' --data-raw $'{"note":"it\\'s \\u00fc"}' -H 'content-type: application/json'`,
  'a body from a file': `curl -d @body.json https://shop.example/a`,
  'a body from the input': `curl --data-binary @- https://shop.example/a < x`,
  'a file in a form': `curl -F 'file=@photo.png;type=image/png' -F 'note=hi' https://shop.example/upload`,
  'a typed field in a form': `curl -F 'meta={"a":1};type=application/json' https://shop.example/upload`,
  'user and password': `curl -u 'ada:${SECRET}' https://shop.example/a`,
  'a key as user, and lists in a form': `curl -u ${SECRET}: https://shop.example/v1/charges -d amount=2000 -d currency=usd -d 'metadata[order]=7' -d 'items[]=a' -d 'items[]=b'`,
  '-G': `curl -G https://shop.example/search -d q=shoes -d 'size=42' --data-urlencode 'brand=a&b'`,
  '--json': `curl --json '{"title":"x","tags":["a","b"]}' https://shop.example/books`,
  'a bearer token': `curl -H 'Authorization: Bearer ${SECRET}' https://shop.example/me`,
  'a token of another scheme': `curl -H 'authorization: token ${SECRET}' https://shop.example/me`,
  'a token without a scheme': `curl -H 'Authorization: ${SECRET}' https://shop.example/me`,
  'lists in the query': `curl 'https://shop.example/books?id=1&id=2&tag[]=a&tag[]=b&filter[x]=1&empty=&flag'`,
  'flags that change nothing': `curl --compressed -sSL --max-time 2.5 -o out.json 'https://shop.example/books/978-3-16-148410-0'`,
  'a method with a body': `curl -X PATCH https://shop.example/books/7 -H 'Content-Type: application/merge-patch+json' -d '{"price": 9.99, "old": null}'`,
  'GET with a body': `curl -X GET https://shop.example/search -H 'Content-Type: application/json' -d '{"query":{"match_all":{}}}'`,
  'an unknown flag': `curl --flux-capacitor https://shop.example`,
  'two URLs': `curl https://a.example https://b.example`,
  variables: `curl -H "Authorization: Bearer $TOKEN" "$BASE_URL/books/$BOOK_ID?lang=\${LANG:-en}"`,
  'URL patterns': `curl https://shop.example/{one,two}/[1-3]`,
  '-k': `curl -k https://shop.example`,
  'identifiers in the path': `curl -XDELETE https://shop.example/books/550e8400-e29b-41d4-a716-446655440000/pages/3`,
  XML: `curl https://shop.example/books -d '<?xml version="1.0"?><a/>' -H 'Content-Type: application/xml'`,
  '-I': `curl -I https://shop.example/books`,
  'long flags': `curl --request POST --url https://shop.example/books --header 'content-type: application/x-www-form-urlencoded' --data-urlencode 'title=Slow start' --data year=1990`,
  'flags with an equals sign': `curl --request=POST --url=https://shop.example/books --header='X-A: b' --data='a=1'`,
  'a prompt and a pipe': `$ curl -s https://shop.example/books | jq '.[]'`,
  redirections: `curl https://shop.example/books > out.json 2>&1`,
  Postman: `curl --location 'https://shop.example/books' \\
--header 'X-Tenant: acme' \\
--form 'a="1"'`,
  'a service of this machine': `curl http://localhost:8080/health`,
  'no scheme, a port and a fragment': `curl shop.example:8443/x?y=1#frag`,
  'a signature header': `curl -H 'X-Signature: t=1,v1=${SECRET}${SECRET}' https://shop.example/hook -d '{}'`,
  'a token in the query': `curl 'https://shop.example/cb?access_token=${SECRET}&state=x'`,
  'a token in the path': `curl https://hooks.example/services/T00000000/B00000000/XXXX${SECRET}12 -d '{"text":"hi"}' -H 'Content-type: application/json'`,
  '-T': `curl -T file.bin https://shop.example/up`,
  'a password inside the body': `curl 'https://shop.example/a' -H 'Content-Type: application/json' -d '{"user":{"password":"${SECRET}","name":"x"}}'`,
  'broken JSON': `curl 'https://shop.example/a' -H 'Content-Type: application/json' -d '{bad json'`,
  'PowerShell prompt': `PS> curl.exe https://shop.example/a`,
  'an installer': `curl --proto '=https' --tlsv1.2 -fsSL https://shop.example/install.sh`,
  retries: `curl --http2-prior-knowledge --retry 3 --fail-early https://shop.example/a`,
  'nested JSON': `curl https://shop.example/a -d '{"a": [1, {"b": 2}], "c": {"d": {}}}'`,
  'a method alone': `curl -X POST https://shop.example/empty`,
  'odd headers': `curl https://shop.example/a -H 'Accept;' -H 'X-Empty;' -H 'Bad Header: x'`,
  'a cookie file': `curl https://shop.example/a --cookie cookies.txt`,
  nothing: ``,
};

test.each(Object.entries(LINES))('%s', (_name, line) => {
  const made = importCurl(line);
  expect(JSON.stringify(made)).not.toContain(SECRET.slice(0, 10));
  if (made.kind !== 'imported') {
    expect(`${made.message} ${made.hint}`).toMatchSnapshot();
    return;
  }
  expect(compileImport(made.documents).errors).toEqual([]);
  const [server, tool] = made.documents.map(({ value }) => value as Readonly<Record<string, unknown>>);
  const { api } = Object(server?.['connections']) as Readonly<Record<string, unknown>>;
  const { name, parameters, required, http, timeout_ms } = tool ?? {};
  expect({
    api,
    name,
    parameters,
    required,
    http,
    timeout_ms,
    losses: made.losses.map(({ message }) => message),
  }).toMatchSnapshot();
});
