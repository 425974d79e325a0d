/** Requests of the page to its own process, with the token of this start. */
import type { TryPath, TryRequests, TryResponses } from '../messages.ts';

const TOKEN = 'token';

/** The token is in the address once; it is kept for this tab and taken out. */
export function takeToken(): void {
  const [, token, route] = /^#([\w-]{43})(\/.*)?$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(null, '', `/${route === undefined ? '' : `#${route}`}`);
}

/** @throws Error with what a person can do. */
export async function ask<P extends TryPath>(path: P, message: TryRequests[P]): Promise<TryResponses[P]> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${sessionStorage.getItem(TOKEN) ?? ''}`,
    },
    body: JSON.stringify(message),
  }).catch(() => {
    throw new Error(
      'The command that serves this page has ended. Start it again, and open the address that it prints.',
    );
  });
  if (response.status === 401)
    throw new Error('Open the address that haft try printed: this page has no token of this start.');
  const reply = (await response.json()) as TryResponses[P] | { readonly error: string; readonly hint: string };
  if ('error' in reply) throw new Error(`${reply.error} ${reply.hint}`);
  return reply;
}
