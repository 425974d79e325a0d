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
  const { error, retry_hint, detail } = value;
  if (typeof error === 'string' && typeof retry_hint === 'string')
    return [{ path, error, retry_hint, ...(typeof detail === 'string' && { detail }) }];
  return Object.entries(value).flatMap(([key, one]) => failuresIn(one, [...path, key]));
}

export function repeatsError({ error, retry_hint }: FailureText): boolean {
  return sentenceWords(error).join(' ') === sentenceWords(retry_hint).join(' ');
}
