/** `outputs:` of haft.yaml: which emitters print, and the names in it that lead to none. */
import { unknownName } from '../check/analysis/unknown-name.ts';
import type { Config } from '../check/documents/config.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { SpecDocument } from '../spec/yaml/spec.ts';
import type { Emitter } from './emitter.ts';
import { EMITTERS } from './emitters/index.ts';

type Outputs = NonNullable<Config['outputs']>;

/** The standard ones that are not turned off, and those that are named. */
export function emittersFor(outputs: Outputs): readonly Emitter[] {
  const choices = new Map(outputs.map(optionsOf).map(({ use, off = false }) => [use, !off]));
  return EMITTERS.filter(({ id, standard }) => choices.get(id) ?? standard);
}

/** Findings at the items of `outputs:`; `document` is haft.yaml, in its shape. */
export function checkOutputs(outputs: Outputs, document: SpecDocument): Diagnostic[] {
  return outputs.flatMap((output, index) => {
    const problem = problemOf(output, outputs.slice(0, index));
    if (!problem) return [];
    const { key, ...rest } = problem;
    const path = ['outputs', index, ...(typeof output === 'string' ? [] : [key])];
    return [{ code: 'spec/output', severity: 'error', ...rest, span: document.at(path), about: { path } }];
  });
}

function optionsOf(output: Outputs[number]): Exclude<Outputs[number], string> {
  return typeof output === 'string' ? { use: output } : output;
}

interface OutputProblem extends Pick<Diagnostic, 'message' | 'hint'> {
  readonly key: 'use' | 'off';
}

function problemOf(output: Outputs[number], earlier: Outputs): OutputProblem | undefined {
  const { use, off = false } = optionsOf(output);
  const emitter = EMITTERS.find(({ id }) => id === use);
  if (!emitter) {
    const ids = EMITTERS.map(({ id }) => id);
    const [message, hint] = unknownName('output', use, ids);
    return { key: 'use', message, hint };
  }
  if (earlier.some((other) => optionsOf(other).use === use))
    return { key: 'use', message: `Output "${use}" is listed twice.`, hint: 'Keep one of the two items.' };
  if (!off || emitter.required === undefined) return undefined;
  const message = `Output "${use}" cannot be turned off. ${emitter.required}`;
  return { key: 'off', message, hint: 'Delete this item.' };
}
