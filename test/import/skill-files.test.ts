/** Updates of the files of imported skills: random edits of authors against random edits of the source. */
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesOfRecord, updatedFiles } from '../../compiler/features/import/run/update-files.ts';
import { writeWhole } from '../../compiler/edge/write/whole.ts';
import type { ImportResult, ImportedDocument, ImportedFile } from '../../compiler/features/import/imported.ts';
import { placedIn } from '../../compiler/features/import/print.ts';
import type { ImportRecord } from '../../compiler/check/analysis/imported/import-record.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const INTO = 'specs/team';

function skill(from: string): ImportedDocument {
  const value = { kind: 'skill', from, name: from, description: '', text_file: 'SKILL.body.md' };
  return { file: `${from}/skill.yaml`, value, notes: [] };
}

interface State {
  readonly text: string;
  readonly executable: boolean;
}

function importedOf(folders: readonly string[], files: Readonly<Record<string, State | null>>): ImportResult {
  const list = Object.entries(files).flatMap(([path, state]): ImportedFile[] => {
    return state === null ? [] : [{ path, bytes: Buffer.from(state.text), executable: state.executable }];
  });
  return { documents: folders.map(skill), files: list, losses: [] };
}

/** What is in the file of the author, and where: the folder of the skill may have moved, the body may have another name. */
interface Author {
  readonly folder: string;
  readonly body: string;
}

const state = fc.option(fc.record({ text: fc.constantFrom('1', '2', ''), executable: fc.boolean() }));
const PATHS = ['a/SKILL.body.md', 'a/run.sh', 'a/deep/x.md', 'a/__proto__'] as const;
const trio = fc.record({ base: state, ours: state, theirs: state });

test.skipIf(ON_WINDOWS)(
  'only what the source alone changed is written; the edits of the author stay, and a second update writes nothing',
  () => {
    const author = fc.record({
      folder: fc.constantFrom('a', 'moved/there'),
      body: fc.constantFrom('SKILL.body.md', 'b.md'),
    });
    fc.assert(
      fc.property(fc.tuple(trio, trio, trio, trio), author, (trios, where) => {
        const root = temporaryFolder();
        const side = (key: keyof (typeof trios)[number]): Record<string, State | null> => {
          return Object.fromEntries(PATHS.map((path, at) => [path, trios[at]?.[key] ?? null]));
        };
        const place = (path: string): string => join(root, INTO, placeOf(path, where));
        for (const [path, own] of Object.entries(side('ours'))) if (own) put(root, place(path), own);
        const spec = { path: `${INTO}/${where.folder}/skill.yaml`, text: specText(where) };
        const placed = placedIn(load([spec]).value.documents);
        const record = recordOf(importedOf(['a'], side('base')));
        const theirs = importedOf(['a'], side('theirs'));
        const updated = updatedFiles({ root, record, placed, source: '../team' }, theirs);
        writeWhole(updated.writes);
        trios.forEach(({ base, ours, theirs: other }, at) => {
          const path = PATHS[at] ?? '';
          const isTaken = other !== null && !same(other, base) && (ours === null ? base === null : same(ours, base));
          expect(read(place(path)), path).toEqual(isTaken ? other : ours);
          expect(updated.gone.includes(path)).toBe(other === null && base !== null && ours !== null);
        });
        const files = { ...record.files, ...filesOfRecord(theirs) };
        const again = updatedFiles({ root, record: { ...record, files }, placed, source: '../team' }, theirs);
        expect(again.writes).toEqual([]);
        expect(again.findings.map(({ code }) => code)).toEqual(again.gone.map(() => 'import/gone'));
      }),
      { numRuns: runs(200) },
    );
  },
);

test('files of a skill that the author deleted stay deleted; a body that moved into the spec is a conflict', () => {
  const root = temporaryFolder();
  const file = (text: string): State => ({ text, executable: false });
  const record = recordOf(importedOf(['a', 'b'], { 'a/x.md': file('1'), 'b/SKILL.body.md': file('1') }));
  const inline = 'kind: skill\nfrom: b\nname: b\ndescription: B.\ntext: Mine.\n';
  const placed = placedIn(load([{ path: `${INTO}/b/skill.yaml`, text: inline }]).value.documents);
  const now = importedOf(['a', 'b', 'c'], { 'a/x.md': file('2'), 'b/SKILL.body.md': file('2'), 'c/x.md': file('3') });
  const { writes, findings } = updatedFiles({ root, record, placed, source: '../team' }, now);
  expect(writes.map(({ path }) => path)).toEqual([join(root, INTO, 'c/x.md')]);
  expect(findings.map(({ code, message, hint }) => [code, message, hint])).toEqual([
    [
      'import/conflict',
      'The file "b/SKILL.body.md" was changed here and in the source.',
      'Yours is kept. Compare it with "../team/b/SKILL.md", and copy what you need.',
    ],
  ]);
});

function placeOf(path: string, { folder, body }: Author): string {
  const below = path.slice('a/'.length);
  return `${folder}/${below === 'SKILL.body.md' ? body : below}`;
}

function specText({ body }: Author): string {
  return `kind: skill\nname: renamed\nfrom: a\ndescription: A.\ntext_file: ${body}\n`;
}

function recordOf(imported: ImportResult): ImportRecord {
  const documents = Object.fromEntries(imported.documents.map(({ value }) => [value.from, value]));
  return {
    kind: 'skills',
    source: '../team',
    digest: '',
    options: {},
    into: INTO,
    documents,
    files: filesOfRecord(imported),
  };
}

function put(root: string, path: string, { text, executable }: State): void {
  writeFiles(root, { [path.slice(root.length + 1)]: text });
  chmodSync(path, executable ? 0o755 : 0o644);
}

function read(path: string): State | null {
  if (!existsSync(path)) return null;
  return { text: readFileSync(path, 'utf8'), executable: (statSync(path).mode & 0o100) !== 0 };
}

function same(one: State, other: State | null): boolean {
  return one.text === other?.text && one.executable === other.executable;
}
