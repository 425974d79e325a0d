/** The type that the name and the description of a parameter imply, where its declared type is wider (EXT §8 rule 2). */
import type { Schema } from '@haft/runtime/language';
import type { ParamPart } from '../../model.ts';
import type { Settings, Lexicon } from '../../settings.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { closedSet } from './closed-set.ts';
import { STATED_COUNT, STATED_OTHERWISE, namesCount } from './count-like.ts';
import { isFlag, isTruth } from './flag-like.ts';
import { isList } from './list-like.ts';
import { CHOICES } from './type-lexicon.ts';
import { snakeCase } from '../names/snake-case.ts';

type Meant =
  | { readonly type: 'integer' | 'boolean' | 'array' }
  | { readonly type: 'enum'; readonly values: readonly string[] };

const readings = memoizeBy((words: Lexicon) => {
  return memoizeBy((param: ParamPart): { meant: Meant | undefined } => ({
    meant: read(beginning(param.spec), ownWords(param), words),
  }));
});

/** Descriptions name the type early; reading long ones to the end would only cost time. */
function beginning(schema: Schema): Schema {
  const { description } = schema;
  return description === undefined || description.length <= 1000
    ? schema
    : { ...schema, description: description.slice(0, 1000) };
}

export function meantBy(param: ParamPart, { lexicon }: Settings): Meant | undefined {
  return readings(lexicon)(param).meant;
}

/** The type that remains once the fixes are made. */
export function narrowType(param: ParamPart, settings: Settings): Schema['type'] | 'enum' {
  return meantBy(param, settings)?.type ?? (param.spec.enum ? 'enum' : param.spec.type);
}

/** The words of a parameter's name; the items of an array have no name. */
export function ownWords(param: ParamPart): readonly string[] {
  return isItem(param) ? [] : snakeCase(param.name).split('_');
}

export function isItem({ spec, topLevel, tool }: ParamPart): boolean {
  return !topLevel && Object.values(tool.spec.parameters ?? {}).some((schema) => holdsAsItem(schema, spec));
}

function holdsAsItem(schema: Schema, sought: Schema): boolean {
  if (schema.items === sought || schema.additionalProperties === sought) return true;
  const { items, additionalProperties: others, properties = {} } = schema;
  const inner = [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(typeof others === 'object' ? [others] : []),
  ];
  return inner.some((next) => holdsAsItem(next, sought));
}

function read(schema: Schema, name: readonly string[], words: Lexicon): Meant | undefined {
  const { type, description = '', enum: values } = schema;
  if (type !== 'string' && type !== 'integer' && type !== 'number') return undefined;
  if (isFlag(schema, name, words)) return { type: 'boolean' };
  if (values) return undefined;
  if (type === 'string') {
    if (isList(description)) return { type: 'array' };
    const set = closedSet(description, CHOICES.has(name.at(-1) ?? ''), name);
    if (set && !isTruth(set)) return { type: 'enum', values: set };
    if (STATED_OTHERWISE.test(description)) return undefined;
  }
  const counts = type !== 'integer' && namesCount(name, words.counts, STATED_COUNT.test(description));
  return counts ? { type: 'integer' } : undefined;
}
