/** Renaming in an editor: every place of a name follows in each notation of YAML, nothing else changes, and what is wrong elsewhere decides nothing. */
import { array, assert, asyncProperty, boolean, nat, tuple } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { offsetAt } from '../../compiler/features/desk/positions.ts';
import type { LspEdit } from '../../compiler/features/desk/run/place.ts';
import { applyEdits } from '../../compiler/spec/yaml/apply-edits.ts';
import { BOOKS } from '../support/books.ts';
import { type Editor, openEditor } from '../support/editor.ts';
import { temporaryFolder } from '../support/folder.ts';
import { RENAMES, UNRELATED, namedProject } from '../support/named-project.ts';
import { runs } from '../support/runs.ts';

type Files = Readonly<Record<string, string>>;

interface WorkspaceEdit {
  readonly changes: Readonly<Record<string, readonly LspEdit[]>>;
}

interface Opened {
  readonly editor: Editor;
  files: Files;
}

async function opened(files: Files): Promise<Opened> {
  const editor = await openEditor(temporaryFolder(files));
  onTestFinished(() => editor.close());
  return show({ editor, files }, files);
}

function show(project: Opened, files: Files): Opened {
  for (const [path, text] of Object.entries(files)) project.editor.open(path, text);
  project.files = files;
  return project;
}

/** The place of a name: that of the text `find`, or after it. */
function at({ editor, files }: Opened, path: string, find: string, name = find): object {
  const text = files[path] ?? '';
  const start = text.indexOf(find);
  expect(start, `${find} in ${path}`).toBeGreaterThanOrEqual(0);
  const before = text.slice(0, start + find.indexOf(name)).split('\n');
  const position = { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
  return { textDocument: { uri: editor.uri(path) }, position };
}

async function renamed(project: Opened, place: object, newName: string): Promise<Files> {
  const edit = (await project.editor.ask('textDocument/rename', { ...place, newName })) as WorkspaceEdit;
  return Object.fromEntries(
    Object.entries(project.files).map(([path, text]) => {
      const source = { path, text };
      const edits = (edit.changes[project.editor.uri(path)] ?? []).map(({ range, newText }) => {
        return { file: path, start: offsetAt(source, range.start), end: offsetAt(source, range.end), text: newText };
      });
      const inOrder = edits.toSorted((a, b) => a.start - b.start);
      for (const [index, one] of inOrder.entries())
        expect(one.start, 'overlapping edits').toBeGreaterThanOrEqual(inOrder[index - 1]?.end ?? 0);
      return [path, applyEdits(text, edits)];
    }),
  );
}

/** Every finding, with the first name where the second is now. */
async function findings({ editor }: Opened, from = '', to = ''): Promise<readonly string[]> {
  const all = [...(await editor.settled()).entries()].flatMap(([uri, list]) =>
    list.map(({ code, message, severity }) => JSON.stringify([uri, code, severity, message])),
  );
  return all.map((one) => (to === '' ? one : one.replaceAll(to, from))).toSorted();
}

function count(files: Files, name: string): number {
  return (
    Object.values(files)
      .join('\n')
      .split(new RegExp(`(?<![\\w-])${name}(?![\\w-])`)).length - 1
  );
}

const STYLES: readonly ((name: string) => string)[] = [(name) => name, (name) => `'${name}'`, (name) => `"${name}"`];

/** Names in documents without their shape follow as well. */
function broken(files: Files): Files {
  const path = 'specs/air-a-room/skill.yaml';
  return { ...files, ...UNRELATED, [path]: (files[path] ?? '').replace(/^title: .*\n/m, 'titel: Air a room\n') };
}

const projects = tuple(array(nat(2), { minLength: 5, maxLength: 9 }), boolean()).map(([order, isBroken]) => {
  let next = 0;
  const style = (name: string): string => STYLES[order[next++ % order.length] ?? 0]?.(name) ?? name;
  const files = namedProject(style);
  return isBroken ? broken(files) : files;
});

test('a renaming misses a place of a name, changes a literal text, or cannot be undone', async () => {
  await assert(
    asyncProperty(projects, async (files) => {
      const project = await opened(files);
      const before = await findings(project);
      expect(before.filter((one) => !/other.yaml|titel/.test(one) && one.includes('",1,"'))).toEqual([]);
      for (const [from, to, literals] of RENAMES) {
        const path = Object.keys(files).find((one) => files[one]?.match(`(?<![\\w-])${from}(?![\\w-])`)) ?? '';
        show(project, files);
        const after = await renamed(project, at(project, path, from), to);
        expect([from, count(after, from)]).toEqual([from, literals]);
        expect([to, count(after, to)]).toEqual([to, count(files, from) - literals + count(files, to)]);
        show(project, after);
        expect(await findings(project, from, to), from).toEqual(before);
        expect(await renamed(project, at(project, path, to), from)).toEqual(files);
      }
    }),
    { numRuns: runs(4) },
  );
}, 120_000);

async function references(project: Opened, place: object): Promise<readonly string[]> {
  const found = (await project.editor.ask('textDocument/references', { ...place, context: {} })) as {
    uri: string;
    range: { start: { line: number; character: number } };
  }[];
  return found.map(({ uri, range: { start } }) => `${uri.split('/').at(-1)}:${start.line}:${start.character}`);
}

const heat = (name: string, more: string): string => `  - name: measure_${name}
    description: { does: Measures the ${name} of a room., when: the user asks about ${name}, examples: [Which ${name} has it?] }
    effects: read
    parameters: { room: { type: string, maxLength: 40, default: bath, description: Where it is measured. } }
    command: { argv: [printf, "%s", "{room}"], stdout: text, result: { text: "" } }
${more}`;

const AIR = {
  'haft.yaml': 'specs: specs\n',
  'specs/air.yaml': `kind: server
name: air
version: 1.0.0
summary: Measures the air of a house.
tools:
${heat(
  'heat',
  `    evals:
      - { query: is it damp in the cellar, expect: measure_damp, arguments: { room: cellar } }
      - { query: and there, after: [{ user: a }, { call: measure_damp, arguments: { room: den }, result: { text: x } }] }
`,
)}${heat('damp', '')}`,
};

test('an argument in a case belongs to the tool around it, not to the one that is called', async () => {
  const project = await opened(AIR);
  const text = AIR['specs/air.yaml'];
  const lineOf = (find: string, from = 0): number => text.slice(0, text.indexOf(find, from)).split('\n').length - 1;
  const damp = text.indexOf('name: measure_damp');
  const lines = async (find: string): Promise<readonly number[]> =>
    (await references(project, at(project, 'specs/air.yaml', find, 'room'))).map((one) => Number(one.split(':')[1]));
  expect(await lines('parameters: { room')).toEqual([lineOf('parameters: { room'), lineOf('"{room}"')]);
  expect(await lines('{ room: cellar')).toEqual([
    lineOf('{ room: cellar'),
    lineOf('{ room: den'),
    lineOf('parameters: { room', damp),
    lineOf('"{room}"', damp),
  ]);
});

test('what shares a text through an anchor keeps the old name', async () => {
  const shared = AIR['specs/air.yaml']
    .replace('parameters: {', 'parameters: &own {')
    .replace(/parameters: \{[^\n]*/, 'parameters: *own');
  const project = await opened({ ...AIR, 'specs/air.yaml': shared });
  const after = await renamed(project, at(project, 'specs/air.yaml', '{ room: { type', 'room'), 'place');
  expect(count(after, 'room')).toBe(2);
  expect(after['specs/air.yaml']).toMatch(/\{place\}[^]*\{ place: cellar[^]*\{ place: den[^]*\{place\}/);
});

test.each([
  [
    'a name in use',
    'measure_damp',
    'Tool "measure_damp" exists already, at specs/air.yaml:14:11. Choose another name.',
  ],
  ['a name that is no name', 'Measure Heat', /^With the name "Measure Heat", `haft check` reports: /],
  ['what is no text in YAML', 'null', /^With the name "null", /],
])('%s is accepted', async (_what, newName, why) => {
  const project = await opened({ ...AIR, ...UNRELATED });
  const place = at(project, 'specs/air.yaml', 'measure_heat');
  await expect(project.editor.ask('textDocument/rename', { ...place, newName })).rejects.toThrow(why);
});

test('a name behind an escape is left, or the sentence does not say where it is', async () => {
  const escaped = BOOKS['specs/books.yaml'].replace('"{words}"', '"{w\\x6frds}"');
  const project = await opened({ ...BOOKS, 'specs/books.yaml': escaped });
  const place = at(project, 'specs/books.yaml', 'words: {');
  const why = /^"words" has an escape at specs\/books\.yaml:30:19\. Write it without, and rename again\.$/;
  await expect(project.editor.ask('textDocument/rename', { ...place, newName: 'terms' })).rejects.toThrow(why);
});

test('a recorded tool is renamed without its recording, or the next step of the sentence does not lead on', async () => {
  const recording = (tool: string): string => JSON.stringify({ recordingVersion: 1, tool: `air/${tool}`, calls: [] });
  const rename = async (file: string, tool: string): Promise<Files> => {
    const project = await opened({ ...AIR, [`specs/recordings/${file}.json`]: recording(tool) });
    return renamed(project, at(project, 'specs/air.yaml', 'measure_heat'), 'measure_warmth');
  };
  await expect(rename('measure_heat', 'measure_heat')).rejects.toThrow(
    '"specs/recordings/measure_heat.json" has recorded calls of tool "measure_heat". Write the new name as its `tool`, and in its file name',
  );
  expect(count(await rename('measure_warmth', 'measure_warmth'), 'measure_heat')).toBe(0);
});

test.each([
  ['a server in haft.yaml', 'haft.yaml', 'choices: [{ name: all, servers: [boks] }]\n', 'boks', 'books'],
  ['a key of haft.yaml', 'haft.yaml', 'choises: [{ name: all, servers: [books] }]\n', 'choises', 'choices'],
  ['a rule in haft.yaml', 'haft.yaml', 'rules: { tool/verb-frist: off }\n', 'tool/verb-frist', 'tool/verb-first'],
  [
    'a tool of a case in haft.yaml',
    'haft.yaml',
    'choices: [{ name: all, servers: [books], evals: [{ query: find a whale, expect: get_bok }] }]\n',
    'get_bok',
    'get_book',
  ],
  ['a tool of a step', 'specs/reading-list/skill.yaml', '', '`get_bok`', 'get_book'],
  ['a tool in an eval of a skill', 'specs/reading-list/skill.yaml', '', 'serch_books', 'search_books'],
] as const)('%s has no action with the name that was probably meant', async (_what, path, text, wrong, meant) => {
  const right = wrong.startsWith('`') ? `\`${meant}\`` : meant;
  const broken = BOOKS[path].replace(
    path.endsWith('skill.yaml') && !wrong.startsWith('`') ? `Calls ${right}` : right,
    (all) => all.replace(right, wrong),
  );
  const project = await opened({ ...BOOKS, [path]: text === '' ? broken : text });
  await project.editor.settled();
  const { textDocument, position } = at(project, path, wrong) as { textDocument: object; position: object };
  const asked = { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } };
  const actions = (await project.editor.ask('textDocument/codeAction', asked)) as { title: string }[];
  expect(actions.map(({ title }) => title)).toContain(`Write "${meant}"`);
});
