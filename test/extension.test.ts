/** What AGENTS.md says of adding things, done in a scratch copy of the sources: it is accepted, and a part that is forgotten is named. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHECK, EXTENSIONS, PASSED_KEY, SKILL } from './support/extensions.ts';
import { type Extension, type Forgotten, extensionFiles } from './support/extension-parts.ts';
import { writeFiles } from './support/folder.ts';
import { unusedExports } from './support/unused-exports.ts';

const ROOT = join(import.meta.dirname, '..');
/** Names of the packages of this repository: in the copy, they are those of the copy. */
const OWN = { haft: 'compiler', '@haft/runtime': 'runtime' };

/** A copy of the project. */
function scratch(): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'haft test '));
  const isSource = (path: string): boolean => !/[\\/](?:dist|node_modules)(?:[\\/]|$)/.test(path.slice(ROOT.length));
  for (const room of ['compiler', 'runtime', 'scripts', 'test', 'specs', 'docs'])
    cpSync(join(ROOT, room), join(copy, room), { recursive: true, filter: isSource });
  for (const file of ['package.json', 'vitest.config.ts']) cpSync(join(ROOT, file), join(copy, file));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => !/^(?:\.|@haft$|haft$)/.test(one)))
    link(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  for (const [name, room] of Object.entries(OWN)) link(join(copy, room), join(copy, 'node_modules', name));
  // Without the pages of a browser, which have other types.
  const { compilerOptions, exclude } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
    exclude: readonly string[];
  };
  // The second check takes a tenth of the time of the first.
  const options = { ...compilerOptions, incremental: true, tsBuildInfoFile: './checked.json' };
  writeFiles(copy, {
    'tsconfig.json': JSON.stringify({
      compilerOptions: options,
      include: ['compiler/**/*.ts', 'runtime/**/*.ts'],
      exclude,
    }),
  });
  return copy;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

/** Everything but what is forgotten, until the test is over. */
function extend(root: string, extension: Extension, forget: Forgotten[1] = {}): void {
  const { parts } = extension;
  onTestFinished(() => {
    for (const { file, text } of parts) {
      if (text) rmSync(join(root, file), { force: true });
      else cpSync(join(ROOT, file), join(root, file));
    }
  });
  writeFiles(root, extensionFiles(extension, forget));
  const isPrinted = parts.some(({ file, text, add }) => file !== forget.part && (text ?? add) === undefined);
  if (isPrinted) run(root, join(root, 'scripts/standalone.mjs'));
}

function run(root: string, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

/** As test/additions.test.ts ("every rule of versions is in LATER_RULES") finds them. */
function unlistedPolicy(root: string): string[] {
  const idsIn = (file: string): string[] =>
    readFileSync(join(root, file), 'utf8').match(/(?<=')version\/[\w-]+/g) ?? [];
  const known = new Set(idsIn(CHECK));
  const ids = readdirSync(join(root, 'compiler/versions/policy')).flatMap((name) =>
    idsIn(`compiler/versions/policy/${name}`),
  );
  return ids.filter((id) => !known.has(id)).map((id) => `${id} is not in LATER_RULES`);
}

/** As test/docs.test.ts ("each key of the language has an example") finds them. */
function keysWithoutExample({ parts }: Extension, root: string): string[] {
  if (!parts.some(({ file }) => file === SKILL)) return [];
  const printer = pathToFileURL(join(root, 'scripts/spec-language.ts')).href;
  const code = `import { print } from '${printer}'; console.log(Object.values(print(${JSON.stringify(root)})).join(''));`;
  const page = run(root, '--import', 'tsx', '--conditions=@haft/source', '--input-type=module', '--eval', code);
  // Anything else is an error of the printer.
  if (!page.startsWith('# ')) return [page];
  return page
    .split('\n')
    .filter((line) => line.endsWith('| |'))
    .map((line) => `${line.split('|')[1]?.trim()} has no example`);
}

/** What the type checker, test/exports.test.ts and those above say. */
function complaints(root: string, extension: Extension): string {
  return [
    run(root, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', root),
    ...unusedExports(root),
    ...unlistedPolicy(root),
    ...keysWithoutExample(extension, root),
  ]
    .filter(Boolean)
    .join('\n');
}

/** The whole way of a tool with `proof: Ann`, to be run in a copy: what has the key, and what a change of it is. */
const WAY = `
import { planSpecs } from './compiler/plan/plan-specs.ts';
import { contractText, readContract } from './compiler/plan/contract.ts';
import { releasedSpec } from './compiler/plan/released-spec.ts';
import { toolDescriptor } from './compiler/emit/server/descriptor.ts';
import { diff } from './compiler/versions/diff.ts';
const planned = (proof) => planSpecs([{ path: 'specs/a.yaml', text: JSON.stringify({
  kind: 'server', name: 'library', version: '1.0.0', summary: 'Finds books.', tools: [{ name: 'find_book', effects: 'read',
  description: { does: 'Finds a book on the shelves.', when: 'the user looks for a book', examples: ['find Walden'] }, handler: 'a.ts', proof }],
}) }]).value.plan;
const [ann, bob] = [planned('Ann'), planned('Bob')];
const toolOf = (plan) => plan.servers[0].tools[0];
const { plan: read } = readContract(contractText(ann));
const all = [toolOf(ann), toolOf(read), toolDescriptor(toolOf(ann)), releasedSpec(toolOf(ann))];
const wrong = contractText(ann).replace('"Ann"', '7');
console.log(JSON.stringify([all.map(({ proof }) => proof), diff(ann, bob).map(({ kind }) => kind), JSON.stringify(readContract(wrong)).includes('proof')]));
`;

test('a key of a tool that goes everywhere unchanged touches at most four source files', () => {
  const parts = EXTENSIONS.find(({ name }) => name === PASSED_KEY)?.parts ?? [];
  const written = parts.filter(({ text, add }) => (text ?? add) !== undefined);
  expect(new Set(written.map(({ file }) => file)).size).toBeLessThanOrEqual(4);
});

// Most runs skip the copies: a source that changed must fail here.
test.each(EXTENSIONS)('$name: its steps fit the sources', (extension) => {
  extensionFiles(extension);
  for (const [, forget] of extension.forgotten) extensionFiles(extension, forget);
});

// Every case checks a copy of the whole project; each takes seconds.
describe.runIf(process.env['HAFT_TEST_EXTENSIONS'] === '1')('in a copy', { timeout: 240_000 }, () => {
  let root = '';
  beforeAll(() => {
    root = scratch();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('a key of a tool that goes everywhere unchanged is in the Plan, a contract, the descriptor, a restored spec and the diff', () => {
    const extension = EXTENSIONS.find(({ name }) => name === PASSED_KEY);
    if (extension) extend(root, extension);
    writeFiles(root, { 'way.mts': WAY });
    const printed = run(root, '--import', 'tsx', '--conditions=@haft/source', 'way.mts');
    expect(printed).toBe(`${JSON.stringify([Array(4).fill('Ann'), ['tool/proof'], true])}\n`);
  });

  describe.each(EXTENSIONS)('$name', (extension) => {
    test('is accepted where every part is there', () => {
      extend(root, extension);
      expect(complaints(root, extension)).toBe('');
    });

    test.each(extension.forgotten)('without %s is named', (_what, forget, named) => {
      extend(root, extension, forget);
      expect(complaints(root, extension)).toMatch(named);
    });
  });
});
