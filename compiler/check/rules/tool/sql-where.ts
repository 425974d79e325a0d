/** Statements of `sql:` that change rows: whether a call can make them change every row. */
import { say } from '../../../base/sentence.ts';
import { partsIn, pieces, statementsOf } from '../../../spec/behaviors/sql-shape.ts';
import { sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';
import { callValues, changeOfEveryRow } from '../../analysis/tables/every-row.ts';
import { shopSteps, shopTool } from '../../example-documents.ts';
import { rule } from '../../rule.ts';

const BY_VALUE =
  'Compare a column with = and a required parameter; a pattern of LIKE needs a text of yours, or `like:` and a `minLength`.';

const USES = ['left out', 'used'];

/** A statement that changes rows, as YAML. */
const changing = (statement: string, effects: 'write' | 'destroy' = 'destroy', more = ''): string =>
  shopTool(effects, statement, `, rows: affected${more}`);

const deleting = (where: string): string => changing(`["delete from orders where ${where}"]`);

const withNote = (where: string, more = ''): string =>
  changing(JSON.stringify(`delete from orders where ${where}`), 'destroy', more).replace('[id]', '[id, note]');

export const sqlWhere = rule({
  id: 'tool/sql-where',
  severity: 'error',
  says: 'An UPDATE or DELETE must have a WHERE that filters rows for every call, with and without its optional parts; one without optional parts may say `where true`.',
  why: 'A call without the optional arguments, or with values such as % or null, would change every row of the table.',
  hint: 'Add a WHERE with a required parameter; for a whole table write `where true` without optional parts.',
  source: 'EXT §7 (a tool does what its description says)',
  good: [
    changing('"update orders set note = {note} where id = {id}"', 'write').replace('[id]', '[id, note]'),
    changing('["delete from orders where id = {id}", ["and note = {note}"]]'),
    changing('["delete from orders where state = 4", ["and note = {note}"]]'),
    changing('["delete from orders where false", ["or note = {note}"]]'),
    shopSteps('destroy', ['select 1 where {id} = 1', 'delete from orders where true']),
    ...[
      'expired',
      'placed_on < now()',
      'id between 1 and 4 or id is null',
      'note is null or id is not null',
      'exists (select 1 from carts)',
      'case when {id} = 1 or true then expired else true end',
      "(state = 'not 4' or state = '4')",
      'rowid > 4',
      "zone in ('north')",
      '({id} is null or id = {id})',
      'id = coalesce({id}, id)',
      "owner = 'a' and (true = ({id} > 4) or id = {id})",
      "note like 'a' || {id} || '%'",
      'note not like {note}',
      'id = {id} or {tenant.id} = 4',
    ].map(deleting),
  ],
  bad: [
    changing('"delete from orders"'),
    shopSteps('destroy', ['select 1 where {id} = 1', 'delete from orders']),
    changing('["delete from orders", ["where note = {note}"]]'),
    shopTool(
      'destroy',
      '"with gone as (delete from orders returning id) select id from gone where id = {id} order by id"',
    ),
    changing('["delete from orders where true", ["and note = {note}"]]'),
    changing('["delete from orders where id = {id}", ["or note = {note} or 1 = 1"]]'),
    changing('["update orders set state = 1 where ((2 > 1))", ["and note = {note}"]]', 'write'),
    ...[
      '1 = 1',
      'not false',
      "'a' <> 'b' and now() = now()",
      'id = id',
      'o.id >= O.id',
      'id = {id} or 1 = 1',
      'id is not null or (id is null)',
      'id <= {id} or state = 4 or id > {id}',
      'not (id = {id}) or id = {id}',
      "note like '%'",
      'id in (4, id)',
      'id between id and id',
      'id = {id} or not ({id} <> 4)',
    ].map(deleting),
    ...[
      "{note} = '' or note = {note}",
      'note like {note}',
      "lower(note) ilike concat('%', lower({note}), '%')",
      'note ~ {note}',
    ].map((where) => withNote(where)),
    withNote('({note} is null or note = {note})').replace('note: { type: string', 'note: { type: [string, "null"]'),
    withNote('note = coalesce({note}, note)').replace('note: { type: string', 'note: { type: [string, "null"]'),
    withNote('note like {note}', ', like: { note: contains }'),
  ],
  check({ spec, profile }, report) {
    for (const { path: below, spec: step } of spec.sql ? statementsOf(spec.sql) : []) {
      const { statement, like = {} } = step;
      const path = ['sql', ...below, 'statement'];
      const always = pieces(statement).filter(({ group }) => group === undefined);
      const isWhole = always.length === pieces(statement).length;
      const texts = [always.map(({ text }) => text), partsIn(statement).flat()];
      const [found] = texts.flatMap((text, at) => {
        const tokens = sqlTokens(text.join(' '));
        const isOwn = changeOfEveryRow(tokens) !== undefined;
        const call = isOwn ? undefined : callValues(spec, { profile, canBeNull: at === 0, patterns: like });
        const change = changeOfEveryRow(tokens, call);
        return change && !(isWhole && change.where === 'true') ? [{ ...change, use: USES[at], isOwn }] : [];
      });
      if (!found) continue;
      const verb = found.verb.toUpperCase();
      const start = found.where === undefined ? say`The ${verb} of` : say`The WHERE of the ${verb} of`;
      const problem = found.where === undefined ? 'has no WHERE' : 'filters nothing';
      const all = isWhole ? '' : ` when all optional parts are ${found.use}`;
      const values = found.isOwn ? '' : ' for some values of a call';
      const message = say`${start} tool "${spec.name}" ${problem}${values}${all}: it would change every row.`;
      report(path, message, ...(found.isOwn ? ([] as const) : ([BY_VALUE] as const)));
    }
  },
});
