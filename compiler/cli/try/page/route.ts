/** Addresses inside the page: `#/tool/library.find_books/changes`. */
import type { ListedProject, Subject } from '../messages.ts';

const KINDS = ['project', 'server', 'tool', 'skill'] as const;

export interface Route {
  readonly kind: (typeof KINDS)[number];
  /** Of a tool `server.tool`; empty for the project. */
  readonly name: string;
  /** The first of its kind where it is empty. */
  readonly tab: string;
}

export const START: Route = { kind: 'project', name: '', tab: '' };

export function routeOf(hash: string): Route {
  const [, written = '', ...rest] = hash.replace(/^#/, '').split('/').map(decode);
  const kind = KINDS.find((one) => one === written);
  if (kind === undefined) return START;
  const [name = '', tab = ''] = kind === 'project' ? ['', rest[0]] : rest;
  return { kind, name, tab };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hashOf({ kind, name, tab }: Route): string {
  return `#/${[kind, name, tab]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')}`;
}

/** With the whole name of a tool that is named alone; undefined where the project has no such thing, or several. */
export function resolveRoute(route: Route, { servers, skills }: ListedProject): Route | undefined {
  const { kind, name } = route;
  if (kind === 'project') return route;
  const names =
    kind === 'server' ? servers.map((one) => one.name) : kind === 'skill' ? skills.map((one) => one.name) : [];
  if (kind !== 'tool') return names.includes(name) ? route : undefined;
  const all = servers.flatMap((server) => server.tools.map((tool) => ({ server: server.name, tool: tool.name })));
  const fitting = all.filter(({ server, tool }) => [`${server}.${tool}`, `${server}/${tool}`, tool].includes(name));
  const [only] = fitting.length === 1 ? fitting : [];
  return only && { ...route, name: `${only.server}.${only.tool}` };
}

/** A server's name has no point. */
export function subjectOf({ kind, name }: Route): Subject {
  if (kind === 'project') return {};
  if (kind === 'skill') return { skill: name };
  if (kind === 'server') return { server: name };
  const end = name.indexOf('.');
  return { server: name.slice(0, end), tool: name.slice(end + 1) };
}
