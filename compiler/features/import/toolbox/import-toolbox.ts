/** Tools of MCP Toolbox for Databases as specs: a server with `databases:`, and a tool for each statement. */
import { type Json, type JsonObject, isJsonObject, ownMember } from '@haft/runtime/language';
import { statementContradiction } from '../../../spec/behaviors/sql-effects.ts';
import { sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';
import { createEnvironment, freeName, plainName } from '../literal.ts';
import type { ImportResult, ImportedDocument, Loss } from '../imported.ts';
import { toolText } from '../openapi/text.ts';
import { secretParameterLosses } from '../remaining-credentials.ts';
import { type ToolboxParameters, parametersOf, namedStatement } from './parameters.ts';
import { type ToolboxEntry, databasesOf, otherKeys } from './sources.ts';

interface ToolboxChoice {
  /** Globs of names; all where there is none. */
  readonly only: readonly string[];
}

export function importToolbox(server: string, entries: readonly ToolboxEntry[], { only }: ToolboxChoice): ImportResult {
  const variables = createEnvironment();
  const chosen = entries.filter(({ category, name }) => category === 'tool' && isChosen(name, only));
  const sources = new Set(chosen.map(({ body }) => String(body['source'])));
  const { names, databases, losses } = databasesOf(entries, sources, variables);
  const inUse = new Set<string>();
  const tools = chosen.map((entry) => toolOf(entry, names, inUse));
  const documents = tools.flatMap(({ document }) => document ?? []);
  const used = new Set(documents.map(({ value }) => String(isJsonObject(value['sql']) && value['sql']['database'])));
  const value = {
    kind: 'server',
    from: 'toolbox',
    name: server,
    version: '1.0.0',
    summary: `Runs the statements of ${server} in its databases.`,
    ...(Object.keys(variables.all()).length > 0 && { env: variables.all() }),
    databases: Object.fromEntries(Object.entries(databases).filter(([name]) => used.has(name))),
  };
  return {
    documents: documents.length === 0 ? [] : [{ file: 'server.yaml', value, notes: [] }, ...documents],
    files: [],
    losses: [...losses, ...tools.flatMap((one) => one.losses), ...otherEntries(entries)],
  };
}

function isChosen(name: string, only: readonly string[]): boolean {
  const patterns = only.map(
    (glob) => new RegExp(`^${glob.replaceAll(/[.*+?^${}()|[\]\\]/g, (one) => (one === '*' ? '.*' : `\\${one}`))}$`),
  );
  return patterns.length === 0 || patterns.some((pattern) => pattern.test(name));
}

/** Toolsets, prompts and logins: told, whatever they are. */
function otherEntries(entries: readonly ToolboxEntry[]): Loss[] {
  return entries
    .filter(({ category }) => category !== 'source' && category !== 'tool')
    .map(({ category, name }) => {
      const message = `The ${category} "${name}" is not imported: all tools are in one server.`;
      const hint = /^(?:toolset|group)$/.test(category)
        ? 'Use `choices:` of haft.yaml, or a skill.'
        : 'Check whether the tools need it.';
      return { kind: 'skipped', subject: `entries of kind ${category}`, from: `${category}:${name}`, message, hint };
    });
}

interface MadeTool {
  readonly document?: ImportedDocument;
  readonly losses: readonly Loss[];
}

const CARRIED = ['source', 'description', 'statement', 'parameters', 'templateParameters', 'annotations'];

interface NotImported {
  readonly subject: string;
  readonly message: string;
  readonly hint: string;
}

/** Why a tool is not imported at all. */
function obstacle({ name, type, body }: ToolboxEntry, database: string | undefined): NotImported | undefined {
  if (type.endsWith('execute-sql'))
    return {
      subject: 'tools that run any statement',
      message: `The tool "${name}" runs any statement that a model writes; it is not imported.`,
      hint: 'Write the statements that are needed as tools.',
    };
  if (!type.endsWith('-sql') || database === undefined || typeof body['statement'] !== 'string')
    return {
      subject: `tools of type ${type}`,
      message: `The tool "${name}" has the type ${type} on the source "${String(body['source'])}", for which there is no \`sql:\`.`,
      hint: 'Write it with a handler, or with `http:`.',
    };
  const all = [...mapsIn(body['parameters']), ...mapsIn(body['templateParameters'])];
  // As a parameter it would be what the model says of the user, where the source takes it from a login.
  const login = all.find((one) => LOGIN_KEYS.some((key) => one[key] !== undefined));
  return (
    login && {
      subject: 'parameters from logins',
      message: `The parameter "${String(login['name'])}" of the tool "${name}" is taken from the login of the user; the tool is not imported.`,
      hint: 'Never make it a parameter: write the tool with `settings:` of the database, such as { app.user: "{env.USER_ID}" }, and row-level security.',
    }
  );
}

const LOGIN_KEYS = ['authServices', 'authSources'];

function toolOf(entry: ToolboxEntry, databases: ReadonlyMap<string, string>, used: Set<string>): MadeTool {
  const { name: source, body } = entry;
  const from = `tool:${source}`;
  const database = databases.get(String(body['source']));
  const missing = obstacle(entry, database);
  if (missing || database === undefined) return { losses: missing ? [{ kind: 'skipped', from, ...missing }] : [] };
  const [values, templates] = [mapsIn(body['parameters']), mapsIn(body['templateParameters'])];
  const parameters = parametersOf([...values, ...templates], from);
  const query = statementOf(String(body['statement']), parameters, values.length, templates);
  const hint = 'Write the tool by hand, with `choose:` for what changes the text.';
  const losses = query.problems.map((problem): Loss => {
    const message = `The tool "${source}" is not imported. ${problem}`;
    return { kind: 'skipped', subject: 'statements', from, message, hint };
  });
  if (losses.length > 0) return { losses };
  const name = freeName(plainName(source), (one) => used.has(one));
  used.add(name);
  const value = valueOf({ entry, name, from, database, parameters, query });
  return {
    document: { file: 'tools.yaml', value, notes: [] },
    losses: [
      ...otherKeys(entry, CARRIED, from),
      ...parameters.losses,
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

interface ToolParts {
  readonly entry: ToolboxEntry;
  readonly name: string;
  readonly from: string;
  readonly database: string;
  readonly parameters: ToolboxParameters;
  readonly query: MadeStatement;
}

function valueOf({ entry, name, from, database, parameters, query }: ToolParts): ImportedDocument['value'] {
  const { statement, choose, always } = query;
  const required = [...parameters.required, ...always];
  const text = [statement].flat(2).join(' ');
  const effects = statementContradiction([text], 'read')?.instead ?? 'read';
  const returns = sqlTokens(text).some((token) => token.depth === 0 && token.text.toLowerCase() === 'returning');
  const described = toolText(undefined, typeof entry.body['description'] === 'string' ? entry.body['description'] : '');
  const schemas = Object.entries(parameters.parameters).map(
    ([key, schema]) => [key, choose[key] ? { ...schema, enum: Object.keys(choose[key]) } : schema] as const,
  );
  return {
    kind: 'tool',
    from,
    name,
    description: described === '' ? `Runs the statement ${name}.` : described,
    effects,
    ...(schemas.length > 0 && { parameters: Object.fromEntries(schemas) }),
    ...(required.length > 0 && { required }),
    sql: {
      database,
      statement,
      ...(Object.keys(choose).length > 0 && { choose }),
      ...(effects !== 'read' && !returns && { rows: 'affected' }),
    },
  };
}

function alwaysLoss(name: string, tool: string, from: string): Loss {
  const message = `The parameter "${name}" of the tool "${tool}" was optional, and is required now: its text of the statement is always sent.`;
  return {
    kind: 'lossy',
    subject: 'optional parameters',
    from,
    message,
    hint: `Put the clause into a list, such as ["and ${name} = {${name}}"], and remove "${name}" from \`required\`.`,
  };
}

/** What the source says of its effects, where the statement shows others. */
function effectsLosses({ name, body }: ToolboxEntry, { effects }: ImportedDocument['value'], from: string): Loss[] {
  const hints = isJsonObject(body['annotations']) ? body['annotations'] : {};
  const reads = hints['readOnlyHint'];
  if (typeof reads !== 'boolean' || reads === (effects === 'read')) return [];
  const message = `The source says that the tool "${name}" ${reads ? 'only reads' : 'changes something'}, but its statement ${reads ? 'changes rows' : 'only reads'}: \`effects\` is ${String(effects)}.`;
  return [{ kind: 'todo', subject: 'effects', from, message, hint: 'Check what the tool does.' }];
}
