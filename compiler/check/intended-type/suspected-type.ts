/** The type that the description of an unconstrained string suggests: likely enough for a warning, not for a fix. */
import type { Schema } from '@haft/runtime/language';
import type { ParamPart } from '../model.ts';
import type { Settings } from '../settings.ts';
import { memoizeText } from '../../memo.ts';
import { FREE_TEXTS } from './type-lexicon.ts';
import { isTruth } from './flag-like.ts';
import { meantBy, ownWords } from './intended-type.ts';
import { suggestsCount } from './suspected-count.ts';
import { suggestsFlag } from './suspected-flag.ts';
import { suggestsList } from './suspected-list.ts';
import { suspectedSet } from './suspected-set.ts';
import { bulleted, explainedValues, numbered } from './explained-values.ts';
import { regex } from '../../terms.ts';

export type Suspected =
  | { readonly type: 'integer' | 'boolean' | 'array' }
  | { readonly type: 'enum'; readonly values: readonly string[] };

export function suspectedOf(param: ParamPart, settings: Settings): Suspected | undefined {
  const { spec } = param;
  if (spec.enum || meantBy(param, settings)) return undefined;
  const name = ownWords(param);
  const description = (spec.description ?? '').slice(0, 1000).replaceAll(CONDITION, '');
  switch (spec.type) {
    case 'array':
      return listed(spec, description);
    case 'integer':
      return whole(spec, name, description);
    case 'string':
      return text(spec, name, description, new Set(Object.keys(param.tool.spec.parameters ?? {})));
    default:
      return undefined;
  }
}

/** Values of other parameters: "Required when `kind` is `task`." */
const CONDITION = regex('gi')`
  (?:["'\`][\w.]+["'\`]|\b(?:when|if|unless|where|requires?|and)\b[^.;,"'\`]{0,60}?)\s+
  (?:(?:is|are|was|to be|equals?|=)\s+)(?:set\s+)?(?:to\s+)?["'\`][\w.-]+["'\`]
  (?:\s*(?:or|and|,|&)\s*["'\`][\w.-]+["'\`])*
`;

function listed({ items }: Schema, description: string): Suspected | undefined {
  if (items?.type !== 'string' || items.enum || items.description !== undefined) return undefined;
  const values = suspectedSet(description, { free: true });
  return values && { type: 'enum', values };
}

function whole(spec: Schema, name: readonly string[], description: string): Suspected | undefined {
  if (spec.minimum === 0 && spec.maximum === 1) return { type: 'boolean' };
  if (suggestsFlag(description, name, false)) return { type: 'boolean' };
  const values = numbered(description);
  return values.length > 0 ? { type: 'enum', values } : undefined;
}

function text(
  spec: Schema,
  name: readonly string[],
  description: string,
  others: ReadonlySet<string>,
): Suspected | undefined {
  const alone = spec.default === undefined && spec.pattern === undefined && !/["'`]/.test(description);
  return alone ? readingsOf(description)(name.join('_')) : textOf(spec, name, description, others);
}

/** Many tools share such parameters, word by word. */
const readingsOf = memoizeText((description: string) => {
  return memoizeText((name): Suspected | undefined =>
    textOf({ type: 'string' }, name.split('_'), description, NO_OTHERS),
  );
});

const NO_OTHERS: ReadonlySet<string> = new Set();

function textOf(
  spec: Schema,
  name: readonly string[],
  description: string,
  others: ReadonlySet<string>,
): Suspected | undefined {
  if (isTruth(spec.default === undefined ? [] : [spec.default, opposite(spec.default)])) return { type: 'boolean' };
  const free = FREE_TEXTS.has(name.at(-1) ?? '');
  const values = valuesIn(description, { free, name }, others);
  if (values && !isTruth(values)) return { type: 'enum', values };
  if (values || suggestsFlag(description, name, free)) return { type: 'boolean' };
  if (suggestsList(description, name, free)) return { type: 'array' };
  return suggestsCount(spec, name, description, free) ? { type: 'integer' } : undefined;
}

function valuesIn(
  description: string,
  context: { readonly free: boolean; readonly name: readonly string[] },
  others: ReadonlySet<string>,
): readonly string[] | undefined {
  const set = suspectedSet(description, context);
  if (set) return set;
  return [bulleted(description), explainedValues(description, others), numbered(description)].find(
    (values) => values.length > 0,
  );
}

function opposite(value: unknown): string {
  const pairs: Readonly<Record<string, string>> = {
    true: 'false',
    false: 'true',
    yes: 'no',
    no: 'yes',
    on: 'off',
    off: 'on',
  };
  return pairs[String(value)] ?? '';
}
