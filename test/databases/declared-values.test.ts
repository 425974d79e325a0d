/** What the text and the limits of a statement follow from, without a database: rows that are too large, numbers of bytes, and types of values. */
import { expect, test } from 'vitest';
import { descriptorsOf } from '../../compiler/edge/calls/call-over.ts';
import { allTools } from '../../compiler/plan/named-tools.ts';
import { type RunTransaction, type StatementRows, collectRows, sizeOf } from '../../runtime/behaviors/sql/database.ts';
import { toMysql } from '../../runtime/behaviors/sql/mysql-values.ts';
import { compileStatement } from '../../runtime/behaviors/sql/statement.ts';
import { isFailure } from '../../runtime/server/failure.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { callOnce } from '../../runtime/try.ts';
import { compiled } from '../support/bumped.ts';

const tool = (name: string, sql: string): string => `  - name: ${name}
    description: { does: Reads notes of the album., when: the user asks for notes, examples: [which notes] }
    effects: read
    parameters: { after: { type: string, description: The next of an earlier result. } }
    sql: { database: album, max_bytes: 1000, ${sql} }
`;

const SPEC = `kind: server
name: album
version: 1.0.0
summary: Reads notes of an album.
env: { ALBUM_URL: { description: Address of the database., secret: true } }
databases: { album: { kind: postgres, url: "{env.ALBUM_URL}" } }
tools:
${tool('list_notes', 'statement: "select note from notes order by id"')}
${tool('list_pages', 'statement: ["select id, note from notes where true", ["and {after}"], "order by id"], resume: after')}
${tool('get_note', 'statement: "select note from notes limit 2", rows: one, on_none: { error: There is no note., retry_hint: Look for another. }')}
${tool('get_both', 'steps: [{ name: first, statement: "select note from notes limit 1", rows: one }, { name: all, statement: "select id from notes order by id" }]')}`.replaceAll(
  /(list_notes|get_note|get_both)([^]*?) {4}parameters: .*\n/g,
  '$1$2',
);

const tools = allTools(compiled(SPEC).plan);

/** A database whose every statement returns these rows. */
const databaseOf =
  (rows: readonly JsonObject[]): RunTransaction =>
  async ({ next, maxBytes }) => {
    const done: StatementRows[] = [];
    for (;;) {
      const step = next(done);
      if (step === undefined) return { kind: 'done', done };
      if (isFailure(step)) return { kind: 'refused', failure: step };
      const collector = collectRows(step, maxBytes);
      for (const row of rows)
        collector.add(
          sizeOf(Object.values(row)),
          () => row,
          () => row as Record<string, string>,
        );
      done.push(collector.rows());
    }
  };

async function call(name: string, rows: readonly JsonObject[]): Promise<JsonObject> {
  const found = descriptorsOf(tools.find((one) => one.tool.name === name) ?? expect.fail(name));
  const variables = { ALBUM_URL: 'postgres://nobody@127.0.0.1:1/album' };
  const run = databaseOf(rows);
  const { text } = await callOnce({ ...found, args: {}, variables, write: () => {}, watchDatabases: () => run }).result;
  return JSON.parse(text) as JsonObject;
}

const [small, large] = [
  { id: 1, note: 'a' },
  { id: 2, note: 'é'.repeat(600) },
];

test.each(['list_notes', 'list_pages', 'get_note', 'get_both'])(
  '%s says that a row is larger than its limit in bytes',
  async (name) => {
    for (const rows of [[large], [large, small]])
      expect(await call(name, rows)).toMatchObject({
        success: false,
        code: 'bad_response',
        error: expect.stringContaining('A row is larger than `max_bytes` (1000 bytes)'),
      });
  },
);

test('rows before a large one are a result that says there are more, and never the only one', async () => {
  expect(await call('list_notes', [small, large])).toMatchObject({ data: { rows: [small], more: true } });
  expect(await call('list_pages', [small, large])).toMatchObject({ data: { rows: [small], next: expect.any(String) } });
  expect(await call('get_note', [small, large])).toMatchObject({
    success: false,
    error: expect.stringContaining('more than one row'),
  });
  expect(await call('get_note', [])).toMatchObject({ success: false, error: 'There is no note.' });
});

test('MySQL gets numbers where a number is declared, also in lists and for true and false', () => {
  const input = {
    type: 'object',
    properties: {
      n: { type: 'integer' },
      r: { type: 'number' },
      b: { type: 'boolean' },
      t: { type: 'string' },
      ns: { type: 'array', items: { type: 'integer' } },
      rs: { type: 'array', items: { type: 'number' } },
      ts: { type: 'array', items: { type: 'string' } },
    },
  } as const;
  const sentFor = (statement: string, args: JsonObject): readonly unknown[] => {
    const bound = compileStatement({ statement: [statement] }, 'mysql', input)(args);
    return isFailure(bound) ? expect.fail(bound.error) : bound.values.map(toMysql);
  };
  const cases: readonly (readonly [string, Json, readonly unknown[]])[] = [
    ['{n}', 7, [7n]],
    ['{n}', -9007199254740991, [-9007199254740991n]],
    ['{n}', 1e20, [1e20]],
    ['{n}', null, [null]],
    ['{r}', 0.5, [0.5]],
    ['{b}', true, [1n]],
    ['{t}', '7', ['7']],
    ['a in ({ns})', [1, 2], [1n, 2n]],
    ['a in ({rs})', [1.5], [1.5]],
    ['a in ({ts})', ['1'], ['1']],
    ['{ns}', [1, 2], ['[1,2]']],
  ];
  for (const [statement, value, sent] of cases) {
    const name = /\{(\w+)\}/.exec(statement)?.[1] ?? '';
    expect([statement, ...sentFor(statement, { [name]: value })]).toEqual([statement, ...sent]);
  }
});
