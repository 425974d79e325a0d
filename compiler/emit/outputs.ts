/** `outputs:` of haft.yaml: which emitters print, and the names in it that lead to none. */
import { unknownName } from '../check/analysis/unknown-name.ts';
import type { Config } from '../check/documents/config.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Plan } from '../plan/model.ts';
import type { SpecDocument } from '../spec/yaml/spec.ts';
import type { Emitter } from './emitter.ts';
import { EMITTERS } from './emitters/index.ts';

type Outputs = NonNullable<Config['outputs']>;

/** The standard ones that are not turned off, and those that are named, for the servers that are named with them. */
export function emittersFor(outputs: Outputs): readonly Emitter[] {
  const choices = new Map(outputs.map(optionsOf).map((options) => [options.use, options]));
  return EMITTERS.flatMap((emitter) => {
    const { off = false, servers, skill } = choices.get(emitter.id) ?? { off: !emitter.standard };
    return off ? [] : [servers || skill ? withOptions(emitter, servers, skill) : emitter];
  });
}

function withOptions(emitter: Emitter, names: readonly string[] | undefined, skill = false): Emitter {
  if (emitter.of !== 'server') return emitter;
  const { files, ...rest } = emitter;
  return {
    ...rest,
    files(server, context, plan) {
      if (names?.includes(server.name) === false) return [];
      return [...files(server, context, plan), ...((skill && emitter.skillFiles?.(server)) || [])];
    },
  };
}

/** Findings at the items of `outputs:`; `document` is haft.yaml, in its shape. */
export function checkOutputs(outputs: Outputs, document: SpecDocument, plan?: Plan): Diagnostic[] {
  return outputs.flatMap((output, index) => {
    const options = optionsOf(output);
    const servers = plan?.servers.map(({ name }) => name);
    const problem =
      problemOf(options, outputs.slice(0, index)) ?? unknownServer(options, servers) ?? badSkill(options, plan);
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

function problemOf({ use, off = false, servers, skill }: OutputOptions, earlier: Outputs): OutputProblem | undefined {
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
  if (skill && !('skillFiles' in emitter))
    return { at: ['skill'], message: `Output "${use}" has no skill.`, hint: 'Delete `skill`.' };
  if (!off || emitter.required === undefined) return undefined;
  const message = `Output "${use}" cannot be turned off. ${emitter.required}`;
  return { at: ['off'], message, hint: 'Delete this item.' };
}

/** The name of a skill of an output: one that a spec has, or one that is too long. */
function badSkill({ use, servers, skill }: OutputOptions, plan?: Plan): OutputProblem | undefined {
  const emitter = EMITTERS.find(({ id }) => id === use);
  if (!skill || emitter?.of !== 'server' || !emitter.skillFiles) return undefined;
  for (const server of plan?.servers ?? []) {
    const [, name = ''] = emitter.skillFiles(server)[0]?.path.split('/') ?? [];
    if (servers?.includes(server.name) === false) continue;
    const isTaken = plan?.skills.some((one) => one.name === name);
    if (!isTaken && name.length <= MAX_SKILL_NAME) continue;
    const message = isTaken
      ? `Output "${use}" writes a skill "${name}", and a spec has this name, too.`
      : `Skill "${name}" of output "${use}" has ${name.length} characters; the maximum is ${MAX_SKILL_NAME}.`;
    return { at: ['skill'], message, hint: 'Rename the server or the skill, or delete `skill`.' };
  }
  return undefined;
}

/** Agent Skills, `name`. */
const MAX_SKILL_NAME = 64;

function unknownServer({ servers: named = [] }: OutputOptions, servers = named): OutputProblem | undefined {
  const index = named.findIndex((name) => !servers.includes(name));
  const [message, hint] = unknownName('server', named[index] ?? '', servers);
  return index < 0 ? undefined : { at: ['servers', index], message, hint };
}
