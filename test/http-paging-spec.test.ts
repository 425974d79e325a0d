/** Pages that the body of a POST selects: what excludes and needs each other. */
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';

function codesOf(http: string, effects = 'read'): string[] {
  const text = `kind: server
name: notes
version: 1.0.0
summary: Stores notes.
connections: { notes: { base_url: "https://notes.example" } }
tools:
  - name: ${effects === 'read' ? 'search' : 'renew'}_notes
    description: { does: Searches notes by a word., when: the user looks for a note }
    effects: ${effects}
    parameters: { word: { type: string, description: Word in the note. } }
    required: [word]
    returns: { type: object, properties: { items: { type: array }, more: { type: boolean } } }
    http: { connection: notes, ${http} }
`;
  const { diagnostics } = planSpecs([{ path: 'a.yaml', text }]);
  return diagnostics.flatMap(({ code, message }) => (/binding|effects|spec\//.test(code) ? [message] : []));
}

const POST = 'request: POST /_find, json: { selector: { word: "{word}" } }';
const PAGED = 'by: cursor, pointer: /bookmark, items: /docs';

test.each<[http: string, effects: string, expected: RegExp[]]>([
  [`${POST}, paging: { ${PAGED}, json: /bookmark }`, 'read', []],
  [`${POST}, paging: { by: offset, json: /variables/skip, items: /docs }`, 'read', []],
  [`${POST}, paging: { ${PAGED}, json: /bookmark }`, 'write', [/page/]],
  [`${POST}, paging: { ${PAGED}, query: bookmark }`, 'read', [/needs a GET request/]],
  [`${POST}, paging: { ${PAGED}, json: /bookmark, query: after }`, 'read', [/exclude each other/]],
  [`${POST}, paging: { by: next, pointer: /next, json: /bookmark }`, 'read', [/follows a link/]],
  ['request: "POST /{word}", paging: { by: page, json: /page }', 'read', [/with a map under `json`/]],
  ['request: "GET /{word}", paging: { by: page, json: /page }', 'read', [/needs a POST request/]],
  ['request: "GET /{word}", paging: { by: page }', 'read', [/has no `query`/]],
])('http: { %s } of a tool that may %s', (http, effects, expected) => {
  expect(codesOf(http, effects)).toEqual(expected.map((one) => expect.stringMatching(one)));
});
