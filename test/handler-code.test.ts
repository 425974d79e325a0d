/** The hashes of the code of handlers: the same wherever the project lies, others with every file that is imported. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnbared, sameCode, withHandlerCode } from '../compiler/plan/handler-code.ts';
import { textHash } from '../compiler/plan/hash.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { costlyRuns } from './support/runs.ts';
import { serverSpec, toolItem } from './support/specs.ts';

type Files = Readonly<Record<string, string>>;

const SPEC = serverSpec('clock', 'Tells the time.', [toolItem('get_time', 'handler: handlers.ts')]);
const FILES: Files = {
  'handlers.ts': "import { zone } from './lib/zone.js';\nexport const getTime = () => zone;\n",
  'lib/zone.ts': "export * from '../more';\nexport const zone = 1;\n",
  'more/index.ts': "import { readFileSync } from 'node:fs';\nexport const more = readFileSync;\n",
  'other.ts': 'export const other = 1;\n',
};

/** Stands for a compiler: types are lines that say so, comments are the rest of a line. */
const bare = (_path: string, text: string): Promise<string> =>
  Promise.resolve(
    text
      .replaceAll(/^(?:import type|type) .*\n/gm, '')
      .replaceAll(/ *\/\/.*\n/g, '\n')
      .replaceAll(/\n+/g, '\n')
      .trim(),
  );

async function planOf(files: Files, recorded?: string, folder = 'specs'): Promise<Plan> {
  const { value } = planSpecs([{ path: `${folder}/clock.yaml`, text: SPEC }]);
  const plan = value?.plan as Plan;
  const servers = plan.servers.map((server) => ({ ...server, handlers: { 'handlers.ts': recorded ?? '' } }));
  const code = { read: (path: string) => files[path.slice(folder.length + 1)], isOutput, bare };
  return withHandlerCode(plan, code, recorded === undefined ? undefined : { ...plan, servers });
}

const isOutput = (path: string): boolean => path.includes('/generated/');

async function hashOf(files: Files, recorded?: string, folder = 'specs'): Promise<string | undefined> {
  return (await planOf(files, recorded, folder)).servers[0]?.handlers?.['handlers.ts'];
}

describe('the hashes of a handler file', () => {
  test('change with the file and with what it imports, and with nothing else', async () => {
    const hash = await hashOf(FILES);
    expect(hash).toMatch(/^[0-9a-f]{16} [0-9a-f]{16}$/);
    for (const path of Object.keys(FILES))
      if (path !== 'other.ts')
        expect(sameCode((await hashOf({ ...FILES, [path]: `${FILES[path]}more();\n` })) ?? '', hash ?? '')).toBe(false);
    expect(await hashOf({ ...FILES, 'other.ts': '' })).toEqual(hash);
  });

  test('are the same with other line ends and in another folder', async () => {
    const windows = Object.fromEntries(
      Object.entries(FILES).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
    );
    expect(await hashOf(windows)).toEqual(await hashOf(FILES));
    expect(await hashOf(FILES, undefined, 'app/tools')).toEqual(await hashOf(FILES));
  });

  test('are absent where there is no code', async () => {
    expect((await planOf({})).servers[0]?.handlers).toBeUndefined();
  });

  test('stay as they were released while only comments, types and files that Haft writes change', async () => {
    const comment = fc.constantFrom(
      '// A comment.\n',
      "import type { Tools } from './generated/tools.ts';\n",
      'type Day = string;\n',
      '\n',
    );
    const edit = fc.record({
      path: fc.constantFrom('handlers.ts', 'lib/zone.ts', 'more/index.ts'),
      added: comment,
      isFirst: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 4 }),
        fc.array(edit, { maxLength: 4 }),
        fc.option(fc.string()),
        async (before, after, output) => {
          const released = withEdits({ ...FILES, 'generated/tools.ts': 'export type Tools = 1;\n' }, before);
          const now = withEdits({ ...FILES, ...(output !== null && { 'generated/tools.ts': output }) }, after);
          const recorded = await hashOf(released);
          expect(await hashOf(now, recorded)).toBe(recorded);
          const changed = { ...now, 'lib/zone.ts': `${now['lib/zone.ts']}export const day = 2;\n` };
          expect(await hashOf(changed, recorded)).not.toBe(recorded);
        },
      ),
      { numRuns: costlyRuns(10_000) },
    );
  });

  test('of an older Haft are compared as it made them, and say nothing where files that Haft writes were part of them', async () => {
    const old = textHash(
      JSON.stringify(['handlers.ts', 'lib/zone.ts', 'more/index.ts'].map((path) => [path, FILES[path]])),
    );
    expect(isUnbared(old)).toBe(true);
    expect(await hashOf(FILES, old)).toBe(old);
    expect(await hashOf({ ...FILES, 'more/index.ts': 'export const more = 1;\n' }, old)).not.toBe(old);
    const typed = {
      ...FILES,
      'handlers.ts': `import type { Tools } from './generated/tools.ts';\n${FILES['handlers.ts']}`,
    };
    expect(await hashOf(typed, old)).toBe(old);
  });
});

interface Edit {
  readonly path: string;
  readonly added: string;
  readonly isFirst: boolean;
}

function withEdits(files: Files, edits: readonly Edit[]): Files {
  const all = new Map(Object.entries(files));
  for (const { path, added, isFirst } of edits) {
    const text = all.get(path) ?? '';
    all.set(path, isFirst ? `${added}${text}` : `${text}${added}`);
  }
  return Object.fromEntries(all);
}
