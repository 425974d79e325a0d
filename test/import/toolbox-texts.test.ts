/** Quotes of MySQL and SQLite in statements of Toolbox: the same text in standard quotes, or a report. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { importToolbox } from '../../compiler/features/import/toolbox/import-toolbox.ts';
import { readToolbox } from '../../compiler/features/import/toolbox/sources.ts';
import { standardTexts } from '../../compiler/features/import/toolbox/parameters.ts';
import { runs } from '../support/runs.ts';

test('texts of MySQL are the same texts in standard quotes, whatever is in them', () => {
  const written = fc
    .array(fc.constantFrom('a', ' ', "'", '"', '\\', '`', '--', '/*', '?', 'é'), { maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(written, fc.constantFrom("'", '"'), fc.boolean(), (text, mark, doubles) => {
      const escaped = text.replaceAll('\\', '\\\\').replaceAll(mark, doubles ? mark + mark : `\\${mark}`);
      const { statement, problems } = standardTexts(`select ${mark}${escaped}${mark} as a, \`"b\` from t -- it's`);
      expect(statement).toBe(`select '${text.replaceAll("'", "''")}' as a, \`"b\` from t -- it's`);
      expect(problems).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
  expect(standardTexts(String.raw`select 'a\nb\q'`).statement).toBe("select 'a\nbq'");
  expect(standardTexts(String.raw`select 1 from t where a like "10\%"`).problems).toHaveLength(1);
});

test('a text in double quotes is converted for MySQL, and reported for SQLite', () => {
  const sources = {
    my: { kind: 'mysql', host: 'h', port: 1, database: 'd', user: 'u', password: '${P}' },
    lite: { kind: 'sqlite', database: 'x.db' },
  };
  const own = Object.fromEntries(
    Object.keys(sources).map((source) => [
      `find_${source}`,
      {
        kind: `${source === 'my' ? 'mysql' : 'sqlite'}-sql`,
        source,
        description: 'Finds.',
        statement: 'select id from t where a = "y"',
      },
    ]),
  );
  const entries = readToolbox(stringify({ sources, tools: own }), 'tools.yaml');
  if ('kind' in entries) throw new Error(entries.message);
  const { documents, losses } = importToolbox('shop', entries);
  const [, mine, light] = documents.map(({ value }) => JSON.stringify(value['sql']));
  expect(mine).toContain("a = 'y'");
  expect(light).toContain(String.raw`a = \"y\"`);
  expect(losses.filter(({ from }) => from === 'tool:find_lite').map(({ message }) => message)).toEqual([
    'The tool "find_lite" has "y" in its statement, which is the name of a column here: SQLite may have read it as a text.',
  ]);
});
