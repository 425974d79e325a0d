/** Reads a tools.yaml of MCP Toolbox, and its sources as `databases:` of a server. */
import { type Json, type JsonObject, isJsonObject, ownMember } from '@haft/runtime/language';
import { type DeclaredVariables, baseName, upperName, freeName, literal } from '../literal.ts';
import type { Loss, Unreadable } from '../imported.ts';
import { loss, unreadable } from '../builders.ts';
import { snakeCase } from '../../../check/analysis/names/name-words.ts';
import { readYaml } from '../read-yaml.ts';

type MakeDatabase = (
  source: ToolboxEntry,
  variables: DeclaredVariables,
) => { readonly database: JsonObject; readonly losses: readonly Loss[] };

const ADDRESS = ['host', 'port', 'database', 'user', 'password'];

/** By the type of a source, with the keys that are carried. */
const KINDS: Readonly<Record<string, { readonly make: MakeDatabase; readonly keys: readonly string[] }>> = {
  postgres: { make: onServer('postgres', 5432), keys: [...ADDRESS, 'queryParams', 'queryExecMode'] },
  cockroachdb: { make: onServer('postgres', 5432), keys: [...ADDRESS, 'queryParams'] },
  // Its parameters are those of a driver that `sql:` does not use.
  mysql: { make: onServer('mysql', 3306, []), keys: ADDRESS },
  sqlite: { make: sqlite, keys: ['database'] },
};

/** Of the sources that tools use; `names` are those of sources with a kind that `sql:` has. */
export function databasesOf(entries: readonly ToolboxEntry[], uses: ReadonlySet<string>, variables: DeclaredVariables) {
  const names = new Map<string, string>();
  const databases: Record<string, JsonObject> = {};
  const losses: Loss[] = [];
  for (const source of entries.filter(({ category, name }) => category === 'source' && uses.has(name))) {
    const kind = ownMember(KINDS, source.type);
    const from = `source:${source.name}`;
    if (!kind) {
      const message = `The source "${source.name}" of type ${source.type} is not imported: only those of type ${Object.keys(KINDS).join(', ')} are.`;
      const hint = 'Write its tools with `sql:` where it has an address of PostgreSQL or MySQL, else with a handler.';
      losses.push(loss('skipped', from, `sources of type ${source.type}`, message, hint));
      continue;
    }
    const name = freeName(databaseName(source.name), (one) => Object.hasOwn(databases, one));
    const result = kind.make(source, variables);
    names.set(source.name, name);
    databases[name] = result.database;
    losses.push(...result.losses, ...otherKeys(source, kind.keys, from));
  }
  return { names, databases, losses };
}

/** Every key is carried or reported. */
type Keyed = Pick<ToolboxEntry, 'category' | 'name' | 'body'>;

export function otherKeys({ category, name, body }: Keyed, carried: readonly string[], from: string): Loss[] {
  const others = Object.keys(body).filter((key) => !carried.includes(key));
  return others.map((key) => {
    const message = `\`${key}\` of the ${category} "${name}" is not imported.`;
    return loss('lossy', from, `${category} key ${key}`, message, 'Check whether the tools need it.');
  });
}

function databaseName(name: string): string {
  const plain = snakeCase(name).replaceAll(/[^a-z0-9_]/g, '_');
  return /^[a-z]/.test(plain) ? plain : `database_${plain}`;
}

function onServer(kind: 'postgres' | 'mysql', ownPort: number, carried = ['queryParams']): MakeDatabase {
  return ({ name, body }, variables) => {
    const { host, port = ownPort, database, user, password } = body;
    // An address is a secret as a whole.
    const part = (what: string) => ({ description: `${what} of the database ${name}.`, secret: true });
    const encode = encodeURIComponent;
    const login = template(user, variables, part('User name'), encode);
    // A password is never copied into a spec.
    const isOpen = password !== undefined && !(typeof password === 'string' && password.search(VARIABLE) >= 0);
    const secretText = isOpen ? `\${${upperName(name)}_PASSWORD}` : withoutDefault(password);
    const secret = { description: `Password of the database ${name}, percent-encoded: %40 for "@".`, secret: true };
    const word = template(secretText, variables, secret, encode);
    const params = carried
      .flatMap((member) => Object.entries(body[member] ?? {}))
      .map(([key, value]) => `${encode(key)}=${template(value, variables, part(`\`${key}\``), encode)}`);
    const url = [
      `${kind}://`,
      login === '' ? '' : `${login}${word === '' ? '' : `:${word}`}@`,
      `${template(host, variables, part('Host'), (text) => text)}:${template(port, variables, part('Port'), encode)}`,
      `/${template(database, variables, part('Name'), encode)}`,
      params.length > 0 ? `?${params.join('&')}` : '',
    ].join('');
    const message = `The password of the source "${name}" is in the file; it is not copied.`;
    const hint = `Set ${upperName(name)}_PASSWORD where the server runs, and change the password: others may have read it.`;
    const losses = isOpen ? [loss('todo', `source:${name}`, 'passwords', message, hint)] : [];
    return { database: { kind, url }, losses };
  };
}

function withoutDefault(password: Json | undefined): Json | undefined {
  if (typeof password !== 'string') return password;
  const [start = '', ...variables] = password.split('${');
  return [start, ...variables.map((text) => text.replace(/^(\w+):[^}]*\}/, '$1}'))].join('${');
}

/** The folder is the user's: a relative path was one of the process. */
function sqlite({ name, body }: ToolboxEntry, variables: DeclaredVariables): ReturnType<MakeDatabase> {
  const file = typeof body['database'] === 'string' ? body['database'] : '';
  const folder = `${upperName(name)}_FOLDER`;
  variables.add(folder, { description: `Absolute path of the folder with the file of the database ${name}.` });
  const path = template(baseName(file), variables, {
    description: `File name of the database ${name}, below its folder.`,
  });
  const message = `The file "${file}" of the source "${name}" is found below the folder in ${folder}.`;
  const hint = `Set ${folder} to the absolute path of its folder.`;
  return {
    database: { kind: 'sqlite', folder: `{env.${folder}}`, path },
    losses: [loss('todo', `source:${name}`, 'files of SQLite', message, hint)],
  };
}

/** `${NAME}`, `${NAME:default}`, `${NAME:-default}`, `${NAME:?message}`. */
const VARIABLE = /\$\{(?<name>[A-Za-z_]\w*)(?:(?<mark>:[-?]?)(?<more>[^}]*))?\}/g;

/** `escape` is for the literal parts and the defaults. */
function template(
  value: Json | undefined,
  variables: DeclaredVariables,
  use: { readonly description: string; readonly secret?: boolean },
  escape: (text: string) => string = (text) => text,
): string {
  const text = value === undefined || value === null || typeof value === 'object' ? '' : String(value);
  let at = 0;
  let result = '';
  for (const match of text.matchAll(VARIABLE)) {
    const { name = '', mark = '', more = '' } = match.groups ?? {};
    const variable = upperName(name);
    const hasDefault = mark !== '' && mark !== ':?' && !/[{}]/.test(more);
    variables.add(variable, { ...use, ...(hasDefault && { optional: true }) });
    result += `${literal(escape(text.slice(at, match.index)))}{env.${variable}${hasDefault ? `|${escape(more)}` : ''}}`;
    at = match.index + match[0].length;
  }
  return result + literal(escape(text.slice(at)));
}

export interface ToolboxEntry {
  /** In the singular, such as `source` and `tool`. */
  readonly category: string;
  readonly name: string;
  /** Such as `postgres` and `postgres-sql`. */
  readonly type: string;
  readonly body: JsonObject;
}

const PLURALS: Readonly<Record<string, string>> = {
  sources: 'source',
  tools: 'tool',
  toolsets: 'toolset',
  groups: 'group',
  authServices: 'authService',
  authSources: 'authService',
  embeddingModels: 'embeddingModel',
  prompts: 'prompt',
  resources: 'resource',
  resourceTemplates: 'resourceTemplate',
};

const CATEGORIES: ReadonlySet<string> = new Set(Object.values(PLURALS));

/** Maps by name, lists with names, and documents with `kind:`; a file may have several of them. */
export function readToolbox(text: string, path: string): readonly ToolboxEntry[] | Unreadable {
  const values = readYaml(text, path, 'a tools.yaml of MCP Toolbox');
  if ('kind' in values) return values;
  const entries = values.flatMap((value) => (isJsonObject(value) ? entriesIn(value) : []));
  if (entries.length > 0) return entries;
  const message = `"${path}" has no \`sources:\`, no \`tools:\` and no document with \`kind: tool\`.`;
  return unreadable(message, 'Name a tools.yaml of MCP Toolbox.');
}

function entriesIn(document: JsonObject): ToolboxEntry[] {
  const { kind, name, type, ...body } = document;
  const category = typeof kind === 'string' ? (PLURALS[kind] ?? kind) : undefined;
  if (category !== undefined && CATEGORIES.has(category) && typeof name === 'string')
    return [{ category, name, type: typeof type === 'string' ? type : '', body }];
  return Object.entries(document).flatMap(([key, value]) => {
    const own = ownMember(PLURALS, key);
    return own === undefined ? [] : namedEntries(value).map(([entry, one]) => toEntry(own, entry, one));
  });
}

function namedEntries(value: Json): readonly (readonly [string, Json])[] {
  if (Array.isArray(value))
    return value
      .filter(isJsonObject)
      .map((one: JsonObject) => [typeof one['name'] === 'string' ? one['name'] : '', one] as const);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** A toolset is a list of names. */
function toEntry(category: string, name: string, value: Json): ToolboxEntry {
  if (!isJsonObject(value)) return { category, name, type: '', body: { members: value } };
  const { kind, type = kind, name: _name, ...body } = value;
  return { category, name, type: typeof type === 'string' ? type : '', body };
}
