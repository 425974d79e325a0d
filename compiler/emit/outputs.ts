/** `outputs:` of haft.yaml: which emitters print, and the names in it that lead to none. */
import { unknownName } from '../check/analysis/unknown-name.ts';
import type { Config } from '../check/documents/config.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { SpecDocument } from '../spec/yaml/spec.ts';
import type { Emitter } from './emitter.ts';
import { EMITTERS } from './emitters/index.ts';

type Outputs = NonNullable<Config['outputs']>;

/** The standard ones that are not turned off, and those that are named, for the servers that are named with them. */
export function emittersFor(outputs: Outputs): readonly Emitter[] {
  const choices = new Map(outputs.map(optionsOf).map((options) => [options.use, options]));
  return EMITTERS.flatMap((emitter) => {
    const { off = false, servers } = choices.get(emitter.id) ?? { off: !emitter.standard };
    return off ? [] : [servers ? forServers(emitter, servers) : emitter];
  });
}

function forServers(emitter: Emitter, names: readonly string[]): Emitter {
  if (emitter.of !== 'server') return emitter;
  const { files, ...rest } = emitter;
  return {
    ...rest,
    files: (server, context, plan) => (names.includes(server.name) ? files(server, context, plan) : []),
  };
}

/** Findings at the items of `outputs:`; `document` is haft.yaml, in its shape. `servers` are all of the project, where they are known. */
export function checkOutputs(outputs: Outputs, document: SpecDocument, servers?: readonly string[]): Diagnostic[] {
  return outputs.flatMap((output, index) => {
    const options = optionsOf(output);
    const problem = problemOf(options, outputs.slice(0, index)) ?? unknownServer(options, servers);
    if (!problem) return [];
    const { at, ...rest } = problem;
    const path = ['outputs', index, ...(typeof output === 'string' ? [] : at)];
    return [{ code: 'spec/output', severity: 'error', ...rest, span: document.at(path), about: { path } }];
  });
}

type OutputOptions = Exclude<Outputs[number], string>;

function optionsOf(output: Outputs[number]): OutputOptions {
  return typeof output === 'string' ? { use: output } : output;
}

interface OutputProblem extends Pick<Diagnostic, 'message' | 'hint'> {
  /** Keys from the item of `outputs:`. */
  readonly at: readonly (string | number)[];
}

function problemOf({ use, off = false, servers }: OutputOptions, earlier: Outputs): OutputProblem | undefined {
  const emitter = EMITTERS.find(({ id }) => id === use);
  if (!emitter) {
    const ids = EMITTERS.map(({ id }) => id);
    const [message, hint] = unknownName('output', use, ids);
    return { at: ['use'], message, hint };
  }
  if (earlier.some((other) => optionsOf(other).use === use))
    return { at: ['use'], message: `Output "${use}" is listed twice.`, hint: 'Keep one of the two items.' };
  if (servers && (emitter.standard || emitter.of !== 'server')) {
    const message = `Output "${use}" is not one that is written for some servers and not for others.`;
    return { at: ['servers'], message, hint: 'Delete `servers`.' };
  }
  if (!off || emitter.required === undefined) return undefined;
  const message = `Output "${use}" cannot be turned off. ${emitter.required}`;
  return { at: ['off'], message, hint: 'Delete this item.' };
}

function unknownServer({ servers: named = [] }: OutputOptions, known = named): OutputProblem | undefined {
  const index = named.findIndex((name) => !known.includes(name));
  const [message, hint] = unknownName('server', named[index] ?? '', known);
  return index < 0 ? undefined : { at: ['servers', index], message, hint };
}
