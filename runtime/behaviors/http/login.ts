/** Basic credentials (RFC 7617): those of a connection, or the user and the password in its address. */
import { textOf } from '../../language/template.ts';
import { decodedOr } from '../../server/percent-encode.ts';
import type { Authenticate } from './request-parts.ts';

/** What is in the address is moved to a header, unless another header says otherwise. Tokens are added when the request is sent. */
export const authenticate: Authenticate = (url, { auth }, scope, fields) => {
  if (auth?.basic !== undefined) {
    const name = textOf(auth.basic.user, scope);
    const secret = textOf(auth.basic.password, scope);
    if (name + secret !== '') fields.set('authorization', basicCredentials(name, secret));
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username + password !== '' && !fields.has('authorization'))
    fields.set('authorization', basicCredentials(decodedOr(username), decodedOr(password)));
};

/** In UTF-8. */
export function basicCredentials(user: string, password: string): string {
  const login = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...login))}`;
}
