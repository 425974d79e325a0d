/** How fixes are proved in a project: what callers and services see of example calls is the same before and after. */
import type { Diagnostic, Rename } from '../../base/diagnostic.ts';
import { compareVersions } from '../../versions/against-release.ts';
import { loadContract } from '../../edge/project/contract.ts';
import { policyOf } from '../../edge/project/policy.ts';
import type { Project } from '../../edge/project/project.ts';
import type { Sources } from '../../edge/project/read-sources.ts';
import { surroundingsOf } from '../../edge/tasks/surroundings.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';
import { type Prover, gradesOf, isProposal, renamedArguments } from './judge-fixes.ts';
import { type Json, type JsonObject, type Schema, canonicalJson, compileBody } from '@haft/runtime/language';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import { dryRun } from '../call/dry-run.ts';
import { descriptorsOf } from '../../edge/calls/call-over.ts';
import type { OutgoingMessage } from '../call/print-call.ts';
import { expectsItself } from '../../plan/eval.ts';
import { matcherOf } from '../../check/analysis/evals/arguments.ts';
import type { ToolEval, ToolPlan } from '../../plan/model.ts';
import { plainForm } from '../../versions/schema/forms.ts';
import { facetsOf } from '../../versions/subset/form.ts';
import { samplesOf } from '../../versions/witness/samples.ts';

const STAND_INS: readonly StandIn[] = [
  (name, isAddress) => (isAddress ? `https://${name.toLowerCase().replaceAll('_', '-')}.invalid` : `/${name}`),
  () => '1',
];

const ECHO = { kind: 'handler', export: 'echo' } as const;

const MAX_SHOWN = 200;

const MAX_CASES = 6;

const MAX_SAMPLES = 12;

export function proverFor(project: Project, sources: Sources, today: string): Prover {
  const released = loadContract(project.root);
  const dates = policyOf(project, today);
  return {
    surroundings: surroundingsOf(project, sources, today),
    callDifference,
    ...(released && { policy: (compiled) => compareVersions(released, compiled, dates).diagnostics }),
  };
}

/** The findings with the grade of each fix. */
export async function withGrades(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  prover: Prover,
): Promise<readonly Diagnostic[]> {
  const grades = await gradesOf(sources.specs, diagnostics.filter(isProposal), prover);
  return diagnostics.map((one) => {
    const grade = grades.get(one);
    return one.fix && grade ? { ...one, fix: { ...one.fix, grade } } : one;
  });
}

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
      const sent = await sentAsText(before, args, old ?? {});
      if (sent === undefined) continue;
      compared.push(args);
      const next = await sentAsText(after, renamedArguments(args, renames), now ?? {});
      if (next !== sent) return differenceText(before.tool.name, args, sent, next);
    }
    const isCovered = renames.every(({ from }) => compared.some((args) => Object.hasOwn(args, from)));
    if (compared.length > 0 && isCovered) return undefined;
  }
  return 'No example call could be made, so nothing proves that requests stay the same.';
}

/** A value for a variable of the environment; the value of the user is not read. */
type StandIn = (name: string, isAddress: boolean) => string;

function variablesFor({ server }: PlannedTool, standIn: StandIn): Readonly<Record<string, string>> {
  const places = [
    ...Object.values(server.connections).map(({ base_url }) => base_url),
    ...Object.values(server.upstreams ?? {}).map(({ url = '' }) => url),
  ];
  const isAddress = (name: string): boolean => places.some((place) => place.startsWith(`{env.${name}`));
  return Object.fromEntries(Object.keys(server.env).map((name) => [name, standIn(name, isAddress(name))]));
}

/** Everything that leaves the tool, as text; undefined where a call with these arguments fails before that. */
async function sentAsText(target: PlannedTool, args: JsonObject, variables: Readonly<Record<string, string>>) {
  const { server: described, tool } = descriptorsOf(target);
  // Stand-ins are no secrets: nothing is looked for in what is sent.
  const env = Object.fromEntries(Object.entries(described.env).map(([name, one]) => [name, { ...one, secret: false }]));
  const server = { ...described, env };
  const unsent = BEHAVIORS.map((one) => one.unsent(tool.behavior)).find((one) => one !== undefined);
  // A tool that sends nothing is asked for its arguments alone: what it uses is not touched.
  const probe = unsent === undefined ? tool : { ...tool, behavior: ECHO };
  const dry = await dryRun(probe, { server, args, variables, write: () => {} });
  if (dry.failed || dry.args === undefined) return undefined;
  if (unsent !== undefined) return JSON.stringify(compileBody(unsent)({ ...dry.args, env: variables }));
  return dry.sent.length > 0 ? dry.sent.map(sentParts).join('\n') : JSON.stringify(dry.args);
}

/** Every byte that is sent: unlike what people are shown, nothing is cut and nothing redacted. */
function sentParts(sent: OutgoingMessage): string {
  if (sent.kind === 'call') return `${sent.upstream}: ${sent.tool} ${canonicalJson(sent.args)}`;
  if (sent.kind === 'program') {
    const { argv, cwd, env, stdin } = sent;
    return JSON.stringify({ argv, cwd, env, stdin });
  }
  if (sent.kind === 'statement') return canonicalJson(sent.shown);
  const { method, url, headers, body } = sent;
  return `${method} ${url} ${JSON.stringify({ headers: [...headers], body })}`;
}

function differenceText(name: string, args: JsonObject, sent: string, next: string | undefined): string {
  const clipped = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
  const now = next === undefined ? 'now the call is rejected' : `now ${clipped(next)}`;
  return `${name} ${clipped(JSON.stringify(args))} sent ${clipped(sent)}; ${now}.`;
}

/** The most telling first: cases of the author, all parameters, only the required ones, then each of the others. */
function exampleCalls({ name, inputSchema, evals }: ToolPlan): readonly JsonObject[] {
  const cases = evals.filter((one) => expectsItself(one, name) && one.arguments).map(argumentsOf);
  return [...cases.slice(0, MAX_CASES), ...sampleArguments(plainForm(inputSchema)).slice(0, MAX_SAMPLES)];
}

function argumentsOf({ arguments: expected }: Pick<ToolEval, 'arguments'>): JsonObject {
  const entries = Object.entries(expected ?? {}).flatMap(([name, one]): [string, Json][] => {
    const matcher = matcherOf(one);
    if (matcher.kind === 'equals') return [[name, matcher.value]];
    const [first] = matcher.kind === 'any_of' ? matcher.values : [];
    return first === undefined ? [] : [[name, first]];
  });
  return Object.fromEntries(entries);
}

function sampleArguments(root: Schema): JsonObject[] {
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
