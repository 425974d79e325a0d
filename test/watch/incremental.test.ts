/** The incremental build against a clean one: after any edits the output, the findings and the changes are the same. */
// In depth: a clean build for each edit; up-to-date.test.ts has one of each kind.
import * as fc from 'fast-check';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProject } from '../../compiler/cli/spine.ts';
import { contentsOf } from '../../compiler/edge/tasks/contents.ts';
import { saveContract } from '../../compiler/edge/project/contract.ts';
import { openProject } from '../../compiler/edge/project/project.ts';
import { memoizedBundler } from '../../compiler/edge/bundle/memoized-bundler.ts';
import { draftOf, openSession } from '../../compiler/cli/watch/session.ts';
import type { BuildResult } from '../../compiler/cli/watch/session.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { runs } from '../support/runs.ts';

const TODAY = '2026-11-20';
const SHIPPED = join(import.meta.dirname, '../../specs');

const TOOL = `kind: tool
name: read_meter
server: alpha
description: { does: Reads the meter in the cellar., when: the user asks for the meter, instead: [{ case: the time is wanted, use: get_time }], examples: [what does the meter say] }
effects: read
command: { argv: [meter] }
`;

/** Something is said of each of its tools, and nothing that stops a build. */
const LOANS = `kind: server
name: gamma
version: 1.0.0
summary: Keeps the loans of a library.
tools:
  - name: list_loans
    description: { does: Lists the loans of a reader., when: the loans of a reader are wanted }
    effects: read
    command: { argv: [loans] }
  - name: search_loans
    description: { does: Searches the loans of a reader., when: a loan of a reader is looked for }
    effects: read
    command: { argv: [loans] }
    evals: [{ query: which loans are open }, { query: which loans are open }]
  - name: get_shelf
    description: { does: Gets a shelf., when: the user asks where a book stands }
    parameters: { shelfNo: { type: string, description: Number of the shelf. } }
    required: [shelfNo]
    effects: read
    command: { argv: [shelf, "{shelfNo}"] }
  - name: loan_book
    description: { does: Lends a book., when: the user takes a book home }
    parameters: { ids: { type: string, description: Ids. } }
    effects: write
    command: { argv: [lend, "{ids}"] }
`;

function start(): Record<string, string> {
  const shipped = readdirSync(join(SHIPPED, 'reference-manager'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:yaml|md)$/.test(path))
    .map((path) => [`specs/shipped/${path}`, served(withoutHandlers(path))]);
  return {
    'specs/a.yaml': serverSpec('alpha', 'Tells the time.', [toolItem('get_time', COMMAND)]),
    'specs/b.yaml': serverSpec('beta', 'Lists trains.', [
      toolItem('list_trains', COMMAND),
      toolItem('count_sheep', COMMAND),
    ]),
    'specs/c.yaml': LOANS,
    'specs/tools/meter.yaml': TOOL,
    ...Object.fromEntries(shipped),
  };
}

/** A stub that was just added counts as new until it is bundled again; what is edited here are specs. */
function withoutHandlers(path: string): string {
  const text = readFileSync(join(SHIPPED, 'reference-manager', path), 'utf8');
  return text.replaceAll(/^handler: .*$/gm, 'command: { argv: [library] }');
}

/** The server also carries the files of its skill, which change without the spec of either. */
function served(text: string): string {
  return text.replace(/^(kind: server\n)/m, '$1serve_skills: true\n');
}

const WORDS = [
  'name',
  'time',
  'the',
  'read',
  'get_time',
  'alpha',
  'beta',
  'library',
  'limit',
  'required: []',
  '- ',
  '  ',
  'type: string',
  '"',
  '# haft-ignore tool/evals-count: so be it',
  '1.0.0',
  'query',
];

type Edit = {
  readonly kind: 'line' | 'word' | 'reword' | 'drop' | 'copy' | 'remove' | 'add' | 'move' | 'undo';
  readonly file: number;
  readonly at: number;
  readonly word: number;
};

const edit = fc.record<Edit>({
  kind: fc.constantFrom(
    'line',
    'word',
    'reword',
    'reword',
    'reword',
    'drop',
    'copy',
    'remove',
    'add',
    'move',
    'undo',
    'undo',
    'undo',
    'undo',
  ),
  file: fc.nat(50),
  at: fc.nat(500),
  word: fc.nat(WORDS.length - 1),
});

/** Puts a text for one of the places that match. */
function replaced(text: string, pattern: RegExp, which: number, by: string): string {
  const all = [...text.matchAll(pattern)];
  const { index = 0, 0: found = '' } = all[which % Math.max(1, all.length)] ?? {};
  return text.slice(0, index) + by + text.slice(index + found.length);
}

/** Makes one edit on the disk; `original` is what an undo brings back. */
function make(root: string, { kind, file, at, word }: Edit, original: Readonly<Record<string, string>>): void {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const paths = Object.keys(treeOf(join(root, 'specs'))).map((path) => `specs/${path}`);
  const path = paths[file % Math.max(1, paths.length)];
  if (kind === 'undo') rmSync(join(root, 'specs'), { recursive: true });
  if (kind === 'undo') return Object.entries(original).forEach(([one, text]) => put(one, text));
  if (kind === 'add')
    return put(`specs/new${at % 3}.yaml`, serverSpec(`new${at % 3}`, 'New.', [toolItem('get_time', COMMAND)]));
  if (path === undefined) return;
  const text = readFileSync(join(root, path), 'utf8');
  if (kind === 'remove' || kind === 'move') rmSync(join(root, path));
  if (kind === 'remove') return;
  if (kind === 'move') return put(path.replace('specs/', `specs/moved${at % 2}/`), text);
  if (kind === 'reword')
    return put(path, replaced(text, /(?<=does: )\w+/g, at, ['Lists', 'Really gives', 'Quickly finds'][at % 3] ?? ''));
  const lines = text.split('\n');
  const index = at % lines.length;
  const line = lines[index] ?? '';
  if (kind === 'drop') lines.splice(index, 1);
  else if (kind === 'copy') lines.splice(index, 0, line);
  else if (kind === 'line') lines.splice(index, 0, `${/^ */.exec(line)?.[0] ?? ''}${WORDS[word] ?? ''}`);
  else lines[index] = replaced(line, /[a-z_]+/g, at, WORDS[word] ?? '');
  put(path, lines.join('\n'));
}

interface Step {
  readonly specs: Record<string, string>;
  readonly built: BuildResult | undefined;
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
}

/** All builds of one session, one after another, before any clean one: nothing but the session may remember. */
async function builtBySession(root: string, steps: readonly (readonly Edit[])[]): Promise<Step[]> {
  const session = openSession({ cwd: root });
  const first = await session.build({ today: TODAY });
  saveContract(root, (first?.done ?? expect.fail(JSON.stringify(first?.findings.diagnostics[0]))).plan);
  const done: Step[] = [];
  const original = start();
  for (const edits of steps) {
    for (const one of edits) make(root, one, original);
    const before = treeOf(join(root, 'generated'));
    const built = await session.build({ today: TODAY });
    done.push({ specs: treeOf(join(root, 'specs')), built, before, after: treeOf(join(root, 'generated')) });
    expect(await session.build({ today: TODAY, onlyIfNew: true })).toBeUndefined();
  }
  return done;
}

/** What a clean build says and writes, below a root of its own. */
async function builtClean(texts: Readonly<Record<string, string>>, contract: string) {
  const inPlace = Object.fromEntries(Object.entries(texts).map(([path, text]) => [`specs/${path}`, text]));
  const root = temporaryFolder({ 'haft.yaml': CONFIG, 'haft.contract.json': contract, ...inPlace });
  const project = openProject({ cwd: root }).value ?? expect.fail();
  const checked = await checkProject(project, { today: TODAY });
  const { diagnostics, changes, sources } = checked;
  const specs = checked.compiled ?? draftOf(checked)?.specs;
  const contents = specs && (await contentsOf(project, specs, sources, memoizedBundler().bundle));
  const files = contents?.map(({ path, bytes }) => [path, Buffer.from(bytes()).toString()] as const);
  return { diagnostics, changes, files: files && Object.fromEntries(files) };
}

const CONFIG =
  'rules: { tool/evals-count: off, tool/examples: warning, tool/description-parts: warning, tool/verb-first: warning }\n';

test('after any edits: the same output, also of a draft, findings and changes as a clean build', async () => {
  let [builds, good, broken] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 10 }),
      async (steps) => {
        const root = temporaryFolder({ 'haft.yaml': CONFIG, ...start() });
        for (const { specs, built, before, after } of await builtBySession(root, steps)) {
          const clean = await builtClean(specs, readFileSync(join(root, 'haft.contract.json'), 'utf8'));
          const { 'haft.manifest.json': _manifest, ...output } = after;
          builds += 1;
          expect(built?.findings.diagnostics).toEqual(clean.diagnostics);
          expect(built?.changes).toEqual(clean.changes);
          if (clean.files) good += 1;
          else broken += 1;
          if (clean.files) expect(output).toEqual(clean.files);
          else expect(after).toEqual(before);
        }
      },
    ),
    { numRuns: runs(100, 2) },
  );
  expect(Math.min(good, broken)).toBeGreaterThan(builds / 20);
});
