/** How another MCP server is reached, as specs express it: with the names of variables, and never a value of one. */
import { type JsonObject, isObject, isSecretParameter, isSecretVariable } from '@haft/runtime/language';
import { literalSecret } from '../../../check/analysis/secrets/literal-secret.ts';
import { literal } from '../literal.ts';

/** References of hosts: `${NAME}`, `${env:NAME}`, `${NAME:-fallback}`, `{env:NAME}`, `${input:id}`. */
const REFERENCE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-[^{}]*)?\}|\{env:([A-Za-z_]\w*)\}|\$\{input:([^{}]+)\}/g;

/** Shorter values occur everywhere. */
const MIN_LENGTH = 6;

/** An entry of a host's file, a command line or an address; values may be secrets. */
export interface RawSource {
  readonly command?: readonly string[];
  readonly url?: string;
  readonly cwd?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Values that the entry sets; a reference to a variable is a value as well. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables that it passes on. */
  readonly passed: readonly string[];
  /** By kind, as `auth:` of an upstream has them; the secret may be written out. */
  readonly auth?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** What may be written down, and what is only for the run of now. */
export interface McpSource {
  /** The keys of `upstreams.<name>`; texts are templates over `env`. */
  readonly upstream: JsonObject;
  readonly variables: readonly KnownVariable[];
  /** Values that were found in the source: never recorded, printed or logged. */
  readonly values: Readonly<Record<string, string>>;
  /** References of a host that are no variables, such as `${workspaceFolder}`. */
  readonly unknown: readonly string[];
}

/** `name` is that of the import; names of new variables start with it. */
export function sourceOf(raw: RawSource, name: string): McpSource {
  const sets = { secret: new Map(), values: new Map(), passed: new Set<string>(), unknown: new Set<string>() };
  const variables: SourceVariables = { prefix: upper(name), ...sets };
  for (const [variable, value] of Object.entries(raw.env)) declare(variables, variable, value);
  for (const variable of raw.passed) declare(variables, variable, undefined);
  const passed = [...variables.passed];
  const upstream = raw.command
    ? {
        command: commandOf(raw.command, variables),
        ...(passed.length > 0 && { env: passed }),
        ...(raw.cwd !== undefined && { cwd: template(variables, raw.cwd, 'FOLDER') }),
      }
    : {
        url: addressOf(raw.url ?? '', variables),
        ...headersOf(raw.headers, variables),
        ...authOf(raw.auth, variables),
      };
  return {
    upstream,
    variables: [...variables.secret].map(([variable, secret]) => ({ name: variable, secret })),
    values: Object.fromEntries(variables.values),
    unknown: [...variables.unknown],
  };
}

function commandOf(argv: readonly string[], variables: SourceVariables): string[] {
  return argv.map((argument, index) => {
    const before = index === 0 ? '' : (argv[index - 1] ?? '');
    const [, inline, own = ''] = /^(--?[\w-]+)=([^]*)$/.exec(argument) ?? [];
    if (inline !== undefined) return `${inline}=${valueOf(inline, own, variables)}`;
    return /^--?[a-zA-Z]/.test(before) && !argument.startsWith('-')
      ? valueOf(before, argument, variables)
      : template(variables, argument, 'SECRET');
  });
}

/** `-e NAME=value` and `--header "Name: value"` are what launchers of containers and of remote servers take. */
function valueOf(flag: string, value: string, variables: SourceVariables): string {
  const [, pairName, pairValue] = /^([A-Za-z_]\w*)=([^]*)$/.exec(value) ?? [];
  if (/^(?:-e|--env)$/.test(flag) && pairName !== undefined)
    return `${pairName}=${hideSecrets(variables, pairValue ?? '', pairName, false)}`;
  const [, header, content] = /^([\w-]+):\s*([^]*)$/.exec(value) ?? [];
  if (/^(?:-H|--headers?)$/.test(flag) && header !== undefined)
    return `${header}: ${headerOf(header, content ?? '', variables)}`;
  return isSecretParameter(flag) ? hideSecrets(variables, value, flag) : template(variables, value, flag, flag);
}

function headersOf(headers: Readonly<Record<string, string>>, variables: SourceVariables): JsonObject {
  const all = Object.entries(headers).map(([name, value]) => [name, headerOf(name, value, variables)] as const);
  return all.length > 0 ? { headers: Object.fromEntries(all) } : {};
}

const SECRETS: ReadonlySet<string> = new Set(['client_secret', 'private_key', 'token']);

function authOf(auth: RawSource['auth'], variables: SourceVariables): JsonObject {
  if (auth === undefined) return {};
  const kinds = Object.entries(auth).map(([kind, texts]) => {
    const written = Object.entries(texts).map(([key, text]) => {
      return [key, SECRETS.has(key) ? hideSecrets(variables, text, key) : template(variables, text, key)] as const;
    });
    return [kind, Object.fromEntries(written)] as const;
  });
  return { auth: Object.fromEntries(kinds) };
}

/** Any header may be a secret; only the scheme of a login is none. */
function headerOf(name: string, value: string, variables: SourceVariables): string {
  const [, scheme = '', rest = value] = /^((?:Bearer|Basic|Token)\s+)?([^]*)$/i.exec(value) ?? [];
  return scheme + hideSecrets(variables, rest, name);
}

/** Every value of a query may be a secret, and so may a part of the path that looks like one. */
function addressOf(url: string, variables: SourceVariables): string {
  const [, start = '', login, rest = ''] = /^(https?:\/\/)(?:([^/?#@]*)@)?([^]*)$/i.exec(url) ?? [
    '',
    '',
    undefined,
    url,
  ];
  const [whole = ''] = rest.split('#');
  const [path = '', ...query] = whole.split('?');
  const parts = path.split('/').map((part, index) => {
    return index > 0 && literalSecret(part) !== undefined
      ? hideSecrets(variables, part, 'PATH_KEY')
      : template(variables, part, 'PATH_KEY');
  });
  const pairs = query
    .join('?')
    .split('&')
    .flatMap((pair) => {
      const [key = '', ...value] = pair.split('=');
      return pair === '' ? [] : `${template(variables, key, 'QUERY')}=${hideSecrets(variables, value.join('='), key)}`;
    });
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  // What is left of a login is a finding of the rules, without its secret.
  return `${start}${login === undefined ? '' : `${hideSecrets(variables, login, 'LOGIN')}@`}${parts.join('/')}${search}`;
}

/** As `env:` of a server. */
export function declaredIn(variables: readonly KnownVariable[], description: string): JsonObject {
  const env = variables.map(({ name, secret }) => [name, { description, ...(secret && { secret }) }] as const);
  return Object.fromEntries(env);
}

/** Text members of a map that may have anything in it. */
export function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  const texts = Object.entries(value).flatMap(([key, one]) => {
    return typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
      ? [[key, String(one)] as const]
      : [];
  });
  return Object.fromEntries(texts);
}

/** The variables of an imported server: what a host's file fills in, and secrets that are written out there. */
export interface KnownVariable {
  readonly name: string;
  readonly secret: boolean;
}

/** What is known of the variables of a source so far. */
interface SourceVariables {
  /** Names of new ones start with it. */
  readonly prefix: string;
  /** By name: whether it is a secret. */
  readonly secret: Map<string, boolean>;
  readonly values: Map<string, string>;
  /** Those that the program gets under their own names. */
  readonly passed: Set<string>;
  /** References of a host that are no variables. */
  readonly unknown: Set<string>;
}

/** A variable of the program; `value` is undefined where only its name is known. */
function declare(variables: SourceVariables, name: string, value: string | undefined): void {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    variables.unknown.add(name);
    return;
  }
  variables.passed.add(name);
  nameVariable(variables, name, value === undefined || isReference(value) ? undefined : value);
}

/** References become variables; literal secrets become variables that are named by `label`. */
function template(variables: SourceVariables, text: string, label: string, key = ''): string {
  const parts = split(text).map((part) => {
    return typeof part === 'string' ? withoutValues(variables, part) : referenceText(variables, part);
  });
  let result = parts.join('');
  for (let secret = literalSecret(result, key); secret; secret = literalSecret(result, key)) {
    const before = result;
    result = result.replace(secret.word, () => `{env.${newName(variables, label, secret?.word ?? '')}}`);
    if (result === before) return `{env.${newName(variables, label, text)}}`;
  }
  return result;
}

/** The whole text is a secret where it is not a reference; `prefixed`: its name starts with that of the import. */
function hideSecrets(variables: SourceVariables, text: string, label: string, prefixed = true): string {
  if (text === '') return '';
  if (split(text).some((part) => typeof part !== 'string')) return template(variables, text, label);
  return `{env.${prefixed ? newName(variables, label, text) : nameVariable(variables, upper(label), text)}}`;
}

function referenceText(variables: SourceVariables, { env, input, whole }: Reference): string {
  if (input !== undefined) return `{env.${nameVariable(variables, `${variables.prefix}_${upper(input)}`, undefined)}}`;
  if (env !== undefined && /^[A-Z][A-Z0-9_]*$/.test(env)) return `{env.${nameVariable(variables, env, undefined)}}`;
  variables.unknown.add(whole);
  return literal(whole);
}

/** The name of a new variable for a value, or of the one that has it. */
function newName({ prefix, secret, values }: SourceVariables, label: string, value: string): string {
  const [existing] = [...values].find(([, own]) => own === value) ?? [];
  if (existing !== undefined) return existing;
  const wanted = `${prefix}_${upper(label)}`;
  const name = values.has(wanted) ? `${wanted}_${values.size + 1}` : wanted;
  secret.set(name, true);
  values.set(name, value);
  return name;
}

function nameVariable({ secret, values }: SourceVariables, name: string, value: string | undefined): string {
  const looks = value !== undefined && literalSecret(value, name) !== undefined;
  secret.set(name, secret.get(name) === true || looks || isSecretVariable(name));
  if (value !== undefined) values.set(name, value);
  return name;
}

/** A value of a variable that is written out again elsewhere is that variable. */
function withoutValues(variables: SourceVariables, text: string): string {
  const entry = [...variables.values].find(([, value]) => value.length >= MIN_LENGTH && text.includes(value));
  if (entry === undefined) return literal(text);
  const [name, value] = entry;
  const at = text.indexOf(value);
  const rest = withoutValues(variables, text.slice(at + value.length));
  return `${withoutValues(variables, text.slice(0, at))}{env.${name}}${rest}`;
}

interface Reference {
  readonly env: string | undefined;
  readonly input: string | undefined;
  readonly whole: string;
}

function split(text: string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, braced, bare, input] = match;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ env: braced ?? bare, input, whole });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function isReference(value: string): boolean {
  return /^\$[A-Za-z_]\w*$/.test(value) || split(value).some((part) => typeof part !== 'string');
}

function upper(text: string): string {
  const name = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `X_${name}`;
}
