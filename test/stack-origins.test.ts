/** The table of origins says of every place in bundled code what the source map says. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { originsOf, sourceAt } from '../compiler/edge/bundle/origins.ts';
import { originAt } from '../runtime/server/origins.ts';
import { IS_WHOLE, everyNth } from './support/runs.ts';

const HANDLERS = join(import.meta.dirname, '../specs/reference-manager/handlers/create-reference.ts');

/** Of the columns; a prime, so that each part of a line is met. */
const STEP = IS_WHOLE ? 1 : 7;

test.each(everyNth(3, [160, 20, 100_000]))('of real handlers, in lines of %i characters', async (lineLimit) => {
  const { outputFiles } = await build({
    entryPoints: [HANDLERS],
    bundle: true,
    write: false,
    outdir: import.meta.dirname,
    format: 'esm',
    platform: 'node',
    minify: true,
    lineLimit,
    sourcemap: 'external',
  });
  const [map = '', code = ''] = outputFiles.map(({ text }) => text);
  const isPackage = (source: string): boolean => source.endsWith('wire.ts');
  const first = 7;
  const table = originsOf(code, map, (path) => (isPackage(path) ? { package: 'wire' } : { path }));
  const origins = { ...table, first };
  let places = 0;
  for (const [row, line] of code.split('\n').entries()) {
    for (let column = row % STEP; column < line.length; column += STEP) {
      const found = sourceAt(map, row, column);
      const expected = found && (isPackage(found.source) ? 'wire' : `${found.source}:${found.line + 1}`);
      if (originAt(first + row, column + 1, origins) !== expected)
        expect({ row, column, origin: originAt(first + row, column + 1, origins) }).toEqual({
          row,
          column,
          origin: expected,
        });
      places += 1;
    }
  }
  expect(places).toBeGreaterThan(2000 / STEP);
  expect(table.segments.length).toBeLessThan(code.length / 8);
  expect(originAt(1, 1, origins)).toBeUndefined();
});
