/** What AGENTS.md says of adding things, done in a scratch copy of the sources: it is accepted, and a part that is forgotten is named. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lists } from '../scripts/lists.mjs';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { unusedExports } from './support/unused-exports.ts';

const ROOT = join(import.meta.dirname, '..');

/** What each part is: a new file, or an edit of one that is there. */
interface Part {
  readonly file: string;
  readonly text?: string;
  readonly edit?: readonly [before: string, after: string];
}

/** What is forgotten: a part, or a piece of the first part's text; and the complaint that names it. */
type Forgotten = readonly [what: string, forget: { readonly part?: string; readonly piece?: string }, named: RegExp];

interface Extension {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly forgotten: readonly Forgotten[];
}

const from = (file: string, ...edits: readonly (readonly [string, string])[]): string =>
  edits.reduce((text, [before, after]) => text.replaceAll(before, after), readFileSync(join(ROOT, file), 'utf8'));

const FORMATS = 'compiler/report/formats.ts';
const HOSTS = 'compiler/hosts/index.ts';

/** A row for each thing that AGENTS.md says how to add; its lists are printed before anything is judged. */
const EXTENSIONS: readonly Extension[] = [
  {
    name: 'a rule',
    parts: [
      {
        file: 'compiler/check/rules/tool/proof.ts',
        text: from(
          'compiler/check/rules/tool/name-format.ts',
          ['toolNameFormat', 'toolProof'],
          ['tool/name-format', 'tool/proof'],
        ),
      },
      { file: 'compiler/check/rules/index.ts' },
    ],
    forgotten: [
      ['its bad examples', { piece: "  bad: ['name: searchBooks', 'name: search.books'],\n" }, /proof\.ts.*bad/s],
      ['its severity', { piece: "  severity: 'error',\n" }, /proof\.ts.*severity/s],
      ['its list', { part: 'compiler/check/rules/index.ts' }, /proof\.ts exports toolProof[^]*not printed/],
    ],
  },
  {
    name: 'a kind of change',
    parts: [
      {
        file: 'compiler/diff/changes/server/proof.ts',
        text: from(
          'compiler/diff/changes/server/coercion.ts',
          ['SERVER_COERCION', 'SERVER_PROOF'],
          ['coercion-', 'proof-'],
        ),
      },
      { file: 'compiler/diff/changes/index.ts' },
    ],
    forgotten: [
      [
        'an example',
        { piece: "    example: {\n      before: 'coerce: false',\n      after: 'coerce: true',\n    },\n" },
        /proof\.ts.*example/s,
      ],
      ['its list', { part: 'compiler/diff/changes/index.ts' }, /proof\.ts exports SERVER_PROOF[^]*not printed/],
    ],
  },
  {
    name: 'a host',
    parts: [
      {
        file: 'compiler/hosts/proof.ts',
        text: from('compiler/hosts/gemini.ts', ['const gemini', 'const proof'], ["'gemini'", "'proof'"]),
      },
      { file: HOSTS, edit: ['import { gemini }', "import { proof } from './proof.ts';\nimport { gemini }"] },
      { file: HOSTS, edit: ['[claudeCode,', '[proof, claudeCode,'] },
    ],
    forgotten: [
      ['its reserved names', { piece: '  reservedServers: [],\n' }, /proof\.ts.*reservedServers/s],
      ['its list', { part: HOSTS }, /proof\.ts exports proof/],
    ],
  },
  {
    name: 'a report format',
    parts: [
      {
        file: 'compiler/report/formats/proof.ts',
        text: from('compiler/report/formats/gitlab.ts', ['const gitlab', 'const proof']),
      },
      { file: 'compiler/report/format-names.ts', edit: ["'gitlab',", "'gitlab', 'proof',"] },
      { file: FORMATS, edit: ['import { gitlab }', "import { proof } from './formats/proof.ts';\nimport { gitlab }"] },
      { file: FORMATS, edit: ['  gitlab,\n', '  gitlab,\n  proof,\n'] },
    ],
    forgotten: [
      ['its name', { part: 'compiler/report/format-names.ts' }, /formats\.ts.*proof/s],
      ['its list', { part: FORMATS }, /formats\.ts.*proof/s],
    ],
  },
];

function scratch(): string {
  const root = temporaryFolder();
  const isSource = (path: string): boolean => !/[\\/](?:dist|node_modules)(?:[\\/]|$)/.test(path.slice(ROOT.length));
  for (const room of ['compiler', 'runtime', 'scripts', 'test', 'specs'])
    cpSync(join(ROOT, room), join(root, room), { recursive: true, filter: isSource });
  cpSync(join(ROOT, 'vitest.config.ts'), join(root, 'vitest.config.ts'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
  };
  writeFiles(root, {
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['compiler/**/*.ts', 'runtime/**/*.ts'] }),
  });
  return root;
}

/** Everything but what is forgotten. A part without a text or an edit is a list that `npm run fix` prints. */
function extend(root: string, { parts }: Extension, { part, piece = '' }: Forgotten[1] = {}): void {
  for (const { file, text, edit } of parts.filter((one) => one.file !== part)) {
    const path = join(root, file);
    if (text !== undefined) {
      expect(text).toContain(piece);
      writeFiles(root, { [file]: piece === '' ? text : text.replace(piece, '') });
    } else if (edit) {
      const before = readFileSync(path, 'utf8');
      expect(before).toContain(edit[0]);
      writeFileSync(path, before.replace(edit[0], edit[1]));
    } else writeFileSync(path, lists(root).find((list) => list.path === file)?.text ?? '');
  }
}

/** What the type checker, test/exports.test.ts and test/changes.test.ts ("the lists are printed") say. */
function complaints(root: string): string {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', root], { encoding: 'utf8' });
  const unused = unusedExports(root);
  const drifted = lists(root).filter(({ path, text }) => readFileSync(join(root, path), 'utf8') !== text);
  return [stdout, ...unused, ...drifted.map(({ path }) => `${path} is not printed`)].filter(Boolean).join('\n');
}

// Every case checks a copy of the whole project; each takes seconds.
describe.runIf(process.env['HAFT_TEST_EXTENSIONS'] === '1').each(EXTENSIONS)('$name', (extension) => {
  test('is accepted where every part is there', () => {
    const root = scratch();
    extend(root, extension);
    expect(complaints(root)).toBe('');
  });

  test.each(extension.forgotten)('without %s is named', (_what, forget, named) => {
    const root = scratch();
    extend(root, extension, forget);
    expect(complaints(root)).toMatch(named);
  });
});
