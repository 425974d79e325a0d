import type { Speaker } from '../entity.ts';
import { escapeHtml } from '../citation.ts';
import type { Journal } from '../../journal.ts';
import { empty } from '../../wire.ts';
import type { Reply, WireRequest } from '../../wire.ts';
import type { Rival } from '../store.ts';

/** Switches of the web server. */
export interface WebOptions {
  journal: Journal;
  backoff: string | undefined;
  /** How many requests are still answered with 429. */
  rateLimited: number;
  retryAfter: string;
  rival: Rival | undefined;
  /** Of how many writes the answer gets lost on its way. */
  lost: number;
}

/** The running web server. */
export interface WebApp extends Speaker {
  /** The library of the group. */
  group: Speaker;
  options: WebOptions;
  /** Times at which somebody came with a key that does not exist. */
  badKeys: number[];
  usedTokens: Set<string>;
}

/** What a caller may do. Nobody without a key may do anything here: the library is private. */
export type Access = 'none' | 'read' | 'write';

/** One request on its way through the web server. */
export interface WebCall extends WebApp {
  request: WireRequest;
  access: Access;
  /** The path behind `/users/<id>`, split at the slashes. */
  parts: string[];
}

/** An error: plain text, but escaped as if it were HTML, single quotes included. */
export function refuse(status: number, message: string, headers: Reply['headers'] = {}): Reply {
  const body = escapeHtml(message).replaceAll("'", '&#039;');
  return { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=UTF-8' }, body };
}

/** A method the address does not take. */
export function notAllowed(methods: readonly string[]): Reply {
  return refuse(405, 'Method not allowed', { Allow: methods.join(', ') });
}

/** Something the real server has and the double has not. */
export function notInDouble({ options, request }: WebCall, reason: string): Reply {
  options.journal.unknown(request, reason);
  return empty(500);
}

/** POST, PUT, PATCH and DELETE. */
export function isWrite({ method }: WireRequest): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}
