/** The incremental build against a clean one: after any edits the output, the findings and the changes are the same. */
import * as fc from 'fast-check';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProject, contentsOf } from '../../compiler/cli/build.ts';
import { saveContract } from '../../compiler/cli/contract.ts';
import { openProject } from '../../compiler/cli/project.ts';
import { rememberingBundler } from '../../compiler/cli/watch/remembering-bundler.ts';
import { openSession } from '../../compiler/cli/watch/session.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const TODAY = '2026-11-20';
const SHIPPED = join(import.meta.dirname, '../../specs');

const TOOL = `kind: tool
name: read_meter
server: alpha
description: { does: Reads the meter in the cellar., when: the user asks for the meter, instead: [{ case: the time is wanted, use: get_time }], examples: [what does the meter say] }
effects: read
command: { argv: [meter] }
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
    return put(path, text.replace(/does: (\w+)/, `does: $1 ${['really', 'only', 'quickly'][at % 3]}`));
  const lines = text.split('\n');
  const index = at % lines.length;
  const line = lines[index] ?? '';
  if (kind === 'drop') lines.splice(index, 1);
  else if (kind === 'copy') lines.splice(index, 0, line);
  else if (kind === 'line') lines.splice(index, 0, `${/^ */.exec(line)?.[0] ?? ''}${WORDS[word] ?? ''}`);
  else lines[index] = line.replace(/[a-z]+/, WORDS[word] ?? '');
  put(path, lines.join('\n'));
}

test('after any edits: the same output, findings and changes as a clean build', async () => {
  let [builds, good, broken] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 10 }),
      async (steps) => {
        const original = start();
        const root = temporaryFolder({ 'haft.yaml': 'rules: { tool/evals-count: off }\n', ...original });
        const session = openSession({ cwd: root });
        const first = await session.build({ today: TODAY });
        const released = await checkProject(openProject({ cwd: root }).value ?? expect.fail(), { today: TODAY });
        saveContract(root, released.compiled?.plan ?? expect.fail(JSON.stringify(released.diagnostics[0])));
        expect(first?.done).toBeDefined();
        for (const edits of steps) {
          for (const one of edits) make(root, one, original);
          const before = treeOf(join(root, 'generated'));
          const built = await session.build({ today: TODAY });
          const project = openProject({ cwd: root }).value ?? expect.fail();
          const clean = await checkProject(project, { today: TODAY });
          builds += 1;
          expect(built?.findings.diagnostics).toEqual(clean.diagnostics);
          expect(built?.changes).toEqual(clean.changes);
          const { 'haft.manifest.json': _manifest, ...after } = treeOf(join(root, 'generated'));
          if (clean.compiled) {
            good += 1;
            const contents = await contentsOf(project, clean.compiled, clean.sources, rememberingBundler().bundle);
            expect(after).toEqual(
              Object.fromEntries(contents.map(({ path, bytes }) => [path, Buffer.from(bytes()).toString()])),
            );
          } else {
            broken += 1;
            expect(treeOf(join(root, 'generated'))).toEqual(before);
          }
          expect(await session.build({ today: TODAY, onlyIfNew: true })).toBeUndefined();
        }
      },
    ),
    { numRuns: 8 },
  );
  expect(Math.min(good, broken)).toBeGreaterThan(builds / 20);
});
