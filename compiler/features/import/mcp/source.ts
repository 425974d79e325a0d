/** How another MCP server is reached, as specs express it: with the names of variables, and never a value of one. */
import type { JsonObject } from '@haft/runtime/language';
import { isObject, isSecretParameter } from '@haft/runtime/language';
import { literalSecret } from '../../../check/analysis/secrets/literal-secret.ts';
import { createVariables, declare, hidden, template } from './variables.ts';
import type { KnownVariable, SourceVariables } from './variables.ts';

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
  const variables = createVariables(name);
  for (const [variable, value] of Object.entries(raw.env)) declare(variables, variable, value);
  for (const variable of raw.passed) declare(variables, variable, undefined);
  const passed = [...variables.passed];
  const upstream = raw.command
    ? {
        command: commandOf(raw.command, variables),
        ...(passed.length > 0 && { env: passed }),
        ...(raw.cwd !== undefined && { cwd: template(variables, raw.cwd, 'FOLDER') }),
      }
    : { url: addressOf(raw.url ?? '', variables), ...headersOf(raw.headers, variables) };
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
    return `${pairName}=${hidden(variables, pairValue ?? '', pairName, false)}`;
  const [, header, content] = /^([\w-]+):\s*([^]*)$/.exec(value) ?? [];
  if (/^(?:-H|--headers?)$/.test(flag) && header !== undefined)
    return `${header}: ${headerOf(header, content ?? '', variables)}`;
  return isSecretParameter(flag) ? hidden(variables, value, flag) : template(variables, value, flag, flag);
}

function headersOf(headers: Readonly<Record<string, string>>, variables: SourceVariables): JsonObject {
  const all = Object.entries(headers).map(([name, value]) => [name, headerOf(name, value, variables)] as const);
  return all.length > 0 ? { headers: Object.fromEntries(all) } : {};
}

/** Any header may be a secret; only the scheme of a login is none. */
function headerOf(name: string, value: string, variables: SourceVariables): string {
  const [, scheme = '', rest = value] = /^((?:Bearer|Basic|Token)\s+)?([^]*)$/i.exec(value) ?? [];
  return scheme + hidden(variables, rest, name);
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
      ? hidden(variables, part, 'PATH_KEY')
      : template(variables, part, 'PATH_KEY');
  });
  const pairs = query
    .join('?')
    .split('&')
    .flatMap((pair) => {
      const [key = '', ...value] = pair.split('=');
      return pair === '' ? [] : `${template(variables, key, 'QUERY')}=${hidden(variables, value.join('='), key)}`;
    });
  const asked = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  // What is left of a login is a finding of the rules, without its secret.
  return `${start}${login === undefined ? '' : `${hidden(variables, login, 'LOGIN')}@`}${parts.join('/')}${asked}`;
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
