/** Whether an adapter is right: every call of the older tool becomes a valid call of the other one, and every result a result of the older (ADR 58). */
import {
  adaptResult,
  compileAdapter,
  compileImported,
  passesUnchanged,
  isJsonObject,
  sameJson,
  ownMember,
} from '@haft/runtime/language';
import type { Adapter, Schema } from '@haft/runtime/language';
import type { ToolPlan } from '../../plan/model.ts';
import { plainForm, returnsOf, unjudgedKeywords, withDefinitions } from '../schema/forms.ts';
import { facetsOf } from '../subset/form.ts';
import { isSubset } from '../subset/subset.ts';
import { accepts } from '../subset/values.ts';
import { withoutSecrets } from '../witness/secrets.ts';
import { judgeOf, samplesBetween } from '../witness/witness.ts';
import { argumentsImage, resultImage } from './image.ts';

/** Why an adapter is not proved. */
interface AdapterDoubt {
  /** A sentence. */
  readonly says: string;
  /** It is wrong, by an example or by what both tools declare. */
  readonly isWrong: boolean;
}

export function doubtOf(own: ToolPlan, target: ToolPlan, adapter: Adapter): AdapterDoubt | undefined {
  const different = differenceOf(own, target, adapter);
  if (different) return different;
  if (!areCallsValid(own, target, adapter)) return callDoubt(own, target, adapter);
  return areResultsValid(own, target, adapter) ? undefined : resultDoubt(own, target, adapter);
}

/** What no mapping can make up for. */
function differenceOf(own: ToolPlan, target: ToolPlan, { result }: Adapter): AdapterDoubt | undefined {
  const [before, after] = [own.annotations, target.annotations];
  const isMore = (!after.readOnlyHint && before.readOnlyHint) || (after.destructiveHint && !before.destructiveHint);
  if (isMore) return doubt(`Tool "${target.name}" has effects that "${own.name}" does not declare.`, true);
  if (own.results !== target.results)
    return doubt(`Results have an envelope in only one of "${own.name}" and "${target.name}".`, true);
  const isSame = result === undefined && sameJson(own.outputSchema ?? null, target.outputSchema ?? null);
  return own.results === 'raw' && !isSame
    ? doubt(`Results without envelope must be the same in "${own.name}" and "${target.name}".`, true)
    : undefined;
}

function doubt(says: string, isWrong = false): AdapterDoubt {
  return { says, isWrong };
}

function areCallsValid(own: ToolPlan, target: ToolPlan, adapter: Adapter): boolean {
  const [from, to] = [plainForm(own.inputSchema), plainForm(target.inputSchema)];
  const isPlain = Object.keys(adapter.arguments).length === 0 && !adapter.translate;
  if (fillsWrong(from, from) || !givesGroups(own, target, adapter)) return false;
  if (isPlain && sameJson(own.inputSchema, target.inputSchema)) return true;
  const isJudged = !hasUnjudged(own.inputSchema, target.inputSchema, adapter);
  return isJudged && isSubset(argumentsImage(adapter, from, to), from, to, to);
}

/** A call that is rejected, where one is found. */
function callDoubt(own: ToolPlan, target: ToolPlan, adapter: Adapter): AdapterDoubt {
  const [from, to] = [plainForm(own.inputSchema), plainForm(target.inputSchema)];
  const map = compileAdapter(adapter, from, to);
  const both = { tools: [own, target] };
  for (const call of samplesBetween(from, nearby(from, to, adapter))) {
    const input = judgeOf(both, own)(call);
    if ('issues' in input || !isJsonObject(input.value)) continue;
    const newCall = map(input.value);
    const outcome = judgeOf(both, target)(newCall);
    const now = 'issues' in outcome ? outcome.issues[0]?.message : undefined;
    if (now === undefined || !withoutSecrets({ of: 'call', tool: own.name, before: call, now }, [from])) continue;
    return doubt(
      `The call ${JSON.stringify(call)} of "${own.name}" becomes ${JSON.stringify(newCall)}, and "${target.name}" rejects it: ${now}`,
      true,
    );
  }
  return doubt(`It is not proved that every call of "${own.name}" becomes a valid call of "${target.name}".`);
}

/** A default is filled as it is: one that its own schema rejects makes a value that no schema describes. */
function fillsWrong(schema: unknown, root: Schema): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { default: filled }: Schema = schema;
  const isWrong = filled !== undefined && !accepts(facetsOf(schema), root, filled);
  return isWrong || Object.values(schema).some((inner) => fillsWrong(inner, root));
}

/** Keywords that are only passed on are judged by nothing: where they are, a parameter must be the same. */
function hasUnjudged(own: Schema, target: Schema, adapter: Adapter): boolean {
  const names = new Set(
    Object.keys(unjudgedKeywords(target, target))
      .map((pointer) => pointer.split('/').slice(1, 3))
      .map(([part = '', name = '']) => (part === 'properties' ? name : '')),
  );
  return [...names].some((name) => {
    const source = name === '' ? undefined : sourceOf(name, own, target, adapter);
    return (
      source === undefined ||
      !sameJson(ownMember(own.properties ?? {}, source), ownMember(target.properties ?? {}, name))
    );
  });
}

/** The parameter whose unchanged value an argument is. */
function sourceOf(name: string, own: Schema, target: Schema, adapter: Adapter): string | undefined {
  const { arguments: args, translate = {} } = adapter;
  const body = ownMember(args, name);
  const [, named] = typeof body === 'string' ? (/^\{(\w+)\}$/.exec(body) ?? []) : [];
  const source = body === undefined ? name : named;
  const isPassed =
    source !== undefined && (body !== undefined || passesUnchanged(name, { arguments: args }, own, target));
  return isPassed && !Object.hasOwn(translate, source) ? source : undefined;
}

/** The schema of each parameter where it is sent, for values near its bounds. */
function nearby(own: Schema, target: Schema, adapter: Adapter): Schema {
  const pairs = Object.entries(target.properties ?? {}).flatMap(([name, schema]) => {
    const source = sourceOf(name, own, target, adapter);
    return source === undefined ? [] : [[source, schema] as const];
  });
  return { ...target, properties: Object.fromEntries(pairs) };
}

/** Each group of the target has a member that is always there, or all members of a group of the older tool. */
function givesGroups(own: ToolPlan, target: ToolPlan, adapter: Adapter): boolean {
  const { at_least_one: groups = [] } = target;
  const { required = [] } = argumentsImage(adapter, own.inputSchema, target.inputSchema);
  const sources = (group: readonly string[]): (string | undefined)[] =>
    group.map((name) => sourceOf(name, own.inputSchema, target.inputSchema, adapter));
  return groups.every(
    (group) =>
      group.some((name) => required.includes(name)) ||
      own.at_least_one?.some((old) => old.every((name) => sources(group).includes(name))),
  );
}

function areResultsValid(own: ToolPlan, target: ToolPlan, { result }: Adapter): boolean {
  const [to, from] = [returnsOf(own), returnsOf(target)];
  if (own.results === 'raw' || fillsWrong(from, from)) return own.results === 'raw';
  if (result === undefined && sameJson(from, to) && sameJson(own.returns, target.returns)) return true;
  const isJudged = Object.keys(unjudgedKeywords(own.returns, withDefinitions(own.returns, own))).length === 0;
  return isJudged && isSubset(result ? resultImage(result, from, from) : from, from, to, to);
}

/** A result that becomes none of the older tool, where one is found. */
function resultDoubt(own: ToolPlan, target: ToolPlan, { result }: Adapter): AdapterDoubt {
  const [to, from] = [returnsOf(own), returnsOf(target)];
  const judge = compileImported(to);
  for (const sample of samplesBetween(from, to)) {
    const output = result ? adaptResult(result, sample) : sample;
    const outcome = judge(output);
    const issue = 'issues' in outcome ? outcome.issues[0] : undefined;
    if (issue)
      return doubt(
        `The result ${JSON.stringify(sample)} of "${target.name}" becomes ${JSON.stringify(output)}, which is none of "${own.name}": ${issue.message}`,
        true,
      );
  }
  return doubt(`It is not proved that every result of "${target.name}" becomes a result of "${own.name}".`);
}
