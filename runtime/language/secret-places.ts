/** Places whose content is a secret whatever is declared, and the variables of the environment that fill them. */
import { isSecretHeader, isSecretParameter, isSecretProperty } from './secret-names.ts';
import { parseTemplate } from './template.ts';

/** A variable in a place of secrets; `path` leads to the text that it is in. */
export interface PlacedSecret {
  readonly variable: string;
  readonly path: readonly (string | number)[];
}

/** What has the names of its members, by the key under which it is. */
const NAMED: ReadonlyMap<unknown, (name: string) => boolean> = new Map([
  ['headers', isSecretHeader],
  ['query', isSecretParameter],
  ['form', isSecretParameter],
  ['multipart', isSecretParameter],
  ['json', isSecretProperty],
  ['basic', isSecretProperty],
  ['client_credentials', isSecretProperty],
  ['refresh_token', isSecretProperty],
]);

/** The variables with those marked as secret that fill such a place in `pieces`. */
export function withPlacedSecrets<V extends { readonly secret: boolean }>(
  env: Readonly<Record<string, V>>,
  ...pieces: readonly unknown[]
): Record<string, V> {
  const placed = new Set(placedSecrets(pieces).map(({ variable }) => variable));
  const all = Object.entries(env).map(([name, variable]) => {
    return [name, placed.has(name) && !variable.secret ? { ...variable, secret: true } : variable] as const;
  });
  return Object.fromEntries(all);
}

/** In anything that is written with templates over `env`: connections, upstreams, behaviors of tools. */
export function placedSecrets(value: unknown, path: PlacedSecret['path'] = [], isPlace = false): PlacedSecret[] {
  if (typeof value === 'string') return secretsIn(value, isPlace).map((variable) => ({ variable, path }));
  if (typeof value !== 'object' || value === null) return [];
  const key = path.at(-1);
  const isNamed = path.includes('json') ? isSecretProperty : NAMED.get(key);
  const { user, password }: { readonly user?: unknown; readonly password?: unknown } = value;
  // A service that knows its clients by a key alone takes it as the user.
  const isUserKey = key === 'basic' && typeof user === 'string' && secretsIn(String(password ?? ''), true).length === 0;
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const at = Array.isArray(value) ? Number(name) : name;
    const own = Array.isArray(value) ? isPlace || followsFlag(value, Number(name)) : isNamed?.(name) === true;
    const isValue = isPlace && name === 'value';
    return placedSecrets(member, [...path, at], own || isValue || (isUserKey && name === 'user'));
  });
}

/** `--token` and its value are two elements of a command line. */
function followsFlag(list: readonly unknown[], at: number): boolean {
  const before = list[at - 1];
  return typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretParameter(before);
}

function secretsIn(text: string, isPlace: boolean): string[] {
  if (!text.includes('{env.')) return [];
  const { parts, problem } = parseTemplate(text);
  if (problem) return [];
  return parts.flatMap((part, at) => {
    if (typeof part === 'string' || part.path[0] !== 'env') return [];
    const before = parts.slice(0, at).map((one) => (typeof one === 'string' ? one : '\0'));
    const after = parts[at + 1];
    const isSecret = isPlace || opensSecret(before.join(''), typeof after === 'string' ? after : '');
    return isSecret ? [part.path.slice(1).join('.')] : [];
  });
}

/** `https://u:`…`@`, `?api_key=`, `--token=`, `Bearer `, `X-Api-Key: ` */
function opensSecret(before: string, after: string): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\/[^/?#@:]*:[^/?#@]*$/i.test(before) && /^[^/?#]*@/.test(after)) return true;
  if (/(?:^|[\s:])(?:Bearer|Basic|Token)\s+$/i.test(before)) return true;
  // Cut first: an expression without a beginning would be tried at every character.
  const last = before.split(/[&\s]/).at(-1) ?? '';
  const follows = before.at(-last.length - 1) === '&' && last.length < before.length;
  const [, opened = '', parameter = ''] = /^(--?|[^?]*\?)?([\w.][\w.-]*)=/.exec(last) ?? [];
  const [, header = ''] = /^([\w-]+):\s*$/.exec(before) ?? [];
  return ((opened !== '' || follows) && isSecretParameter(parameter)) || isSecretHeader(header);
}
