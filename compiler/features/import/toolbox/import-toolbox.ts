/** Tools of MCP Toolbox for Databases as specs: a server with `databases:`, and a tool for each statement. */
import { type Json, type JsonObject, isJsonObject, ownMember } from '@haft/runtime/language';
import { statementContradiction } from '../../../spec/behaviors/sql-effects.ts';
import { sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';
import { createEnvironment, distinctNames, fitsGlob, plainName } from '../literal.ts';
import type { ImportResult, ImportedDocument, Loss, MadeTool } from '../imported.ts';
import { withoutEmpty, importOf, loss, serverDocument, toolDocument } from '../builders.ts';
import { toolText } from '../openapi/text.ts';
import { secretParameterLosses } from '../remaining-credentials.ts';
import { type ToolboxParameters, parametersOf, namedStatement, doubtfulName, standardTexts } from './parameters.ts';
import { type ToolboxEntry, databasesOf, otherKeys } from './sources.ts';

/** `only`: globs of names; all where there is none. */
export function importToolbox(
  server: string,
  entries: readonly ToolboxEntry[],
  only: readonly string[] = [],
): ImportResult {
  const variables = createEnvironment();
  const isChosen = (name: string): boolean => only.length === 0 || only.some((glob) => fitsGlob(name, glob));
  const chosen = entries.filter(({ category, name }) => category === 'tool' && isChosen(name));
  const sources = new Set(chosen.map(({ body }) => String(body['source'])));
  const { names, databases, losses } = databasesOf(entries, sources, variables);
  const kindOf = (database: string | undefined): Json | undefined => databases[database ?? '']?.['kind'];
  const nameFor = distinctNames();
  const tools = chosen.map((entry) => toolOf(entry, names.get(String(entry.body['source'])), kindOf, nameFor));
  const used = new Set(
    tools.flatMap(({ document }) => {
      const sql = document?.value['sql'];
      return isJsonObject(sql) ? [String(sql['database'])] : [];
    }),
  );
  const keys = {
    summary: `Runs the statements of ${server} in its databases.`,
    env: variables.all(),
    databases: Object.fromEntries(Object.entries(databases).filter(([name]) => used.has(name))),
  };
  return importOf(serverDocument('toolbox', server, keys), [...tools, { losses: otherEntries(entries) }], losses);
}

const LISTS = ['all tools are in one server', 'Use `choices:` of haft.yaml, or a skill.'] as const;
const LOGIN = 'Write a server with `auth:` and `scopes:` for it: docs/server-on-the-internet.md shows how.';

/** Why an entry is not imported, and the next step. */
const OTHERS: Readonly<Record<string, readonly [because: string, hint: string]>> = {
  toolset: LISTS,
  group: LISTS,
  authService: ['logins are `auth:` of a server, and tools that need this one are set aside', LOGIN],
};

/** Toolsets, prompts and logins: reported, whatever they are. */
function otherEntries(entries: readonly ToolboxEntry[]): Loss[] {
  const others = entries.filter(({ category }) => category !== 'source' && category !== 'tool');
  return others.map(({ category, name }) => {
    const otherwise = ['only sources and tools are', 'Check whether the tools need it.'] as const;
    const [because, hint] = ownMember(OTHERS, category) ?? otherwise;
    const message = `The ${category} "${name}" is not imported: ${because}.`;
    return loss('skipped', `${category}:${name}`, `entries of kind ${category}`, message, hint);
  });
}

/** Without one of these logins or scopes a call is rejected. */
const GATES = ['authRequired', 'scopesRequired'];

const CARRIED = ['source', 'description', 'statement', 'parameters', 'templateParameters', 'annotations', ...GATES];

/** Why a tool is not imported at all: the rest of a loss. */
type Obstacle = readonly [subject: string, message: string, hint: string];

function obstacle({ name, type, body }: ToolboxEntry, database: string | undefined): Obstacle | undefined {
  if (type.endsWith('execute-sql')) {
    const message = `The tool "${name}" runs any statement that a model writes; it is not imported.`;
    return ['tools that run any statement', message, 'Write the statements that are needed as tools.'];
  }
  const because = notAStatement({ type, body }, database);
  if (because !== undefined) {
    const message = `The tool "${name}" is not imported: ${because}.`;
    return [`tools of type ${type}`, message, 'Write it as a tool with `sql:`, `http:` or a handler.'];
  }
  const gate = GATES.find((key) => [body[key] ?? []].flat().length > 0);
  if (gate !== undefined) {
    const message = `The tool "${name}" has \`${gate}\`, and is not imported: anyone could call it without a login.`;
    return ['tools that need a login', message, LOGIN];
  }
  const all = [...mapsIn(body['parameters']), ...mapsIn(body['templateParameters'])];
  // As a parameter it would be what the model says of the user, where the source takes it from a login.
  const login = all.find((one) => LOGIN_KEYS.some((key) => one[key] !== undefined));
  if (!login) return undefined;
  const message = `The parameter "${String(login['name'])}" of the tool "${name}" is taken from the login of the user; the tool is not imported.`;
  const hint =
    'Never make it a parameter: write the tool with `settings:` of the database, such as { app.user: "{env.USER_ID}" }, and row-level security.';
  return ['parameters from logins', message, hint];
}

function notAStatement(
  { type, body }: Pick<ToolboxEntry, 'type' | 'body'>,
  database: string | undefined,
): string | undefined {
  if (!type.endsWith('-sql')) return `its type ${type} is not that of a statement`;
  if (database === undefined) return `there is no database for its source "${String(body['source'])}"`;
  return typeof body['statement'] === 'string' ? undefined : 'its `statement` must be a text';
}

const LOGIN_KEYS = ['authServices', 'authSources'];

function toolOf(
  entry: ToolboxEntry,
  database: string | undefined,
  kindOf: (database: string | undefined) => Json | undefined,
  nameFor: (wanted: string) => string,
): MadeTool {
  const { name: source, body } = entry;
  const from = `tool:${source}`;
  const kind = kindOf(database);
  const why = obstacle(entry, database);
  if (why) return { losses: [loss('skipped', from, ...why)] };
  const [values, templates] = [mapsIn(body['parameters']), mapsIn(body['templateParameters'])];
  const parameters = parametersOf([...values, ...templates], from);
  const written = String(body['statement']);
  const texts = kind === 'mysql' ? standardTexts(written) : { statement: written, problems: [] };
  const query = statementOf(texts.statement, parameters, values.length, templates);
  const hint = 'Write the tool by hand, with `choose:` for what changes the text.';
  const problems = [...texts.problems, ...query.problems].map((one) => `The tool "${source}" is not imported. ${one}`);
  if (problems.length > 0) return { losses: problems.map((one) => loss('skipped', from, 'statements', one, hint)) };
  const name = nameFor(plainName(source));
  const document = toolDocument(from, name, keysOf(name, entry, database ?? '', parameters, query));
  const { value } = document;
  return {
    document,
    losses: [
      ...otherKeys(entry, CARRIED, from),
      ...parameters.losses,
      ...(kind === 'sqlite' ? nameLosses(written, source, from) : []),
      ...query.always.map((one) => alwaysLoss(one, source, from)),
      ...effectsLosses(entry, value, from),
      ...secretParameterLosses({ value }, SECRET_HINT),
    ],
  };
}

const SECRET_HINT = 'Declare a variable with `secret: true`, and write {env.NAME} in the statement.';

function mapsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

interface MadeStatement extends ReturnType<typeof namedStatement> {
  readonly choose: Readonly<Record<string, JsonObject>>;
}

/** Templates come after the values; each value of theirs is a text of the statement. */
function statementOf(
  source: string,
  { names, optional }: ToolboxParameters,
  count: number,
  templates: readonly JsonObject[],
): MadeStatement {
  const chosen = new Map<string, string>();
  const choose: Record<string, JsonObject> = {};
  for (const [at, template] of templates.entries()) {
    const allowed = template['allowedValues'];
    const name = names[count + at] ?? '';
    if (!Array.isArray(allowed) || !allowed.every((value) => typeof value === 'string' && /^[\w ,.-]+$/.test(value)))
      continue;
    chosen.set(String(template['name']), name);
    choose[name] = Object.fromEntries(
      allowed.map((value) => [String(value), escapeParameter(String(value), template['escape'])]),
    );
  }
  return { ...namedStatement(source, { values: names.slice(0, count), chosen, optional }), choose };
}

const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  'single-quotes': ["'", "'"],
  'double-quotes': ['"', '"'],
  backticks: ['`', '`'],
  'square-brackets': ['[', ']'],
};

function escapeParameter(value: string, how: Json | undefined): string {
  const [before, after] = (typeof how === 'string' && ownMember(QUOTES, how)) || ['', ''];
  return `${before}${value}${after}`;
}

function keysOf(
  name: string,
  { body }: ToolboxEntry,
  database: string,
  { parameters: schemas, required }: ToolboxParameters,
  { statement, choose, always }: MadeStatement,
) {
  const text = [statement].flat(2).join(' ');
  const effects = statementContradiction([text], 'read')?.instead ?? 'read';
  const returns = sqlTokens(text).some((token) => token.depth === 0 && token.text.toLowerCase() === 'returning');
  const described = toolText(undefined, typeof body['description'] === 'string' ? body['description'] : '');
  const parameters = Object.entries(schemas).map(
    ([key, schema]) => [key, choose[key] ? { ...schema, enum: Object.keys(choose[key]) } : schema] as const,
  );
  return {
    description: described === '' ? `Runs the statement ${name}.` : described,
    effects,
    parameters: Object.fromEntries(parameters),
    required: [...required, ...always],
    sql: withoutEmpty({ database, statement, choose, rows: effects !== 'read' && !returns ? 'affected' : undefined }),
  };
}

function nameLosses(statement: string, tool: string, from: string): Loss[] {
  const name = doubtfulName(statement);
  if (name === undefined) return [];
  const message = `The tool "${tool}" has ${name} in its statement, which is the name of a column here: SQLite may have read it as a text.`;
  return [loss('lossy', from, 'texts in double quotes', message, 'Write a text in single quotes.')];
}

function alwaysLoss(name: string, tool: string, from: string): Loss {
  const message = `The parameter "${name}" of the tool "${tool}" was optional, and is required now: its text of the statement is always sent.`;
  const hint = `Put the clause into a list, such as ["and ${name} = {${name}}"], and remove "${name}" from \`required\`.`;
  return loss('lossy', from, 'optional parameters', message, hint);
}

/** What the source says of its effects, where the statement shows others. */
function effectsLosses({ name, body }: ToolboxEntry, { effects }: ImportedDocument['value'], from: string): Loss[] {
  const hints = isJsonObject(body['annotations']) ? body['annotations'] : {};
  const reads = hints['readOnlyHint'];
  if (typeof reads !== 'boolean' || reads === (effects === 'read')) return [];
  const message = `The source says that the tool "${name}" ${reads ? 'only reads' : 'changes something'}, but its statement ${reads ? 'changes rows' : 'only reads'}: \`effects\` is ${String(effects)}.`;
  return [loss('todo', from, 'effects', message, 'Check what the tool does.')];
}
