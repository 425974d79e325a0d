/** Bounds of numbers, strings and lists: which became tighter, which looser. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import type { Detect, SchemaPair } from '../change.ts';
import { comparable } from './forms.ts';
import type { Forms, SchemaSide } from './forms.ts';

interface BoundChange {
  readonly path: readonly [string];
  /** `{ maximum: 100 }`; undefined where there is no bound. */
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

/** Each bound by which fewer values pass than before, or more. */
export function boundsChanged(side: SchemaSide, how: 'tightened' | 'loosened'): Detect<SchemaPair> {
  const direction = how === 'tightened' ? 1 : -1;
  return (pair, found) => {
    const forms = comparable(pair, side);
    if (!forms) return;
    for (const bound of moved(forms, LOWER, direction)) found(bound);
    for (const bound of moved(forms, UPPER, direction === 1 ? -1 : 1)) found(bound);
  };
}

type Bound = (typeof LOWER | typeof UPPER)[number];

function moved({ before, after }: Forms, bounds: readonly Bound[], direction: 1 | -1): BoundChange[] {
  return bounds.flatMap((bound): BoundChange[] => {
    const [old, now] = [limitOf(before, bound), limitOf(after, bound)];
    const isTighter = (now.value - old.value || now.edge - old.edge) * direction > 0;
    return isTighter
      ? [{ path: [(now.written ?? old.written)?.key ?? bound], before: written(old), after: written(now) }]
      : [];
  });
}

interface Limit {
  readonly value: number;
  /** 1 above the value itself, -1 below it: the value is excluded. */
  readonly edge: number;
  readonly written: { readonly key: string; readonly value: number } | undefined;
}

const EXCLUSIVE = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const;

/** The tighter one where a number has both. */
function limitOf(schema: Schema, bound: Bound): Limit {
  const given = schema[bound];
  const plain: Limit = {
    value: given ?? unbounded(bound),
    edge: 0,
    written: given === undefined ? undefined : { key: bound, value: given },
  };
  if (bound !== 'minimum' && bound !== 'maximum') return plain;
  const key = EXCLUSIVE[bound];
  const edge = schema[key];
  const sign = bound === 'minimum' ? 1 : -1;
  if (edge === undefined || (edge - plain.value) * sign < 0) return plain;
  return { value: edge, edge: sign, written: { key, value: edge } };
}

function written({ written: own }: Limit): JsonObject | undefined {
  return own && { [own.key]: own.value };
}

/** The value of an absent bound; no text has fewer than 0 characters. */
function unbounded(bound: Bound): number {
  if (bound === 'minLength' || bound === 'minItems') return 0;
  return bound === 'minimum' ? -Number.MAX_VALUE : Number.MAX_VALUE;
}
