/** What commands remember in `.haft/` changes nothing that they say, whatever was edited since, and whatever happened to it. */
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProject } from '../compiler/cli/spine.ts';
import { recall, remember } from '../compiler/edge/cache/state.ts';
import { openProject } from '../compiler/edge/project/project.ts';
import { temporaryFolder, treeOf, writeFiles } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { costlyRuns, runs } from './support/runs.ts';
import { COMMAND, serverSpec, toolItem } from './support/specs.ts';

const TOOL = (server: string, does: string): string => `kind: tool
name: read_meter
server: ${server}
description: { does: ${does}, when: the user asks for the meter }
effects: read
command: { argv: [meter] }
`;

/** The texts that each file may have: clean, with warnings, with errors, or gone. */
const TEXTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'specs/alpha.yaml': [
    serverSpec('alpha', 'Tells the time.', [toolItem('get_time', COMMAND)]),
    serverSpec('alpha', 'Helper.', [toolItem('get_time', COMMAND), toolItem('set_time', COMMAND)]),
    serverSpec('alpha', 'Tells the time.', [toolItem('get_time', 'command: { argv: [clock, "{nothing}"] }')]),
    'kind: server\nname: alpha\n',
  ],
  'specs/beta.yaml': [serverSpec('beta', 'Knows the trains.', [toolItem('list_trains', COMMAND)]), undefined],
  'specs/meter.yaml': [TOOL('alpha', 'Reads the meter in the cellar.'), TOOL('beta', 'Meter.'), undefined],
  'haft.yaml': ['{}\n', 'rules: { eval/count: error }\n', 'profiles: { specs: mcp }\n', undefined],
};

const edit = fc
  .constantFrom(...Object.keys(TEXTS))
  .chain((path) => fc.record({ path: fc.constant(path), text: fc.constantFrom(...(TEXTS[path] ?? [])) }));

function write(root: string, path: string, text: string | undefined): void {
  if (text === undefined) rmSync(join(root, path), { force: true });
  else writeFiles(root, { [path]: text });
}

test('findings are those of a check that remembers nothing, after any edits', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 6 }), async (edits) => {
      const root = temporaryFolder(
        Object.fromEntries(Object.entries(TEXTS).map(([path, [text = '']]) => [path, text])),
      );
      for (const { path, text } of edits) {
        write(root, path, text);
        const { value: project } = openProject({ cwd: root });
        if (!project) continue;
        const [first, again] = [
          await checkProject(project, { today: '2026-11-20', remembers: true }),
          await checkProject(project, { today: '2026-11-20', remembers: true }),
        ];
        const { diagnostics } = await checkProject(project, { today: '2026-11-20' });
        expect(first.diagnostics).toEqual(diagnostics);
        expect(again.diagnostics).toEqual(diagnostics);
        found += diagnostics.length;
      }
    }),
    { numRuns: costlyRuns(1000) },
  );
  expect(found).toBeGreaterThan(0);
});

test('what is damaged anywhere, or is of another key, is as if it was not there', () => {
  const root = temporaryFolder();
  const path = join(root, '.haft', 'one.json');
  const key = fc.stringMatching(/^[0-9a-f]{64}$/);
  fc.assert(
    fc.property(
      key,
      key,
      fc.jsonValue(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (own, other, value, at, change) => {
        remember(root, 'one.json', own, value);
        expect(recall(root, 'one.json', own)).toEqual(JSON.parse(JSON.stringify(value)));
        if (own !== other) expect(recall(root, 'one.json', other)).toBeUndefined();
        const bytes = readFileSync(path);
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change;
        writeFileSync(path, bytes);
        expect(recall(root, 'one.json', own)).toBeUndefined();
        writeFileSync(path, bytes.subarray(0, at % bytes.length));
        expect(recall(root, 'one.json', own)).toBeUndefined();
      },
    ),
    { numRuns: runs(10_000) },
  );
});

const SPECS = {
  'specs/alpha.yaml': TEXTS['specs/alpha.yaml']?.[0] ?? '',
  'specs/beta.yaml': TEXTS['specs/beta.yaml']?.[0] ?? '',
};

test('compile and diff of the command line print and write the same with their memory, without it, and with that of another project', () => {
  const [one, other] = [temporaryFolder(SPECS), temporaryFolder(SPECS)];
  const changed = SPECS['specs/alpha.yaml'].replace('Tells the time.', 'Tells the hour.');
  for (const folder of [one, other]) expect(haft(folder, 'release')).toMatchObject({ code: 0 });
  writeFiles(other, { 'specs/beta.yaml': SPECS['specs/beta.yaml'].replaceAll('trains', 'ferries') });
  for (const folder of [one, other]) for (const command of ['compile', 'diff']) haft(folder, command);
  const names = readdirSync(join(one, '.haft'));
  expect(names).toEqual(expect.arrayContaining(['compared.json', 'findings.json', 'outputs.json']));
  const said = (memory: 'own' | 'none' | 'of the other'): unknown => {
    if (memory !== 'own') rmSync(join(one, '.haft'), { recursive: true });
    if (memory === 'of the other') cpSync(join(other, '.haft'), join(one, '.haft'), { recursive: true });
    const diff = haft(one, 'diff', '--format', 'json').stdout.replaceAll(one, '');
    rmSync(join(one, 'generated'), { recursive: true, force: true });
    return [diff, haft(one, 'compile').code, treeOf(join(one, 'generated'))];
  };
  const before = said('none');
  expect([said('own'), said('of the other')]).toEqual([before, before]);
  writeFiles(one, { 'specs/alpha.yaml': changed });
  const [now, again] = [said('own'), said('own')];
  expect(now).not.toEqual(before);
  expect([again, said('none')]).toEqual([now, now]);
});
