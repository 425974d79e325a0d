/** Databases of a server (`databases:`): where its `sql:` tools run their statements. */
import { ENV } from './variables.ts';
import type { DatabaseDescriptor } from '@haft/runtime';
import { type Static, choice, integer, map, object, text } from '../shape/build.ts';
import { failureShape, failureTable } from '../shape/failure.ts';
import { formOf, formsOf, needing } from '../shape/form-of.ts';
import { CONNECTION_NAME, DATABASE_URL, SETTING_NAME, SQLSTATE } from '../shape/names.ts';
import type { PlacedProblem, TemplateUse } from './behavior.ts';
import { errorTable, failures } from './contract-forms.ts';
import { folderProblems } from './folder.ts';
import { entries, one } from './steps.ts';

const TIMEOUT = 10_000;

export const databaseErrors = (where: string) =>
  failureTable(
    `Error messages by SQLSTATE such as 23505 (MySQL and SQLite: by their number, such as 1062 or 2067), by class such as 23xxx, or \`default\`, for ${where}. A case finds its text in the message and the detail of the database; \`detail\` is /message, /detail, /constraint, /column or /table.`,
    SQLSTATE,
  );

const kind = choice('The kind of the database: a server of PostgreSQL, one of MySQL or MariaDB, or a file of SQLite.', [
  'postgres',
  'mysql',
  'sqlite',
]);

const options = {
  url: text(`A server: its address with the login, such as "{env.DATABASE_URL}". ${ENV}`, { pattern: DATABASE_URL }),
  folder: text(`SQLite: absolute path of the folder, such as "{env.LIBRARY_FOLDER}". ${ENV}`),
  path: text(`SQLite: path of the file below the folder, such as metadata.db. ${ENV}`),
  role: text(`PostgreSQL: the role that statements run as, such as shop_reader. Default: the login. ${ENV}`),
  settings: map(
    `PostgreSQL: settings of each transaction, such as { app.tenant: "{env.TENANT}" }. With \`auth\` of the server also {user.subject} and claims of the access token. ${ENV}`,
    text('Value template.'),
    SETTING_NAME,
  ),
  timeout_ms: integer('Milliseconds after which a statement is stopped in the database.', {
    minimum: 1,
    maximum: 3_600_000,
    default: TIMEOUT,
  }),
  on_unreachable: failureShape,
  errors: databaseErrors('all tools on this database'),
};

const databaseShape = object('A database. It is opened at the first call of a tool that uses it.', { kind }, options);

export const databasesShape = map('Databases in which tools run statements, by name.', databaseShape, CONNECTION_NAME);

type DatabaseSpec = Static<typeof databaseShape>;

export function planDatabase({ timeout_ms = TIMEOUT, errors, ...rest }: DatabaseSpec): DatabaseDescriptor {
  return { ...rest, timeout_ms, ...(errors && { errors: errorTable(errors) }) };
}

export function databaseTemplates({ url, folder, path, role, settings }: DatabaseSpec): TemplateUse[] {
  return [
    ...one(['url'], url, { inPath: true }),
    ...one(['folder'], folder, { inPath: true }),
    ...one(['path'], path, { inPath: true }),
    ...one(['role'], role),
    ...entries(['settings'], settings).map((use) => ({ ...use, isOfCall: true })),
  ];
}

/** Keys of each kind: those that it needs, and those that it may have. */
const KEYS = {
  postgres: { needs: ['url'], may: ['role', 'settings'] },
  mysql: { needs: ['url'], may: [] },
  sqlite: { needs: ['folder', 'path'], may: [] },
} as const;

export function databaseProblems(spec: DatabaseSpec): PlacedProblem[] {
  const { kind, folder, path } = spec;
  const { needs, may } = KEYS[kind];
  const own = new Set<string>([...needs, ...may]);
  const missing = needs.filter((key) => spec[key] === undefined);
  const idle = Object.values(KEYS)
    .flatMap((keys) => [...keys.needs, ...keys.may])
    .filter((key) => spec[key] !== undefined && !own.has(key));
  return [
    ...missing.map((key): PlacedProblem => {
      const message = `A database of kind ${kind} must have \`${key}\`.`;
      return { path: ['kind'], message, hint: `Add \`${key}:\` to it.` };
    }),
    ...idle.map((key): PlacedProblem => {
      const message = `\`${key}\` has no effect on a database of kind ${kind}.`;
      return { path: [key], part: 'key', message, hint: 'Remove it.' };
    }),
    ...(kind === 'sqlite' ? folderProblems({ folder, path }, []) : []),
  ];
}

export const databaseForm = needing(['kind', 'timeout_ms'], {
  kind: formOf(kind),
  ...formsOf(options),
  errors: failures,
});
