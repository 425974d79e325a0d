/** Every text of a tool or server that reaches a model, with its place. Rules about such texts use only this list. */
import type { PlacedStep } from '../../behaviors/behavior.ts';
import { behaviorsOf } from '../../behaviors/index.ts';
import type { ServerSpec } from '../documents/server.ts';
import type { ToolSpec } from '../documents/tool.ts';
import { keysAndTextsIn } from './placed-texts.ts';
import type { KeyOrText } from './placed-texts.ts';

/** Descriptions, schemas with their enums and defaults, results, and the words for failures. */
export function shownOf(tool: ToolSpec): object {
  const { title, description, parameters, definitions, returns, deprecated, on_timeout } = tool;
  const { additional_parameters, parameters_schema, hints, output_schema } = tool;
  const behaviors = behaviorsOf(tool).map(({ key, failureKeys, steps: [work, ...checks], result }) => {
    const failuresOf = (step: PlacedStep | undefined): object => pick(step?.spec ?? {}, failureKeys);
    return [key, { ...failuresOf(work), before: checks.map(failuresOf), result }];
  });
  const imported = { additional_parameters, parameters_schema, hints, output_schema };
  const rest = { parameters, definitions, returns, deprecated, on_timeout, ...imported };
  return { title, description, ...rest, ...Object.fromEntries(behaviors) };
}

function pick(step: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(step).filter(([key]) => keys.includes(key)));
}

/** The instructions, and the words for failures that hold for all its tools. */
export function serverTexts(server: ServerSpec): KeyOrText[] {
  const { title, summary, instructions, env = {}, connections = {}, programs = {}, upstreams = {} } = server;
  return [
    ...keysAndTextsIn({ title, summary, instructions }),
    ...Object.entries(env).flatMap(([name, { on_missing }]) => keysAndTextsIn({ on_missing }, ['env', name])),
    ...Object.entries(connections).flatMap(([name, { on_unreachable, errors }]) => {
      return keysAndTextsIn({ on_unreachable, errors }, ['connections', name]);
    }),
    ...Object.entries(programs).flatMap(([name, { not_found, exit_codes }]) => {
      return keysAndTextsIn({ not_found, exit_codes }, ['programs', name]);
    }),
    ...Object.entries(upstreams).flatMap(([name, { on_unreachable }]) => {
      return keysAndTextsIn({ on_unreachable }, ['upstreams', name]);
    }),
  ];
}
