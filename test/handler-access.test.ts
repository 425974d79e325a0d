/** What a handler may use is typed by the spec: the example of docs/handlers.md compiles, and each misuse of it does not. */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compile } from '../compiler/compile.ts';
import { temporaryFolder } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [, EXAMPLE = ''] =
  /```ts\n(\/\/ specs\/notes\.ts\n[^]*?)```/.exec(readFileSync('docs/handlers.md', 'utf8')) ?? [];
const [, ACCESS = ''] = /\n(handler: \{.*\})\n/.exec(readFileSync('docs/handlers.md', 'utf8')) ?? [];

const SPEC = `kind: server
name: notes
version: 1.0.0
summary: Keeps notes of the user.
env: { NOTES_FOLDER: { description: Folder of the notes. } }
connections: { site: { base_url: "https://notes.example" } }
tools:
  - name: save_note
    description: { does: Saves a note in the folder., when: the user gives a note to keep, examples: [Keep this note] }
    effects: write
    parameters: { name: { type: string, description: Name of the note. }, text: { type: string, description: Text of the note. } }
    required: [name, text]
    returns: { type: object, properties: { bytes: { type: integer, description: Size. }, history: { type: string, description: Earlier changes. } } }
    ${ACCESS}
`;

/** A misuse of each kind: the text of the example, and what takes its place. */
const MISUSES: readonly (readonly [from: string, to: string])[] = [
  ["'NOTES_FOLDER'", "'NOTES_FOLDRE'"],
  ["call.run('git'", "call.run('gti'"],
  ["'{name}'], {", 'name], {'],
  ["'{name}'], {", '`--x=${name}`], {'],
  ["'{name}'], {", '[name]], {'],
  ["'{name}'], {", '{ a: name }], {'],
  ["stdout: 'lines'", 'stdin: text'],
  ["stdout: 'lines'", "stdout: 'line'"],
  ["'site'", "'sight'"],
  ['bytes: saved.bytes', 'bytes: call.env.NOTES_FOLDRE.length'],
  ["if ('error' in log) return log;", ''],
];

test.skipIf(ON_WINDOWS)('the example of the guide compiles, and no misuse of it does', () => {
  const { value, diagnostics } = compile([{ path: 'specs/notes.yaml', text: SPEC }]);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const types = value?.files.find(({ path }) => path.endsWith('/tools.ts'));
  const misused = MISUSES.map(([from, to]) => EXAMPLE.replace(from, () => to));
  expect(misused.filter((text) => text === EXAMPLE)).toEqual([]);
  const folder = temporaryFolder({
    'generated/servers/notes/tools.ts': types && 'text' in types ? types.text : '',
    'specs/good.ts': EXAMPLE,
    ...Object.fromEntries(misused.map((text, at) => [`specs/bad${at}.ts`, text])),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        module: 'nodenext',
        target: 'es2023',
        types: ['node'],
        allowImportingTsExtensions: true,
      },
      include: ['specs'],
    }),
  });
  symlinkSync(`${ROOT}node_modules`, `${folder}/node_modules`);
  const wrong = new Set(reportOf(folder).match(/^specs\/\w+(?=\.ts\()/gm));
  expect([...wrong].toSorted()).toEqual(MISUSES.map((_one, at) => `specs/bad${at}`).toSorted());
});

function reportOf(folder: string): string {
  try {
    return execFileSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (thrown) {
    return String(Object(thrown).stdout);
  }
}
