/** A tool that a person has described in a few lines, as its keys in a spec. */
import { templateVariables } from '../../../spec/behaviors/variables.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import type { ServerOffers } from '../../../spec/behaviors/starter.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { ServerSpec } from '../../documents/server.ts';

export interface NewParameter {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly description: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What only a person knows of a new tool. */
export interface ToolAnswers extends Pick<ToolSpec, 'name' | 'effects'> {
  readonly does: string;
  readonly when: string;
  readonly examples: readonly string[];
  readonly parameters: readonly NewParameter[];
}

export function offersOf({ connections = {}, databases = {}, upstreams = {} }: ServerSpec): ServerOffers {
  return { connections, databases: Object.keys(databases), upstreams: Object.keys(upstreams) };
}

/** What a behavior fills in, in order: the names of parameters, and of variables of the environment. */
export function variablesIn(behavior: object): {
  readonly parameters: readonly string[];
  readonly env: readonly string[];
} {
  const templates = allSteps({ name: '', ...behavior }).flatMap(({ parts }) => parts.templates);
  const paths = templates.flatMap(({ text }) => templateVariables(text)).map(({ path }) => path);
  const [own, others] = [paths.filter(([root]) => root !== 'env'), paths.filter(([root]) => root === 'env')];
  return { parameters: unique(own.map(([root = '']) => root)), env: unique(others.map(([, name = '']) => name)) };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** In the order in which authors write them. */
export function newTool({ name, does, when, examples, parameters, effects }: ToolAnswers, behavior: object): object {
  return {
    name,
    description: { does, when, examples },
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map(({ name: of, ...schema }) => [of, schema])),
      required: parameters.map(({ name: of }) => of),
    }),
    effects,
    ...behavior,
  };
}
