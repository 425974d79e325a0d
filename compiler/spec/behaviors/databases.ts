/** Databases of a server (`databases:`): where its `sql:` tools run their statements. */
import type { DatabaseDescriptor } from '@haft/runtime';
import { type Static, choice, integer, map, object, text } from '../shape/build.ts';
import { failureShape, failureTable } from '../shape/failure.ts';
import * as form from '../shape/form.ts';
import { CONNECTION_NAME, DATABASE_URL, SETTING_NAME, SQLSTATE } from '../shape/names.ts';
import type { TemplateUse } from './behavior.ts';
import { errorTable, failure, failures } from './contract-forms.ts';
import { entries, one } from './steps.ts';

const ENV = 'Variables: {env.NAME}, {env.NAME|fallback}.';

const TIMEOUT = 10_000;

export const databaseErrors = (where: string) =>
  failureTable(
    `Error messages by SQLSTATE such as 23505, by class such as 23xxx, or \`default\`, for ${where}. A case finds its text in the message and the detail of the database; \`detail\` is /message, /detail, /constraint, /column or /table.`,
    SQLSTATE,
  );

const databaseShape = object(
  'A database. It is connected at the first call of a tool that uses it.',
  {
    kind: choice('The kind of the database.', ['postgres']),
    url: text(`Its address with the login, such as "{env.DATABASE_URL}". ${ENV}`, { pattern: DATABASE_URL }),
  },
  {
    role: text(`The role that statements run as, such as shop_reader. Default: the login. ${ENV}`),
    settings: map(
      `Settings of each transaction, such as { app.tenant: "{env.TENANT}" }. ${ENV}`,
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
  },
);

export const databasesShape = map('Databases in which tools run statements, by name.', databaseShape, CONNECTION_NAME);

type DatabaseSpec = Static<typeof databaseShape>;

export function planDatabase({ timeout_ms = TIMEOUT, errors, ...rest }: DatabaseSpec): DatabaseDescriptor {
  return { ...rest, timeout_ms, ...(errors && { errors: errorTable(errors) }) };
}

export function databaseTemplates({ url, role, settings }: DatabaseSpec): TemplateUse[] {
  return [...one(['url'], url, { inPath: true }), ...one(['role'], role), ...entries(['settings'], settings)];
}

export const databaseForm = form.map(
  { kind: form.oneOf('postgres'), url: form.text, timeout_ms: form.number },
  { role: form.text, settings: form.mapOf(form.text), on_unreachable: failure, errors: failures },
);
