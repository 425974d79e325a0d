/** A changed OpenAPI document as a user sees it: what is broken changes nothing, and a check says what an update would do. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const ZOO = `openapi: 3.0.3
info: { title: Zoo, version: "1" }
servers: [{ url: https://zoo.example }]
paths:
  /animals/{id}:
    get:
      operationId: findAnimals
      summary: Find animals
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: state, in: query, description: State., schema: { type: string } }
      responses: { "200": { description: ok } }
  /keepers:
    get: { operationId: listKeepers, summary: List keepers, responses: { "200": { description: ok } } }
`;

function imported(): string {
  const root = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '', 'zoo.yaml': ZOO });
  expect(haft(root, 'import', 'openapi', 'zoo.yaml')).toMatchObject({ code: 0 });
  return root;
}

test('a document that was broken since stops the update at its line, and nothing is written', () => {
  const root = imported();
  writeFileSync(join(root, 'zoo.yaml'), ZOO.replace(/get: \{ operationId: listKeepers.*/, 'get: ['));
  const before = treeOf(root);
  for (const flag of ['--update', '--check']) {
    const { code, stdout, stderr } = haft(root, 'import', flag);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('"zoo.yaml" is not valid YAML at line 14, column 10: Unclosed "[".');
  }
  expect(treeOf(root)).toEqual(before);
});

test('a file that a reference names is rejected with its place as well; a text is no document', () => {
  const root = temporaryFolder({
    'haft.yaml': '',
    'specs/.keep': '',
    'state.yaml': 'type: [\n',
    'notes.md': 'a: b: c\n',
  });
  const schema = (file: string): string =>
    ZOO.replace('schema: { type: string } }\n      resp', `schema: { $ref: ${file} } }\n      resp`);
  writeFileSync(join(root, 'zoo.yaml'), schema('state.yaml'));
  const { code, stderr } = haft(root, 'import', 'openapi', 'zoo.yaml');
  expect(stderr).toContain('"state.yaml" is not valid YAML at line 1, column 7: Unclosed "["');
  expect(code).toBe(2);
  writeFileSync(join(root, 'zoo.yaml'), schema('notes.md'));
  expect(haft(root, 'import', 'openapi', 'zoo.yaml').stderr).toContain('"notes.md" was not loaded');
});

test('where only the record is written, its name is said', () => {
  const root = imported();
  writeFileSync(join(root, 'zoo.yaml'), ZOO.slice(0, ZOO.indexOf('  /keepers')));
  const updated = haft(root, 'import', '--update');
  expect(updated.stdout).toBe('zoo: 1 removed; only haft.imports.json was written. Run `haft check`.\n');
});

test('a check shows the specs as they are, and says what an update would do', () => {
  const root = imported();
  const path = join(root, 'specs/zoo/tools.yaml');
  const text = readFileSync(path, 'utf8').replace('Find animals.', 'Mine.');
  writeFileSync(path, text);
  const changed = ZOO.replaceAll('/animals/{id}', '/pets/{id}').replace('Find animals', 'Find pets');
  writeFileSync(join(root, 'zoo.yaml'), changed.replace('name: state', 'name: page'));
  const { code, stdout, stderr } = haft(root, 'import', '--check');
  expect([code, stdout]).toEqual([1, expect.stringContaining('nothing was written. Run `haft import --update`.')]);
  expect(stderr).toContain('| from: GET /animals/{id}\n');
  expect(stderr).not.toContain('| from: GET /pets/{id}');
  expect(stderr).toContain('Nothing to do: an update writes the new `from`');
  expect(stderr).toContain(
    'An update keeps yours. To take the value of the source, run `haft import --take find_animals.description` after',
  );
  expect(readFileSync(path, 'utf8')).toBe(text);
  const updated = haft(root, 'import', '--update');
  expect(updated.stderr).toContain('| from: GET /pets/{id}\n');
  expect(updated.stderr).toContain(
    'Yours is kept. To take the value of the source, run `haft import --take find_animals.description`.',
  );
});

test('a parameter that is taken back is sent, also where the author wrote a constant in its place', () => {
  const root = imported();
  const path = join(root, 'specs/zoo/tools.yaml');
  const [before, line] = [readFileSync(path, 'utf8'), /^ *state: .*\n/m];
  const text = before.replace(line, '').replace('"{state}"', 'open');
  expect(text).toContain('query: { state: open }');
  writeFileSync(path, text);
  expect(haft(root, 'import', '--take', 'find_animals.parameters.state').code).toBe(0);
  expect(readFileSync(path, 'utf8')).toContain('query: { state: "{state}" }');
  expect(haft(root, 'check').stderr).not.toContain('tool/parameter-unused');
});
