/** A curl command whose request a tool cannot send is an error or a finding, and never another request. */
import { expect, test } from 'vitest';
import { importCurl } from '../../compiler/features/import/curl/import-curl.ts';
import { compileImported } from '../../runtime/language/imported.ts';
import { compileImport } from '../judges/imported.ts';

const AT = 'https://a.example/b';

test.each([
  // Forms.
  [`curl -F f=@a.png -F f=@b.png ${AT}`, 'several times', 'one'],
  [`curl -F f=@a.png -F f=text ${AT}`, 'several times', 'one'],
  [`curl -F 'f=@a.png,b.png' ${AT}`, 'several files', 'one'],
  [`curl -F 'note=<a.txt' ${AT}`, 'from a file', 'Write'],
  [`curl -F __proto__=a ${AT}`, '__proto__', 'name'],
  [`curl -F "$NAME=a" ${AT}`, 'variable', 'name'],
  [`curl -F a=b -d c=d ${AT}`, '-F and -d', 'one'],
  // Headers.
  [`curl -H $'X-A: a\\r\\nX-B: c' ${AT}`, 'X-A has a line break', 'own -H'],
  [`curl -H $'X-A: a\\nX-B: c' ${AT}`, 'X-A has a line break', 'own -H'],
  [`curl -A $'a\\nb' ${AT}`, 'User-Agent has a line break', 'own -H'],
  [`curl -H 'X-A: grün' ${AT}`, 'X-A has a character', 'ASCII'],
  [`curl -H 'Content-Type: a/b' -H 'content-type: c/d' -d x ${AT}`, 'Content-Type', 'one'],
  [`curl -H 'Authorization: Bearer a' -H 'Authorization: Bearer b' ${AT}`, 'Authorization', 'one'],
  // Names of pairs and of members.
  [`curl --json '{"__proto__":1,"a":2}' ${AT}`, '__proto__', 'key'],
  [`curl --json '{"a":[{"__proto__":1}]}' ${AT}`, '__proto__', 'key'],
  [`curl --json "{\\"$KEY\\":1}" ${AT}`, 'variable', 'key'],
  [`curl '${AT}?__proto__=1'`, '__proto__', 'name=value'],
  [`curl '${AT}?=x'`, 'without a name', 'name=value'],
  [`curl "${AT}?$QUERY"`, 'variable', 'name=value'],
  [`curl '${AT}?a=%FF'`, 'UTF-8', 'name=value'],
  [`curl '${AT}?sk-zkQ81hFh27abcdEFGHzkQ81hFh27'`, 'without "="', 'name=value'],
  [`curl '${AT}?hello%20world'`, 'without "="', 'name=value'],
  [`curl -G --data-urlencode 'hello world' ${AT}`, 'without "="', 'name=value'],
  [`curl -G --data-urlencode '=a=b' ${AT}`, 'without "="', 'name=value'],
  [`curl --url-query 'hello world' ${AT}`, 'without "="', 'name=value'],
  [`curl --url-query 'a@file' ${AT}`, 'from a file', 'Write'],
  [`curl "${AT}?a=$X&a=1"`, 'several times', 'one'],
  [`curl '${AT}?api_key=x&api_key=y'`, 'several times', 'one'],
  // Paths.
  [`curl --path-as-is https://a.example/a/../b`, '"." or ".."', '--path-as-is'],
  [`curl https://a.example/a/%2e%2e/b`, '"." or ".."', 'Write'],
  // What an editor has put in the place of ASCII.
  [`curl -H “X-A: b” ${AT}`, '“', 'type "'],
  [`curl ‘${AT}’`, '‘', "type '"],
  [`curl „${AT}“`, '„', 'type "'],
  [`curl –X POST ${AT}`, '–', 'type -'],
  [`curl —data a=b ${AT}`, '—', 'type -'],
  [`curl\u00a0-X POST ${AT}`, 'no-break space', 'blank'],
])('%s is rejected', (line, message, next) => {
  const made = importCurl(line);
  if (made.kind !== 'unreadable') throw new Error(JSON.stringify(made));
  expect(`${made.message} ${made.hint}`).toContain(message);
  expect(`${made.message} ${made.hint}`).toContain(next);
});

test.each([
  [`curl '${AT}?wsdl'`, '"wsdl"'],
  [`curl -d '{"a":1}' ${AT}`, 'application/json'],
  [`curl -F 'a=b;type=text/html' ${AT}`, 'form field'],
  [`curl -H 'X-E;' ${AT}`, 'X-E'],
])('%s is imported with a finding', (line, message) => {
  const made = importCurl(line);
  if (made.kind !== 'imported') throw new Error(made.message);
  expect(made.losses.map((one) => one.message).join(' ')).toContain(message);
  expect(compileImport(made.documents).errors).toEqual([]);
});

test.each([
  [`curl ${AT} # one comment`],
  [`curl ${AT} #one 'comment`],
  [`curl --path-as-is ${AT}`],
  [`curl '${AT}#not-a-comment'`],
  [`curl -d name=O’Brien ${AT}`],
  [`curl --json '{"a":"“b” – c"}' ${AT}`],
])('%s is imported without a finding', (line) => {
  const made = importCurl(line);
  if (made.kind !== 'imported') throw new Error(made.message);
  expect(made.losses).toEqual([]);
  expect(compileImport(made.documents).errors).toEqual([]);
});

/** A parameter that nothing sends is a question without an effect. */
test.each([
  `curl -F tag=a -F tag=b -F c=d ${AT}`,
  `curl -F tag-a=a -F tag_a=b ${AT}`,
  `curl -d a=1 -d a=2 -d b=3 ${AT}`,
  `curl '${AT}/7?a-b=1&a_b=2'`,
  `curl -d '' ${AT}`,
  `curl --json '{"a-b":1,"a_b":2,"":3}' ${AT}`,
])('every parameter of %s is sent', (line) => {
  const made = importCurl(line);
  if (made.kind !== 'imported') throw new Error(made.message);
  const { parameters = {}, http } = Object(made.documents.at(-1)?.value);
  for (const name of Object.keys(parameters)) expect(JSON.stringify(http)).toContain(`{${name}}`);
});

/** Fields of JSON bodies, with a value that is valid in each, and one that is not where there is a type. */
test.each<readonly [body: string, field: unknown, schema: object]>([
  ['[1,2.5]', [1, 2.5], { type: 'array', items: { type: 'number' } }],
  ['[2.5,1]', [2.5, 1], { type: 'array', items: { type: 'number' } }],
  ['[1,"a",{"b":2}]', [1, 'a', { b: 2 }], { type: 'array', items: {} }],
  ['[1,null]', [1, null], { type: 'array', items: { type: ['integer', 'null'] } }],
  ['[[1],["a"],[]]', [[1], ['a'], []], { type: 'array', items: { type: 'array', items: {} } }],
  ['[]', [1, 'a'], { type: 'array', items: {} }],
  [
    '[{"a":1},{"a":1.5,"b":"x"},{"a":null}]',
    [{ a: 1 }, { a: 1.5, b: 'x' }, { a: null }],
    {
      type: 'array',
      items: { type: 'object', properties: { a: { type: ['number', 'null'] }, b: { type: 'string' } } },
    },
  ],
  [
    '{"a":null,"b":[true,1]}',
    { a: null, b: [true, 1] },
    { type: 'object', properties: { a: {}, b: { type: 'array', items: {} } } },
  ],
  ['10.0', 10.5, { type: 'number' }],
  ['1e3', 1.5, { type: 'number' }],
  ['-1.5E+2', 1.5, { type: 'number' }],
  ['10', 10, { type: 'integer' }],
  ['"1.0 \\" 2.0"', 'a', { type: 'string' }],
])('the type of %s accepts its values', (body, value, schema) => {
  const made = importCurl(`curl --json '{"m":${body}}' ${AT}`);
  if (made.kind !== 'imported') throw new Error(made.message);
  const input = compileImport(made.documents).plan?.servers[0]?.tools[0]?.inputSchema;
  if (!input) throw new Error('The tool is missing.');
  expect(input.properties?.['m']).toEqual(schema);
  expect(compileImported(input)({ m: value })).toEqual({ value: { m: value } });
});

test.each([
  `curl -b "sid=$SID; token=zkQ81hFh27abcdEFGH" ${AT}`,
  `curl -b "sid=$SID" -b token=zkQ81hFh27abcdEFGH ${AT}`,
  `curl -H "X-Api-Key: $A" -H "X-Api-Key: zkQ81hFh27abcdEFGH" ${AT}`,
])('a secret next to a variable in %s is in no output', (line) => {
  const made = importCurl(line);
  expect(made.kind).toBe('imported');
  expect(JSON.stringify(made)).not.toContain('zkQ81hFh27');
});

test.each(['application/json-patch+json', 'application/merge-patch+json', 'application/json;v=2'])(
  'JSON of type %s is sent as it is',
  (type) => {
    const made = importCurl(`curl -H 'Content-Type: ${type}' -d '[{"a":1}]' ${AT}`);
    if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
    const tool = made.documents.find(({ value }) => value['kind'] === 'tool')?.value;
    expect(tool?.['http']).toMatchObject({ headers: { 'Content-Type': type } });
  },
);

test.each([
  ["-F 'f=@a.png;type=image/png'", { f: { type: 'image/png' } }, []],
  ["-F 'f=@a.png;filename=b.png;type=image/png'", {}, ['file name']],
  [`-F 'meta={"a":1};type=application/json'`, { meta: '{meta}' }, ['"meta" has type application/json']],
  ["-F 'a=b;type=text/html' -F 'a=c'", {}, ['"a" has type text/html']],
  ["-F 'a=b;type=text/plain'", { a: '{a}' }, []],
])('the type of a field in %s is in the tool, or named with the next step', (fields, multipart, messages) => {
  const made = importCurl(`curl ${fields} ${AT}`);
  if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
  const tool = made.documents.find(({ value }) => value['kind'] === 'tool')?.value;
  expect(tool?.['http']).toMatchObject({ multipart });
  expect(made.losses.map(({ message }) => message)).toEqual(messages.map((one) => expect.stringContaining(one)));
  for (const { hint } of made.losses) expect(hint).toContain('under `multipart:`');
});
