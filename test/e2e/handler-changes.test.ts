/** The code of a handler has changed where somebody changed it, and nowhere else: neither output nor comments are code. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { runs } from '../support/runs.ts';
import { serverSpec, toolItem } from '../support/specs.ts';

const TODAY = ['--today', '2026-11-21'] as const;
const PARAMETERS =
  'parameters: { zone: { type: string, maxLength: 40, default: UTC, description: "Case-sensitive name of a time zone, such as UTC." } }';
const SPEC = serverSpec('clock', 'Tells the time.', [toolItem('get_time', `${PARAMETERS}\n    handler: handlers.ts`)]);
const HANDLERS = `import type { Handlers } from '../generated/servers/clock/tools.ts';
import { now } from './now.ts';

export const getTime: Handlers['getTime'] = ({ zone }) => ({ text: now(zone) });
`;
const NOW = 'export const now = (zone: string): string => `It is late in ${zone}.`;\n';

function project(): string {
  return temporaryFolder({
    'specs/clock.yaml': SPEC,
    'specs/handlers.ts': HANDLERS,
    'specs/now.ts': NOW,
    'haft.yaml': 'rules: { version/evals-stale: off }\n',
  });
}

const diffOf = (folder: string): string => haft(folder, 'diff', ...TODAY).stdout;
const release = (folder: string): unknown => haft(folder, 'release', ...TODAY);

function edit(folder: string, path: string, change: (text: string) => string): void {
  const file = join(folder, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

describe('after a release', () => {
  test('compiling and deleting the output are no changes; a comment and a type are none; code is one', () => {
    const folder = project();
    expect(release(folder)).toMatchObject({ code: 0 });
    expect(diffOf(folder)).toContain('No changes');
    expect(haft(folder, 'compile', ...TODAY).code).toBe(0);
    expect(diffOf(folder)).toContain('No changes');
    rmSync(join(folder, 'generated'), { recursive: true });
    expect(diffOf(folder)).toContain('No changes');
    edit(
      folder,
      'specs/now.ts',
      (text) => `/* The time. */\nexport type Zone = string;\n${text.replace(' => ', ' =>\n  ')}`,
    );
    expect(diffOf(folder)).toContain('No changes');
    edit(folder, 'specs/now.ts', (text) => text.replace('late', 'early'));
    expect(diffOf(folder)).toContain('The code of a handler file changed.');
  });

  test('an edit of a spec in a server with a handler is the only change, also after a compile and a bump', () => {
    const folder = project();
    expect(haft(folder, 'compile', ...TODAY).code).toBe(0);
    expect(release(folder)).toMatchObject({ code: 0 });
    edit(folder, 'specs/clock.yaml', (text) => text.replace('maxLength: 40', 'maxLength: 4'));
    expect(haft(folder, 'bump', 'get_time', ...TODAY).code).toBe(0);
    expect(haft(folder, 'compile', ...TODAY).code).toBe(0);
    const { changes } = JSON.parse(haft(folder, 'diff', '--format', 'json', ...TODAY).stdout);
    const kinds: string[] = changes.map(({ kind }: { kind: string }) => kind);
    // The function of the successor is new code in the file.
    expect(kinds.filter((kind) => kind === 'server/handler-code').length).toBeLessThanOrEqual(1);
  });
});

describe('a project that was released by the Haft of commit 0a360b53', () => {
  const OLD = join(import.meta.dirname, '../fixtures/released-0a360b53');

  test.each(['with its output', 'without its output'])(
    'has no changes %s, and the next release says what it converts',
    (how) => {
      const folder = temporaryFolder({});
      cpSync(OLD, folder, { recursive: true });
      if (how === 'without its output') rmSync(join(folder, 'generated'), { recursive: true });
      expect(diffOf(folder)).toContain('No changes');
      expect(haft(folder, 'compile', ...TODAY).code).toBe(0);
      expect(diffOf(folder)).toContain('No changes');
      expect(haft(folder, 'release', ...TODAY)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('had form 3 and now has form 5'),
      });
      expect(diffOf(folder)).toContain('No changes');
      expect(haft(folder, 'release', ...TODAY).stdout).toContain('unchanged');
    },
  );
});

test('what is left of code does not depend on its types, comments and layout', async () => {
  const { bareCode } = await import('../../compiler/edge/handlers/read-code.ts');
  const statements = [
    'export const a = (zone: string): string => `${zone}`;',
    'const b = a("x") as string;',
    'export default { a, b };',
  ];
  const between = fc.constantFrom(
    '\n',
    '\n\n  ',
    '// now\n',
    '/* a */',
    '\n/** b */\n',
    'type T = { a: 1 };\n',
    'import type { X } from "./x.ts";\n',
    'interface I { a: string }\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(between, { minLength: 4, maxLength: 4 }), async (gaps) => {
      const text = gaps.map((gap, at) => `${gap}${statements[at] ?? ''}`).join('\n');
      expect(await bareCode('a.ts', text)).toBe(await bareCode('a.ts', statements.join('\n')));
      expect(await bareCode('a.ts', text.replace('"x"', '"y"'))).not.toBe(await bareCode('a.ts', text));
    }),
    { numRuns: runs(500) },
  );
});
