/** `haft import database`: read tools for the tables that a person chooses, from the catalog of PostgreSQL, MySQL, MariaDB or SQLite. */
import { basename, dirname, resolve } from 'node:path';
import { shellWord } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { settingsOf } from '../../../check/settings.ts';
import type { BuiltServer } from '../../../edge/calls/call-handler.ts';
import { textFlag, textFlags, texts, toggle } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { askDatabase } from '../../../edge/calls/ask-database.ts';
import { CATALOGS, type FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import { documentText } from '../../../spec/yaml/print-value.ts';
import { type LearnedDatabase, learnedName } from '../../../check/analysis/tables/learned.ts';
import { DATABASE, importDatabase, listText, proposedTables } from '../database/import-database.ts';
import { upperName, serverName } from '../literal.ts';
import { withoutEmpty } from '../builders.ts';
import { type ImportJob, type ImportRun, type Importer, digestOf, pathIn, refuseEmpty } from './importer.ts';

type DatabaseOptions = {
  readonly kind: LearnedDatabase['kind'];
  readonly tables?: readonly string[];
  readonly write?: boolean;
};

type DatabaseJob = ImportJob<DatabaseOptions>;

export const database: Importer<DatabaseOptions> = {
  summary: 'Import tables of a database: a search and a lookup for each.',
  positional: '<address|file>',
  flags: {
    tables: texts('name', 'A table or view to import, or several with commas; without it, the tables are listed.'),
    write: toggle('Also tools that add a row, and change one.'),
    list: toggle('Print the tables; import nothing.'),
  },
  examples: [
    [
      "haft import database '{env.SHOP_URL}' --tables orders,customers",
      'The address is in a variable, and is never written down.',
    ],
    ['haft import database library.db --list', 'The tables of a file of SQLite.'],
  ],
  selects: undefined,
  argument: 'one file, or {env.NAME} with the address in that variable',
  first(invocation, project) {
    const [option = ''] = invocation.positionals;
    const names = textFlags(invocation, 'tables').flatMap((one) => one.split(','));
    const tables = [...new Set(names)].filter((one) => one !== '');
    const address = ADDRESS.test(option) ? option : undefined;
    const read = invocation.flags['list'] === true ? runList : run;
    const pathOf = (path: string): string => pathIn(project, invocation, path);
    const { kind, ...place } = placeOf(option, textFlag(invocation, 'name'), pathOf);
    const options = withoutEmpty({ kind, tables, write: invocation.flags['write'] === true || undefined });
    return { ...place, options, run: (job) => read(job, address) };
  },
  again: { isPath: (source) => !VARIABLE.test(source), run: (job) => run(job) },
};

const VARIABLE = /^\{env\.([A-Z][A-Z0-9_]*)\}$/;
const ADDRESS = /^(postgres(?:ql)?|mysql|mariadb):\/\//i;

/**
 * The source is `{env.SHOP_URL}`, or the path of a file: an address is a secret as a whole, and is never recorded.
 *
 * @throws Failure where the variable has no address.
 */
function placeOf(text: string, named: string | undefined, pathOf: (path: string) => string) {
  const variable = VARIABLE.exec(text)?.[1];
  const address = variable === undefined ? text : addressIn(variable);
  const kind = kindOf(address);
  if (kind === 'sqlite')
    return { name: named ?? serverName(basename(text).replace(/\.\w+$/, '')), kind, source: pathOf(text) };
  const [, own = ''] = /^[^/]*\/\/[^/]*\/([^?]*)/.exec(address) ?? [];
  const name = named ?? serverName(own === '' ? kind : decodeURIComponent(own));
  return { name, kind, source: `{env.${variable ?? `${upperName(name)}_URL`}}` };
}

function kindOf(address: string): LearnedDatabase['kind'] {
  const [, scheme] = ADDRESS.exec(address) ?? [];
  return scheme === undefined ? 'sqlite' : /^p/i.test(scheme) ? 'postgres' : 'mysql';
}

/** @throws Failure where it is not set, or is no address of a database. */
function addressIn(variable: string): string {
  const address = process.env[variable];
  if (address !== undefined && ADDRESS.test(address)) return address;
  const what = address === undefined ? 'is not set' : 'has no address of a database';
  throw new Failure(
    `The variable ${variable} ${what}.`,
    `Set it to one, such as ${variable}=postgres://reader@localhost/shop.`,
  );
}

/** `address` is that of a command line which has one. */
async function runList(job: DatabaseJob, address: string | undefined): Promise<{ readonly listed: string }> {
  const tables = await tablesOf(job, reach(job, address));
  const count = pluralize(tables.length, 'table or view', 'tables and views');
  return { listed: `${listText(tables)}${count}. Nothing was imported.\n` };
}

async function run(job: DatabaseJob, address?: string): Promise<ImportRun> {
  const { kind, tables = [], write = false } = job.options;
  const reached = reach(job, address);
  const all = await tablesOf(job, reached);
  if (tables.length === 0) return { undecided: chooseText(all) };
  const { database, declared: env } = reached;
  const imported = importDatabase(job.name, { kind, database, env, found: all, chosen: tables, writes: write });
  refuseEmpty(imported, 'No table can be imported.', 'Name others.');
  const read = { kind, tables: Object.fromEntries(all.map((one) => [one.name, one])) };
  const learned = { [learnedName(job.name, DATABASE)]: read };
  return { imported, learned, digest: digestOf(JSON.stringify(all.map(({ rows: _rows, ...table }) => table))) };
}

function chooseText(tables: readonly FoundTable[]): string {
  const names = shellWord(proposedTables(tables).slice(0, 3).join(','));
  const next =
    names === shellWord('')
      ? 'None of them can be imported.'
      : `Nothing was imported. Choose tables: --tables ${names}`;
  return `${listText(tables)}${next}\n`;
}

type Reached = ReturnType<typeof reach>;

/** `declared`: `env:` of the server; `env`: for this run. */
function reach({ name, source, root, options: { kind } }: DatabaseJob, address: string | undefined) {
  const variable = VARIABLE.exec(source)?.[1];
  if (variable !== undefined) {
    const description = `Address of the database of ${name}, such as ${kind}://reader@db.example/shop.`;
    return {
      database: { kind, url: source },
      declared: { [variable]: { description, secret: true } },
      env: { [variable]: address?.replace(/^mariadb:/i, 'mysql:') ?? addressIn(variable) },
    };
  }
  const folder = `${upperName(name)}_FOLDER`;
  const file = resolve(root, source);
  return {
    database: { kind, folder: `{env.${folder}}`, path: basename(file) },
    declared: { [folder]: { description: `Absolute path of the folder with the file ${basename(file)}.` } },
    env: { [folder]: dirname(file) },
  };
}

/** With a server of its own, which is not kept. */
async function tablesOf({ name, root, options: { kind } }: DatabaseJob, { database: main, declared, env }: Reached) {
  const text = documentText({
    kind: 'server',
    name,
    version: '1.0.0',
    summary: 'Reads the catalog.',
    env: declared,
    databases: { main },
    tools: [ANY],
  });
  const settings = settingsOf({});
  const { value: compiled } = planSpecs([{ path: 'server.yaml', text }], { settings });
  const server = compiled?.plan.servers[0];
  const catalog = CATALOGS[kind];
  if (!compiled || !server || !catalog)
    throw new Failure(`"${name}" cannot be the name of a server.`, 'Choose another one with --name.');
  const built: BuiltServer = {
    project: { root, specs: root, out: root, settings },
    compiled,
    sources: { specs: [], files: [], refused: [], texts: [], diagnostics: [] },
  };
  const { all: statement, json } = catalog;
  const rows = await askDatabase(built, { server, database: 'main', name, statement, json, names: [], env });
  return rows.map((row) => catalog.found(row));
}

/** A server has a tool. */
const ANY = {
  name: 'read_rows',
  description: {
    does: 'Reads rows.',
    when: 'the user asks for rows',
    examples: ['read a row', 'which rows are there'],
  },
  effects: 'read',
  sql: { database: 'main', statement: 'select 1 as one' },
};
