/** Every exported name is imported by another file, or is offered by the entry of a package. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { unusedExports } from './support/unused-exports.ts';

const ROOT = join(import.meta.dirname, '..');

test('no name is exported that no other file imports', () => {
  expect(unusedExports(ROOT)).toEqual([]);
});

test('finds what is unused, in every form', () => {
  const root = temporaryFolder({
    'compiler/a.ts':
      "export const used = 1, unused = 2;\nexport function late(): void {}\nexport interface Shape { part: Part }\nexport interface Part {}\nexport type { Gone } from './b.ts';\n",
    'compiler/b.ts':
      "import { used as renamed } from './a.ts';\nimport type { Shape } from './a.ts';\nexport type Gone = 1;\nexport class Lost {}\n",
    'test/support/all.ts': 'export const every = 1;\nexport const one = 2;\n',
    'test/a.test.ts': "import * as all from './support/all.ts';\nconst later = await import('../compiler/b.ts');\n",
  });
  expect(unusedExports(root)).toEqual([
    'compiler/a.ts exports Gone',
    'compiler/a.ts exports unused',
    'compiler/a.ts exports late',
    'compiler/a.ts exports Part',
  ]);
});
