/** Narrows the type of a parameter, with its default and the arguments of its evals; undefined where a request would change. */
import type { Json, SchemaType } from '@haft/runtime/language';
import type { TextEdit } from '../../../base/diagnostic.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import type { ParamPart } from '../../model.ts';

type Edits = (TextEdit | undefined)[];

/** `convert` returns undefined for a value that has no counterpart in the new type. */
export function retype(param: ParamPart, type: SchemaType, convert: (value: Json) => Json | undefined): Edits {
  const { default: value, minLength, maxLength, pattern, enum: values } = param.spec;
  const worded = [minLength, maxLength, pattern].some((keyword) => keyword !== undefined);
  if (worded || isSentTyped(param)) return [undefined];
  const change = (old: Json, replace: (value: Json) => TextEdit | undefined): Edits => {
    const converted = convert(old);
    return converted === old ? [] : [converted === undefined ? undefined : replace(converted)];
  };
  return [
    param.edit({ kind: 'replace', path: ['type'], value: type }),
    ...(value === undefined
      ? []
      : change(value, (next) => param.edit({ kind: 'replace', path: ['default'], value: next }))),
    ...(values ? [param.edit({ kind: 'remove', path: ['enum'] })] : []),
    ...argumentsOf(param).flatMap(({ path, old }) => {
      return change(old, (next) => param.tool.edit({ kind: 'replace', path, value: next }));
    }),
  ];
}

/** A JSON body sends a whole variable with its type, and the service may require a string. */
function isSentTyped({ name, tool }: ParamPart): boolean {
  const bodies = allSteps(tool.spec).map(({ parts }) => parts.typed ?? '');
  return JSON.stringify(bodies).includes(`"{${name}}"`);
}

function argumentsOf({ name, topLevel, tool }: ParamPart): { path: (string | number)[]; old: Json }[] {
  return (tool.spec.evals ?? []).flatMap(({ arguments: given }, index) => {
    const old = topLevel && given && Object.hasOwn(given, name) ? given[name] : undefined;
    return old === undefined ? [] : [{ path: ['evals', index, 'arguments', name], old }];
  });
}

/** Whether every keyword of the parameter is in the set. */
export function setFits(param: ParamPart, values: readonly string[]): boolean {
  const { default: value, minLength, maxLength, pattern } = param.spec;
  const steps = allSteps(param.tool.spec);
  const translated = steps.flatMap(({ parts }) => Object.keys(parts.translate?.[param.name] ?? {}));
  const usedValues = [
    ...(value === undefined ? [] : [value]),
    ...translated,
    ...argumentsOf(param).map(({ old }) => old),
  ];
  const unbounded = [minLength, maxLength, pattern].every((keyword) => keyword === undefined);
  return unbounded && usedValues.every((one) => values.some((known) => known === one));
}
