/** The entry of a server in a host's file → what the host would start or reach: the templates of the host, read backwards. */
import type { Host } from '../../../spec/hosts/host.ts';
import { memberBelow } from '../../../spec/hosts/switches.ts';

export type EntryForm =
  | {
      readonly kind: 'program';
      readonly command: string;
      readonly args: readonly string[];
      /** Values as they are written. */
      readonly values: Readonly<Record<string, string>>;
      /** Variables that are handed over by name. */
      readonly names: readonly string[];
      /** The keys of its parts in this host. */
      readonly keys: Readonly<Record<'command' | 'args' | 'env', string>>;
    }
  | {
      readonly kind: 'address';
      readonly url: string;
      /** Whether the entry asks for the older transport HTTP+SSE. */
      readonly isSse: boolean;
      readonly key: string;
      /** Members that the host tells such an entry by, and that are not there. */
      readonly missing: readonly { readonly key: string; readonly value: string }[];
      /** As they are written. */
      readonly headers: Readonly<Record<string, string>>;
      /** Headers with a value from a variable of the host, and what is before it. */
      readonly headersFrom: Readonly<Record<string, { readonly variable: string; readonly before: string }>>;
      /** The key of variables beside the address. */
      readonly env?: string;
    }
  | { readonly kind: 'wrong'; readonly key: string; readonly expected: string; readonly found: string };

type Path = readonly string[];

interface Form {
  readonly command: Path;
  /** Whether program and arguments are one list. */
  readonly joined: boolean;
  readonly args: Path;
  readonly env: Path;
  readonly names?: Path;
  readonly url?: Path;
  readonly marks: readonly { readonly path: Path; readonly value: string }[];
}

const [COMMAND, ARGUMENT, VALUE, URL_VALUE] = ['\u0001command', '\u0001argument', '\u0001value', '\u0001url'];

function formOf(host: Host): Form {
  const server = { name: 'n', command: COMMAND, args: [ARGUMENT] };
  const entry = host.stdio({ ...server, references: [], values: { V: VALUE } });
  const command = pathOf(entry, COMMAND) ?? ['command'];
  const joined = command.at(-1) === '0';
  const names = pathOf(host.stdio({ ...server, references: [VALUE], values: {} }), VALUE);
  const remote = host.http?.({ name: 'n', url: URL_VALUE });
  const url = remote && pathOf(remote, URL_VALUE);
  const around = url?.slice(0, -1) ?? [];
  const marks = ['type', 'transport'].flatMap((key) => {
    const path = [...around, key];
    const value = memberBelow(remote, ...path);
    return typeof value === 'string' ? [{ path, value }] : [];
  });
  return {
    command: joined ? command.slice(0, -1) : command,
    joined,
    args: (pathOf(entry, ARGUMENT) ?? ['args', '0']).slice(0, -1),
    env: (pathOf(entry, VALUE) ?? ['env', 'V']).slice(0, -1),
    ...(names && { names: names.slice(0, -1) }),
    ...(url && { url }),
    marks,
  };
}

function pathOf(value: unknown, wanted: string): Path | undefined {
  if (value === wanted) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const inner = pathOf(member, wanted);
    if (inner) return [key, ...inner];
  }
  return undefined;
}

export function readEntry(host: Host, entry: unknown): EntryForm {
  const form = formOf(host);
  const path = [form.url ?? ['url'], ['url']].find((one) => memberBelow(entry, ...one) !== undefined) ?? ['url'];
  const url = memberBelow(entry, ...path);
  const command = memberBelow(entry, ...form.command);
  if (typeof url === 'string' && command === undefined) return addressOf(host, form, entry, { path, url });
  if (form.joined ? !isTexts(command) || command.length === 0 : typeof command !== 'string')
    return {
      kind: 'wrong',
      key: form.command.join('.'),
      expected: form.joined ? 'one list with the program and its arguments' : 'a string with the program alone',
      found: kindOf(command),
    };
  const list = form.joined && isTexts(command) ? command : [String(command)];
  const args = form.joined ? list.slice(1) : (memberBelow(entry, ...form.args) ?? []);
  const keys = { command: form.command.join('.'), args: form.args.join('.'), env: form.env.join('.') };
  if (!isTexts(args)) return { kind: 'wrong', key: keys.args, expected: 'a list of strings', found: kindOf(args) };
  const names = form.names ? memberBelow(entry, ...form.names) : undefined;
  return {
    kind: 'program',
    command: list[0] ?? '',
    args,
    values: textsOf(memberBelow(entry, ...form.env)),
    names: isTexts(names) ? names : [],
    keys,
  };
}

function addressOf(
  { headers }: Host,
  form: Form,
  entry: unknown,
  { path, url }: { readonly path: Path; readonly url: string },
): EntryForm {
  const around = path.slice(0, -1);
  const bearer = headers?.bearer === undefined ? undefined : memberBelow(entry, ...around, headers.bearer);
  const from = headers?.variables === undefined ? undefined : memberBelow(entry, ...around, headers.variables);
  const missing = form.marks.filter(({ path }) => memberBelow(entry, ...path) === undefined);
  return {
    kind: 'address',
    url,
    isSse: memberBelow(entry, ...around, 'type') === 'sse',
    key: path.join('.'),
    missing: missing.map(({ path, value }) => ({ key: path.join('.'), value })),
    headers: textsOf(memberBelow(entry, ...around, headers?.literal ?? 'headers')),
    headersFrom: {
      ...Object.fromEntries(Object.entries(textsOf(from)).map(([name, variable]) => [name, { variable, before: '' }])),
      ...(typeof bearer === 'string' && { authorization: { variable: bearer, before: 'Bearer ' } }),
    },
    ...(memberBelow(entry, ...form.env) !== undefined && { env: form.env.join('.') }),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function textsOf(value: unknown): Record<string, string> {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(members.flatMap(([key, member]) => (typeof member === 'string' ? [[key, member]] : [])));
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
