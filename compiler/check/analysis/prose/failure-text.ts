/** The author's error messages: their places, and whether they state what happened and what to do. */
import { isObject } from '@haft/runtime/language';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { memoizeBy, memoizeText } from '../../../base/memo.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
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

export interface PlacedFailure {
  readonly path: NodePath;
  readonly error: string;
  readonly retry_hint: string;
  /** Pointer to the detail of the response, where it is declared. */
  readonly detail?: string;
}

type FailureText = Pick<PlacedFailure, 'error' | 'retry_hint'>;

export const toolFailures = memoizeBy((tool: ToolSpec): readonly PlacedFailure[] => {
  const inBehaviors = behaviorsOf(tool).flatMap(({ failureKeys, steps }) =>
    steps.flatMap(({ path, spec }) =>
      Object.entries(spec).flatMap(([key, value]) =>
        failureKeys.includes(key) ? failuresIn(value, [...path, key]) : [],
      ),
    ),
  );
  return [...failuresIn(tool.on_timeout, ['on_timeout']), ...inBehaviors];
});

export function serverFailures({
  env = {},
  connections = {},
  programs = {},
  upstreams = {},
}: ServerSpec): PlacedFailure[] {
  return [
    ...Object.entries(env).flatMap(([name, { on_missing }]) => failuresIn(on_missing, ['env', name, 'on_missing'])),
    ...Object.entries(connections).flatMap(([name, { on_unreachable, errors }]) => [
      ...failuresIn(on_unreachable, ['connections', name, 'on_unreachable']),
      ...failuresIn(errors, ['connections', name, 'errors']),
    ]),
    ...Object.entries(programs).flatMap(([name, program]) => failuresIn(program, ['programs', name])),
    ...Object.entries(upstreams).flatMap(([name, { on_unreachable }]) =>
      failuresIn(on_unreachable, ['upstreams', name, 'on_unreachable']),
    ),
  ];
}

/** One failure, a list of them, or a table of either. */
function failuresIn(value: unknown, path: NodePath): PlacedFailure[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => failuresIn(one, [...path, index]));
  if (!isObject(value)) return [];
  const { error, retry_hint, detail } = value;
  if (typeof error === 'string' && typeof retry_hint === 'string')
    return [{ path, error, retry_hint, ...(typeof detail === 'string' && { detail }) }];
  return Object.entries(value).flatMap(([key, one]) => failuresIn(one, [...path, key]));
}

/** "Error 500", "failed.", "null": a status where a sentence should be. */
export function isBareStatus(error: string): boolean {
  return BARE_STATUSES.has(bare(error));
}

/** "N/A", "failed", or only a number. */
export function isBareHint(hint: string): boolean {
  return isBareStatus(hint) || BARE_HINTS.has(bare(hint));
}

export function repeatsError({ error, retry_hint }: FailureText): boolean {
  return bare(error) === bare(retry_hint);
}

const bare = memoizeText((text): string => {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return words.filter((word) => !/^(?:the|http|code|e\d+)$/.test(word) || words.length === 1).join(' ');
});
