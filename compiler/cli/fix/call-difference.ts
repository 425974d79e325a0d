/** Compares what two versions of a tool send for the same arguments, without sending anything. */
import type { JsonObject, Json, Schema } from '@haft/runtime/language';
import { canonicalJson, compileBody } from '@haft/runtime/language';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import type { Rename } from '../../base/diagnostic.ts';
import { dryRun } from '../call/dry-run.ts';
import { descriptorsOf } from '../../features/recordings/run/descriptors.ts';
import type { Sent } from '../call/call-trace.ts';
import type { PlannedTool } from './judge-fixes.ts';
import { renamedArguments } from './renamed.ts';
import { matcherOf } from '../../check/analysis/evals/matcher.ts';
import type { ToolEval, ToolPlan } from '../../plan/model.ts';
import { plainForm } from '../../versions/schema/unjudged.ts';
import { facetsOf } from '../../versions/subset/form.ts';
import { samplesOf } from '../../versions/witness/samples.ts';

/** One difference as a sentence; also where no call could be compared, which proves nothing. */
export async function callDifference(
  before: PlannedTool,
  after: PlannedTool,
  renames: readonly Rename[],
): Promise<string | undefined> {
  const calls = exampleCalls(before.tool);
  for (const standIn of STAND_INS) {
    const [old, now] = [before, after].map((one) => variablesFor(one, standIn));
    const compared: JsonObject[] = [];
    for (const args of calls) {
      const sent = await shown(before, args, old ?? {});
      if (sent === undefined) continue;
      compared.push(args);
      const next = await shown(after, renamedArguments(args, renames), now ?? {});
      if (next !== sent) return differenceText(before.tool.name, args, sent, next);
    }
    const isCovered = renames.every(({ from }) => compared.some((args) => Object.hasOwn(args, from)));
    if (compared.length > 0 && isCovered) return undefined;
  }
  return 'No example call could be made, so nothing proves that requests stay the same.';
}

/** A value for a variable of the environment; the value of the user is not read. */
type StandIn = (name: string, isAddress: boolean) => string;

const STAND_INS: readonly StandIn[] = [
  (name, isAddress) => (isAddress ? `https://${name.toLowerCase().replaceAll('_', '-')}.invalid` : `/${name}`),
  () => '1',
];

function variablesFor({ server }: PlannedTool, standIn: StandIn): Readonly<Record<string, string>> {
  const places = [
    ...Object.values(server.connections).map(({ base_url }) => base_url),
    ...Object.values(server.upstreams ?? {}).map(({ url = '' }) => url),
  ];
  const isAddress = (name: string): boolean => places.some((place) => place.startsWith(`{env.${name}`));
  return Object.fromEntries(Object.keys(server.env).map((name) => [name, standIn(name, isAddress(name))]));
}

/** Everything that leaves the tool, as text; undefined where a call with these arguments fails before that. */
async function shown(
  found: PlannedTool,
  args: JsonObject,
  variables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { server: described, tool } = descriptorsOf(found);
  // Stand-ins are no secrets: nothing is looked for in what is sent.
  const env = Object.fromEntries(Object.entries(described.env).map(([name, one]) => [name, { ...one, secret: false }]));
  const server = { ...described, env };
  const unsent = BEHAVIORS.map((one) => one.unsent(tool.behavior)).find((one) => one !== undefined);
  // A tool that sends nothing is asked for its arguments alone: what it uses is not touched.
  const asked = unsent === undefined ? tool : { ...tool, behavior: ECHO };
  const dry = await dryRun(asked, { server, args, variables, write: () => {} });
  if (dry.failed || dry.args === undefined) return undefined;
  if (unsent !== undefined) return JSON.stringify(compileBody(unsent)({ ...(dry.args as JsonObject), env: variables }));
  return dry.sent.length > 0 ? dry.sent.map(sentParts).join('\n') : JSON.stringify(dry.args);
}

const ECHO = { kind: 'handler', export: 'echo' } as const;

/** Every byte that is sent: unlike what people are shown, nothing is cut and nothing redacted. */
function sentParts(sent: Sent): string {
  if (sent.kind === 'call') return `${sent.upstream}: ${sent.tool} ${canonicalJson(sent.args)}`;
  if (sent.kind === 'program') {
    const { argv, cwd, env, stdin } = sent;
    return JSON.stringify({ argv, cwd, env, stdin });
  }
  const { method, url, headers, body } = sent;
  return `${method} ${url} ${JSON.stringify({ headers: [...headers], body })}`;
}

const MOST_SHOWN = 200;

function differenceText(name: string, args: JsonObject, sent: string, next: string | undefined): string {
  const clipped = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
  const now = next === undefined ? 'now the call is rejected' : `now ${clipped(next)}`;
  return `${name} ${clipped(JSON.stringify(args))} sent ${clipped(sent)}; ${now}.`;
}

const MOST_CASES = 6;
const MOST_MADE = 12;

/** The most telling first: cases of the author, all parameters, only the required ones, then each of the others. */
function exampleCalls({ name, inputSchema, evals }: ToolPlan): readonly JsonObject[] {
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
