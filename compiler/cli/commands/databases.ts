/** `haft databases`: the databases of the specs and what is known of their tables; `--learn` asks them. */
import type { LearnedDatabase, LearnedDatabases, LearnedTable } from '../../check/analysis/tables/learned.ts';
import { ownMember } from '@haft/runtime/language';
import { pluralize } from '../../base/text/pluralize.ts';
import { type Command, SPECS, textFlag, toggle } from '../../edge/command-line/command.ts';
import { Failure, unknownName } from '../../edge/command-line/failure.ts';
import { LEARNED, loadLearned, saveLearned } from '../../edge/project/recorded.ts';
import { TODAY } from '../../edge/project/today.ts';
import type { BuiltServer } from '../../edge/calls/call-handler.ts';
import { type NamedTables, learn, namedTables, tryDatabases } from '../databases/try.ts';
import { openPlanned } from '../spine.ts';

export const databasesCommand: Command = {
  name: 'databases',
  summary: 'List the databases of the specs, or learn the tables that their statements name.',
  positional: '[server/database…]',
  flags: {
    specs: SPECS,
    today: TODAY,
    learn: toggle(
      `Ask the databases for columns, types, keys and rights, and write ${LEARNED}. Only reads their catalogs.`,
    ),
    try: toggle('Ask the databases whether they answer, as whom, and whether they take every statement; runs none.', {
      without: ['learn'],
    }),
  },
  examples: [
    ['haft databases', 'What each database is, and which of its tables are known.'],
    ['SHOP_URL=postgres://localhost/shop haft databases --learn', 'Then `haft check` compares statements with them.'],
    ['haft databases --try', 'Before a release: a missing right, a renamed column or a wrong password is named.'],
    ['haft databases --learn shop/orders', 'One database; what is known of the others stays.'],
  ],
  async run(invocation) {
    const built = await openPlanned(invocation);
    if (!built) return 1;
    const record = loadLearned(built.project.root) ?? {};
    const all = namedTables(built);
    const chosen = chosenOf(all, invocation.positionals);
    if (invocation.flags['try'] === true) {
      const { lines, problems } = await tryDatabases(built, chosen);
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
      return problems > 0 ? 1 : 0;
    }
    if (invocation.flags['learn'] !== true) {
      process.stdout.write(
        chosen.length === 0
          ? 'No server of the specs has `databases:`.\n'
          : chosen.map((one) => linesOf(one, record)).join(''),
      );
      return 0;
    }
    // What the specs no longer have is forgotten; of another folder of specs nothing is known here.
    const isWhole = textFlag(invocation, 'specs') === undefined;
    const remaining = Object.entries(record).filter(([name]) => !isWhole || all.some((one) => one.name === name));
    return learnAll(built, chosen, remaining);
  },
};

function chosenOf(all: readonly NamedTables[], names: readonly string[]): readonly NamedTables[] {
  const allNames = all.map(({ name }) => name);
  const unknown = names.find((name) => !allNames.includes(name));
  const list = `Databases: ${allNames.join(', ') || 'none'}.`;
  if (unknown !== undefined) throw unknownName([`Unknown database "${unknown}".`, unknown], allNames, list);
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

/** Everything is asked before anything is written. */
async function learnAll(
  built: BuiltServer,
  chosen: readonly NamedTables[],
  remaining: readonly (readonly [string, LearnedDatabase])[],
): Promise<0 | 1> {
  if (chosen.length === 0)
    throw new Failure(
      'No server of the specs has a database that can be learned.',
      'Add `databases:` to a server, and tools that have `sql:`.',
    );
  const fresh: (readonly [string, LearnedDatabase])[] = [];
  for (const one of chosen) fresh.push([one.name, await learn(built, one)]);
  const learned = Object.fromEntries([...remaining, ...fresh]);
  const isNew = saveLearned(built.project.root, learned);
  process.stdout.write(chosen.map((one) => linesOf(one, learned)).join(''));
  process.stdout.write(
    isNew ? `Wrote ${LEARNED}. Commit it: \`haft check\` and \`haft diff\` read it.\n` : `${LEARNED} is up to date.\n`,
  );
  return 0;
}

/** `shop/orders: postgres; orders (5 columns, key id; select), …`. */
function linesOf({ name, kind, tables }: NamedTables, record: LearnedDatabases): string {
  const learned = ownMember(record, name)?.tables ?? {};
  const lines = tables.map((table) => `  ${table}: ${describeTable(ownMember(learned, table))}\n`);
  return `${name} (${kind})${lines.length === 0 ? ': no statement names a table' : ''}\n${lines.join('')}`;
}

function describeTable(table: LearnedTable | null | undefined): string {
  if (table === undefined) return 'not learned';
  if (table === null) return 'the database has no such table';
  const { columns, key = [], rights } = table;
  return [
    columns ? pluralize(Object.keys(columns).length, 'column') : 'columns are not known',
    ...(key.length > 0 ? [`key ${key.join(', ')}`] : []),
    ...(rights ? [`the login may ${rights.join(', ') || 'do nothing'}`] : []),
  ].join('; ');
}
