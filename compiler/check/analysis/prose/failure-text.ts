/** The author's error messages and their places. */
import { isObject } from '@haft/runtime/language';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { memoizeBy } from '../../../base/memo.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { sentenceWords } from '../names/name-words.ts';

export interface PlacedFailure {
  readonly path: NodePath;
  readonly error: string;
  readonly retry_hint: string;
  /** Pointer to the detail of the response, where it is declared. */
  readonly detail?: string;
  readonly code?: string;
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

export function serverFailures(server: ServerSpec): PlacedFailure[] {
  const keys = ['env', 'connections', 'programs', 'databases', 'upstreams'] as const;
  return keys.flatMap((key) => failuresIn(server[key], [key]));
}

/** One failure, a list of them, or a table of either. */
function failuresIn(value: unknown, path: NodePath): PlacedFailure[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => failuresIn(one, [...path, index]));
  if (!isObject(value)) return [];
  const { error, retry_hint, detail, code } = value;
  if (typeof error === 'string' && typeof retry_hint === 'string') {
    const more = { ...(typeof detail === 'string' && { detail }), ...(typeof code === 'string' && { code }) };
    return [{ path, error, retry_hint, ...more }];
  }
  return Object.entries(value).flatMap(([key, one]) => failuresIn(one, [...path, key]));
}

/** The first below these, wherever a tool or its server declares failures. */
export function failureWithCode(
  code: string,
  holders: readonly unknown[],
): (FailureText & { readonly code: string }) | undefined {
  const failure = failuresIn(holders, []).find((one) => one.code === code);
  return failure && { error: failure.error, retry_hint: failure.retry_hint, code };
}

export function repeatsError({ error, retry_hint }: FailureText): boolean {
  return sentenceWords(error).join(' ') === sentenceWords(retry_hint).join(' ');
}
