/** Whether calls of a released tool do something else now: a parameter or a value has the place of another one, and the rest is as it was. */
import {
  type Adapter,
  type Json,
  type Schema,
  compileAdapter,
  isJsonObject,
  sameJson,
  translationOf,
} from '@haft/runtime/language';
import { STEP_KEYS } from '../../spec/behaviors/steps.ts';
import type { ToolPlan } from '../../plan/model.ts';
import { callMembers } from '../compare/failures.ts';
import { plainForm } from '../schema/forms.ts';
import { withoutSecrets } from '../witness/secrets.ts';
import { judgeOf, samplesBetween } from '../witness/witness.ts';
import { type Step, memberOf, namesOf, sentBy, tablesOf } from './infer.ts';
import { type Bindings, rootOf, unify } from './unify.ts';

/** What it means for callers: a proof where nothing else changed, and otherwise a question. */
type Exchange = { readonly level: 'breaking' | 'unknown'; readonly why: string };

/** The first one, in a sentence; undefined where there is none. */
export function exchangeIn(old: ToolPlan, now: ToolPlan): Exchange | undefined {
  const [before = NO_STEPS, after = NO_STEPS] = [old, now].map((tool) => stepsIn(callMembers(sentBy(tool))));
  const names = namesOf(old, now);
  const pairs = [...before].flatMap(([place, one]) => {
    const other = after.get(place);
    return other ? [{ one, other, sent: unify(one, other, names, { apart: TABLES }) }] : [];
  });
  const isWhole =
    sameJson([...before.keys()], [...after.keys()]) && pairs.every(({ sent }) => typeof sent !== 'string');
  for (const { one, other, sent } of pairs) {
    // Without a proof only the parameters of which values are mapped, as they are.
    const bindings: Bindings =
      typeof sent === 'string'
        ? new Map(Object.keys(tablesOf(one).values).map((variable) => [variable, { variable }]))
        : sent;
    for (const [variable, source] of bindings) {
      const says = 'text' in source ? undefined : movedTo(variable, source.variable, { old, now, one, other });
      if (says === undefined) continue;
      return isWhole
        ? { level: 'breaking', why: `${says}: the same call does something else.` }
        : { level: 'unknown', why: `${says}, and more of the call changed: it may do something else.` };
    }
  }
  return undefined;
}

interface BothSteps {
  readonly old: ToolPlan;
  readonly now: ToolPlan;
  readonly one: Step;
  readonly other: Step;
}

function movedTo(variable: string, former: string, { old, now, one, other }: BothSteps): string | undefined {
  const isOther = rootOf(variable) !== rootOf(former);
  if (isOther && namesOf(old, now).before.has(rootOf(variable)))
    return `The value of "${variable}" is sent where that of "${former}" was`;
  const values = valuesSent(former, schemaOf(old, former), one);
  const moved = movedValue(values, valuesSent(variable, schemaOf(now, variable), other));
  return moved && `The value ${moved.value} of "${variable}" sends what ${moved.former} sent`;
}

function schemaOf({ inputSchema }: ToolPlan, variable: string): Schema {
  return memberOf(plainForm(inputSchema), variable.split('.')).schema;
}

/** What is compared by the values that it maps; keys of a cursor follow from the statement and its choices. */
const TABLES = ['translate', 'choose', 'omit', 'resume'] as const;

const NO_STEPS: ReadonlyMap<string, Step> = new Map();

/** The work and its checks, by their places. */
function stepsIn(call: object): ReadonlyMap<string, Step> {
  const checks: { readonly [K in (typeof STEP_KEYS)[number]]?: readonly Step[] } = call;
  const work = Object.entries(call).filter(([key]) => !STEP_KEYS.some((one) => one === key));
  const others = STEP_KEYS.flatMap((key) =>
    (checks[key] ?? []).map((step, index) => [`${key}.${index}`, step] as const),
  );
  return new Map([['', Object.fromEntries(work)], ...others]);
}

/** By value of a parameter, as JSON, what is sent for it, as JSON; one that counts as absent sends null. */
function valuesSent(name: string, { type, enum: listed, items }: Schema, step: Step): ReadonlyMap<string, string> {
  const { values, omit } = tablesOf(step);
  const table = values[name] ?? {};
  const types = new Set([type ?? []].flat());
  const own: readonly Json[] = listed ?? items?.enum ?? (types.has('boolean') ? [true, false] : Object.keys(table));
  const all = types.has('null') ? [...own, null] : own;
  return new Map(
    all.map((value) => {
      const sent = sameJson(omit[name] ?? null, value) ? null : (translationOf(value, table) ?? value);
      return [JSON.stringify(value), JSON.stringify(sent)];
    }),
  );
}

function movedValue(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  for (const [value, sent] of after) {
    const [former] = [...before].find(([other, one]) => one === sent && other !== value) ?? [];
    if (before.has(value) && before.get(value) !== sent && former !== undefined) return { value, former };
  }
  return undefined;
}

/** A call that reaches the other tool as another one than before, in a sentence; undefined where none is found. */
export function movedCall(own: ToolPlan, target: ToolPlan, [before, after]: readonly [Adapter, Adapter]) {
  const [from, to] = [plainForm(own.inputSchema), plainForm(target.inputSchema)];
  const [old, now] = [compileAdapter(before, from, to), compileAdapter(after, from, to)];
  const both = { tools: [own, target] };
  const filled = (call: Json): Json => {
    const outcome = judgeOf(both, target)(call);
    return 'issues' in outcome ? call : outcome.value;
  };
  const samples = samplesBetween(from, from);
  for (const call of [...samples, ...samples.map((one) => withNames(one, from))]) {
    const input = judgeOf(both, own)(call);
    if ('issues' in input || !isJsonObject(input.value)) continue;
    const [reached, reaches] = [old(input.value), now(input.value)];
    if (sameJson(filled(reached), filled(reaches))) continue;
    const [was, is] = [reached, reaches].map((one) => JSON.stringify(one));
    const says = `The call ${JSON.stringify(call)} did what "${target.name}" does with ${was}, and does what it does with ${is} now.`;
    if (withoutSecrets({ of: 'call', tool: own.name, before: call, now: says }, [from])) return says;
  }
  return undefined;
}

/** Texts that are the names of their parameters, so that no two are the same. */
function withNames(call: Json, { properties = {} }: Schema): Json {
  const texts = Object.entries<Json>(Object(call)).map(([name, value]) => {
    return [name, typeof value === 'string' && !properties[name]?.enum ? name : value];
  });
  return Object.fromEntries(texts);
}
