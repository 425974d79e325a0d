/** Which values are accepted, and which one is used where none is given. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import { entriesOf } from '../../../base/json.ts';
import type { Detect, SchemaPair } from '../../change.ts';
import { reportChanged } from '../../compare/changed.ts';
import { RESULT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { comparable } from '../../schema/forms.ts';
import { NARROWER, withJudgment, withRejection } from '../../schema/judgment.ts';
import { keywordMoved } from '../../schema/moves.ts';

const { wire } = kindsOf('schema');

const LIMIT = 'parameters: { limit: { *, description: How many books at most. } }';

/** Bounds of numbers, strings and lists, with what an absent one means; no text has fewer than 0 characters. */
const ABSENT = {
  minimum: -Number.MAX_VALUE,
  minLength: 0,
  minItems: 0,
  maximum: Number.MAX_VALUE,
  maxLength: Number.MAX_VALUE,
  maxItems: Number.MAX_VALUE,
} as const;

type Bound = keyof typeof ABSENT;

/** Each bound by which fewer values pass than before, or more. */
function boundsChanged(how: 'tightened' | 'loosened'): Detect<SchemaPair> {
  return (pair, report) => {
    const forms = comparable(pair);
    if (!forms) return;
    for (const [bound] of entriesOf(ABSENT)) {
      const [old, now] = [limitOf(forms.before, bound), limitOf(forms.after, bound)];
      const rise = now.value - old.value || now.edge - old.edge;
      const key = (now.written ?? old.written)?.key ?? bound;
      if (bound.startsWith('min') === (how === 'tightened') ? rise > 0 : rise < 0)
        report({ path: [key], before: writtenBound(old), after: writtenBound(now) });
    }
  };
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
  const limit = schema[bound];
  const plain: Limit = {
    value: limit ?? ABSENT[bound],
    edge: 0,
    written: limit === undefined ? undefined : { key: bound, value: limit },
  };
  if (bound !== 'minimum' && bound !== 'maximum') return plain;
  const key = EXCLUSIVE[bound];
  const edge = schema[key];
  const sign = bound === 'minimum' ? 1 : -1;
  if (edge === undefined || (edge - plain.value) * sign < 0) return plain;
  return { value: edge, edge: sign, written: { key, value: edge } };
}

/** `{ maximum: 100 }`; undefined where there is no bound. */
function writtenBound({ written: own }: Limit): JsonObject | undefined {
  return own && { [own.key]: own.value };
}

const NO_CALL_OMITTED = {
  level: 'safe',
  why: 'Calls had to send it, so none of them uses the default.',
  next: 'Check that the change was intended.',
} as const;

const MISSING = {
  level: 'breaking',
  why: 'Calls that omit it used the default and are now rejected.',
  next: 'Keep the default, or run `haft bump <tool>` to publish this version as a successor.',
} as const;

export const SCHEMA_VALUES = [
  wire.breaking('param/bounds-tightened', {
    says: 'A bound of a parameter was tightened.',
    why: 'Calls outside the new bound worked before and are now rejected.',
    next: 'Keep the bound, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(LIMIT, 'type: integer, maximum: 100', 'type: integer, maximum: 50'),
    detect: withJudgment(boundsChanged('tightened')),
  }),
  wire.safe('param/bounds-loosened', {
    says: 'A bound of a parameter was loosened.',
    why: 'All values that were accepted still are.',
    next: 'Check that the service or program accepts the larger range.',
    detect: boundsChanged('loosened'),
  }),
  wire.risky('result/bounds-tightened', {
    says: 'A bound of the result was tightened.',
    why: NARROWER,
    next: 'Check that the tool stays within it; other results are rejected.',
    example: exampleOf(RESULT, 'year: { type: integer, maximum: 3000 }', 'year: { type: integer, maximum: 2030 }'),
    detect: withRejection(boundsChanged('tightened')),
  }),
  wire.risky('result/bounds-loosened', {
    says: 'A bound of the result was loosened.',
    why: 'Consumers that rely on the old bound can receive values outside it.',
    next: 'Keep the bound, or notify consumers.',
    detect: boundsChanged('loosened'),
  }),
  wire.risky('param/default-added', {
    says: 'A default was added to a parameter.',
    why: 'Calls that omit it still pass, but the tool now receives a value that it did not receive before.',
    next: 'Check that the default keeps the previous behavior.',
    example: exampleOf(LIMIT, 'type: integer', 'type: integer, default: 25'),
    detect(pair, report) {
      const isNew = pair.required.before ? NO_CALL_OMITTED : {};
      keywordMoved('default', 'added')(pair, (what) => report({ ...what, ...isNew }));
    },
  }),
  wire.risky('param/default-changed', {
    says: 'The default of a parameter changed.',
    why: 'Calls that omit it now mean something else, and their callers are not notified.',
    next: 'Keep the default, or tell callers to send the value that they rely on.',
    example: exampleOf(LIMIT, 'type: integer, default: 25', 'type: integer, default: 50'),
    detect: keywordMoved('default', 'replaced'),
  }),
  wire.risky('param/default-removed', {
    says: 'The default of a parameter was removed.',
    why: 'Calls that omit it still pass, but the tool no longer receives a value.',
    next: 'Keep the default, or check what the tool does without a value.',
    detect(pair, report) {
      const forms = comparable(pair);
      if (forms?.before.default === undefined || forms.after.default !== undefined) return;
      // Kind param/became-required reports one that is required now; one that always was is missing now.
      const { before: was, after: is } = pair.required;
      if (was || !is) report({ path: ['default'], before: forms.before.default, ...(is && MISSING) });
    },
  }),
  wire.risky('result/default', {
    says: 'The default of a result property was added, changed or removed.',
    why: 'Consumers receive a different value, or none, when the tool omits the property.',
    next: 'Keep the default, or notify consumers.',
    example: exampleOf(RESULT, 'year: { type: integer, default: 1900 }', 'year: { type: integer, default: 2000 }'),
    detect: (pair, report) => reportChanged(comparable(pair), report, ['default'], (schema) => schema.default),
  }),
];
