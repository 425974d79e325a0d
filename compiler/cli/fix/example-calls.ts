/** Arguments to try a tool with: those of its eval cases, and those made from its schema. */
import type { Json, JsonObject, Schema } from '@haft/runtime/language';
import { matcherOf } from '../../check/analysis/evals/matcher.ts';
import type { ToolEval, ToolPlan } from '../../plan/model.ts';
import { plainForm } from '../../versions/schema/unjudged.ts';
import { facetsOf } from '../../versions/subset/form.ts';
import { samplesOf } from '../../versions/witness/samples.ts';

const MOST_CASES = 6;
const MOST_MADE = 12;

/** The most telling first: cases of the author, all parameters, only the required ones, then each of the others. */
export function exampleCalls({ name, inputSchema, evals }: ToolPlan): readonly JsonObject[] {
  const cases = evals.filter((one) => one.expect === name && one.arguments).map(argumentsOf);
  return [...cases.slice(0, MOST_CASES), ...made(plainForm(inputSchema)).slice(0, MOST_MADE)];
}

function argumentsOf({ arguments: expected }: ToolEval): JsonObject {
  const entries = Object.entries(expected ?? {}).flatMap(([name, one]): [string, Json][] => {
    const matcher = matcherOf(one);
    if (matcher.kind === 'equals') return [[name, matcher.value]];
    const [first] = matcher.kind === 'any_of' ? matcher.values : [];
    return first === undefined ? [] : [[name, first]];
  });
  return Object.fromEntries(entries);
}

function made(root: Schema): JsonObject[] {
  const { properties = {}, required = [] } = root;
  const values = new Map(
    Object.entries(properties).map(([name, schema]) => {
      const own = { facets: facetsOf(schema), root };
      return [name, samplesOf(own, own)] as const;
    }),
  );
  const filled = (names: readonly string[], at: number): JsonObject =>
    Object.fromEntries(
      names.flatMap((name) => {
        const all = values.get(name) ?? [];
        const value = all[Math.min(at, all.length - 1)];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const [least, most] = [filled(required, 0), filled(Object.keys(properties), 0)];
  const single = Object.keys(properties).map((name) => ({ ...least, ...filled([name], 1) }));
  return [most, least, ...single];
}
