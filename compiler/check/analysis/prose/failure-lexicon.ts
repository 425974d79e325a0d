/** Error messages that are only a status, and hints without advice. Data. */
import { phraseList } from '../../../base/word-lists.ts';

/** The whole text, apart from codes and punctuation, is one of these, or nothing. */
export const BARE_STATUSES: ReadonlySet<string> = new Set([
  '',
  ...phraseList(`
    a problem occurred, an error has occurred, an error occurred, an unexpected error occurred,
    an unknown error occurred, api error, bad gateway, bad request, call failed, client error, conflict, empty, err,
    error, error occurred, exception, fail, failed, failure, false, fatal error, forbidden, gateway timeout, gone,
    http error, internal error, internal server error, invalid, invalid request, method not allowed, nil, none,
    not allowed, not found, null, oops, operation failed, payment required, request failed, server error,
    service unavailable, something went wrong, status, status code, timeout, todo, too many requests, unauthorised,
    unauthorized, undefined, unexpected error, unknown, unknown error, unprocessable entity
  `),
]);

/** A hint that is one of these, or a bare status, gives the model no next step. */
export const BARE_HINTS: ReadonlySet<string> = new Set(
  phraseList(`
    check input, contact support, fix it, fix the error, n a, no hint, nothing, see above, see documentation,
    see error, see logs, see the documentation, see the logs
  `),
);
