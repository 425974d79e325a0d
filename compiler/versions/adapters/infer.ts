/** The adapter by which a released tool leads to its successor, read from what both send and return. */
import { escapeToken, isObject, ownMember, sameJson, translationOf } from '@haft/runtime/language';
import type { Adapter, AdapterRule, AdapterTable, Json, JsonObject, Schema } from '@haft/runtime/language';
import type { ResultRule, ResultTable, TranslateTable } from '@haft/runtime';
import type { ToolPlan } from '../../plan/model.ts';
import { resultMapping } from '../compare/failures.ts';
import { plainForm } from '../schema/forms.ts';
import { doubtOf } from './prove.ts';
import { type Bindings, type Names, type BoundSource, rootOf, unify } from './unify.ts';

/** Proved for the schemas, and the same work by what is sent and read. The reason is a sentence. */
export function inferAdapter(old: ToolPlan, now: ToolPlan): Adapter | string {
  const { kind } = old.behavior;
  if (kind !== now.behavior.kind) return `The successor has \`${now.behavior.kind}\` and not \`${kind}\`.`;
  if (kind === 'handler') return 'Its work is code, which Haft does not compare.';
  if (!sameJson({ ...old.annotations }, { ...now.annotations })) return 'Its effects changed.';
  const names = namesOf(old, now);
  const sent = unify(sentBy(old), sentBy(now), names, { apart: ['result', 'translate', 'choose', 'omit'] });
  if (typeof sent === 'string') return `The value of \`${[kind, sent].join('.')}\` is not the same.`;
  const read = resultTables(sent, old, now);
  if (typeof read === 'string') return read;
  const { tables, bindings } = read;
  const args = argumentsFrom(bindings, old, now);
  if (typeof args === 'string') return args;
  const values = valueMaps(bindings, old, now);
  if (typeof values === 'string') return values;
  const base = { arguments: args, ...(Object.keys(values).length > 0 && { translate: values }) };
  const tried = tables.map((result) => ({ ...base, ...(result && { result }) }));
  const doubts = tried.map((adapter) => doubtOf(old, now, adapter)?.says);
  return tried.find((_adapter, at) => doubts[at] === undefined) ?? doubts[0] ?? '';
}

export function namesOf(old: ToolPlan, now: ToolPlan): Names {
  const [before, after] = [old, now].map(({ inputSchema }) => new Set(Object.keys(inputSchema.properties ?? {})));
  return { before: before ?? new Set(), after: after ?? new Set() };
}

/** Arguments that are sent under their names, by name. */
export function sentBy({ behavior, inputSchema: { properties = {} } }: ToolPlan): object {
  if (behavior.kind !== 'mcp' || behavior.arguments) return behavior;
  return { ...behavior, arguments: Object.fromEntries(Object.keys(properties).map((name) => [name, `{${name}}`])) };
}

/** What is sent for each parameter of the successor that has another name, place or value. */
function argumentsFrom(bindings: Bindings, old: ToolPlan, now: ToolPlan): JsonObject | string {
  const { before, after } = namesOf(old, now);
  const [own, target] = [plainForm(old.inputSchema), plainForm(now.inputSchema)];
  if (own.additionalProperties !== false && !sameJson([...before].sort(), [...after].sort()))
    return 'It accepts parameters that it does not declare.';
  const args: Record<string, Json> = {};
  for (const [variable, source] of bindings) {
    const root = rootOf(variable);
    const above = bindings.get(root);
    const isInside = above !== undefined && variable !== root;
    if (isInside && !isMember(variable.slice(root.length), source, above))
      return `Parameter "${root}" is sent as a whole and in parts.`;
    if (!isInside && !isUnchanged(root, bindings)) setAt(args, variable.split('.'), bodyOf(source));
    const filled = fillsAbsent(variable, source, own, target);
    if (filled !== undefined) return filled;
  }
  const roots = new Set([...bindings.keys()].map(rootOf));
  const used = new Set([...bindings.values()].map((source) => ('variable' in source ? rootOf(source.variable) : '')));
  const other = [...after].find((name) => !roots.has(name) && used.has(name));
  return other === undefined ? args : `Parameter "${other}" has another meaning in the successor.`;
}

function bodyOf(source: BoundSource): string {
  return 'text' in source ? source.text.replaceAll(/[{}]/g, '$&$&') : `{${source.variable}}`;
}

/** Everything of a parameter is what it was in the parameter of the same name. */
function isUnchanged(root: string, bindings: Bindings): boolean {
  return [...bindings].every(
    ([name, source]) => rootOf(name) !== root || ('variable' in source && source.variable === name),
  );
}

function isMember(suffix: string, source: BoundSource, above: BoundSource): boolean {
  return 'variable' in source && 'variable' in above && source.variable === `${above.variable}${suffix}`;
}

function setAt(object: Record<string, Json>, [name = '', ...rest]: readonly string[], value: Json): void {
  const inner = ownMember(object, name);
  if (rest.length === 0) object[name] = value;
  else setAt((object[name] = isObject(inner) ? inner : {}), rest, value);
}

/** A default would take the place of a value that was absent. */
function fillsAbsent(variable: string, source: BoundSource, own: Schema, target: Schema): string | undefined {
  if ('text' in source) return undefined;
  const path = variable.split('.');
  const [before, after] = [memberOf(own, source.variable.split('.')), memberOf(target, path)];
  const isAlways = before.required || before.schema.default !== undefined;
  if (!isAlways && path.some((_name, at) => memberOf(target, path.slice(0, at + 1)).schema.default !== undefined))
    return `Parameter "${variable}" of the successor has a default, and "${source.variable}" had none.`;
  const [old, now] = [before.schema, after.schema].map(({ default: _own, ...schema }) => innerDefaults(schema, ''));
  const isSame = Object.entries(now ?? {}).every(([path, value]) =>
    sameJson(value, ownMember(old ?? {}, path) ?? null),
  );
  return isSame ? undefined : `Parameter "${variable}" of the successor has other defaults.`;
}

interface Member {
  readonly schema: Schema;
  readonly required: boolean;
}

export function memberOf(schema: Schema, path: readonly string[]): Member {
  const inner = (at: Member, name: string): Member => ({
    schema: ownMember(at.schema.properties ?? {}, name) ?? {},
    required: at.required && (at.schema.required ?? []).includes(name),
  });
  return path.reduce(inner, { schema, required: true });
}

/** Defaults of what a value contains, by place. */
function innerDefaults(value: unknown, path: string): Record<string, Json> {
  if (typeof value !== 'object' || value === null) return {};
  const inner = Object.entries(value).map(([key, one]: [string, unknown]) => {
    return key === 'default' ? { [path]: one } : innerDefaults(one, `${path}/${key}`);
  });
  return Object.assign({}, ...inner);
}

/** Values of the older parameters that have other names in the successor, which sends what was sent. */
function valueMaps(bindings: Bindings, old: ToolPlan, now: ToolPlan): TranslateTable | string {
  const [before, after] = [tablesOf(old.behavior), tablesOf(now.behavior)];
  const maps: Record<string, Texts> = {};
  for (const [variable, source] of bindings) {
    const name = 'text' in source ? '' : source.variable;
    if (!sameJson(before.omit[name] ?? null, after.omit[variable] ?? null))
      return `Other values of "${variable}" count as absent.`;
    const [own, target] = [memberOf(old.inputSchema, name.split('.')), memberOf(now.inputSchema, variable.split('.'))];
    const map = valueMap(own.schema, target.schema, before.values[name] ?? {}, after.values[variable] ?? {});
    const isPlain = map && Object.keys(map).length === 0;
    const canMap = isPlain || (before.omit[name] === undefined && name === rootOf(name));
    if (!map || !canMap || !sameJson({ ...(maps[name] ?? map) }, map))
      return `Values of "${name || variable}" are sent as others.`;
    maps[name] = map;
  }
  return Object.fromEntries(Object.entries(maps).filter(([, map]) => Object.keys(map).length > 0));
}

type Texts = Readonly<Record<string, string>>;

/** The work of a tool, or one of its checks. */
export interface Step {
  readonly translate?: TranslateTable;
  readonly choose?: TranslateTable;
  readonly omit?: JsonObject;
}

/** What is sent for the values of parameters, and which count as absent. */
export function tablesOf(step: object): { readonly values: TranslateTable; readonly omit: JsonObject } {
  const { translate, choose, omit = {} }: Step = step;
  return { values: { ...choose, ...translate }, omit };
}

/** For each listed value, the value that was sent for it before; undefined if one has none. */
function valueMap(own: Schema, target: Schema, before: Texts, after: Texts): Record<string, string> | undefined {
  const listed = own.enum ?? own.items?.enum;
  const values = target.enum ?? target.items?.enum;
  if (!listed) return sameJson({ ...before }, { ...after }) ? {} : undefined;
  const map: Record<string, string> = {};
  for (const value of listed) {
    const sent = translationOf(value, before) ?? value;
    const isSame = (one: Json): boolean => sameJson(translationOf(one, after) ?? one, sent);
    if (isSame(value) && (values ?? [value]).some((one) => sameJson(one, value))) continue;
    const other = values?.find(isSame);
    // A value that is sent as before and not listed any more is for the proof, which names the call.
    if (other === undefined && isSame(value)) continue;
    if (typeof other !== 'string') return undefined;
    map[String(value)] = other;
  }
  return map;
}

/** The ways in which the older result is read from the newer one, the shortest first; the bindings with those of parameters that results name. */
function resultTables(sent: Bindings, old: ToolPlan, now: ToolPlan) {
  const [before, after] = [old, now].map(({ behavior }) => resultMapping(behavior));
  if (!before || !after)
    return before === after ? { tables: [undefined], bindings: sent } : 'Its result is read in another way.';
  let bindings = sent;
  const isSame = (one: unknown, other: unknown): boolean => {
    const outcome = unify([one], [other], namesOf(old, now), { bindings });
    if (typeof outcome !== 'string') bindings = outcome;
    return typeof outcome !== 'string';
  };
  const table = tableFrom(before, { table: after, base: '', isSame });
  if (typeof table === 'string') return `Its result "${table}" is read in another way.`;
  const isPlain = Object.entries(table).every(([name, rule]) => rule === `/${escapeToken(name)}`);
  return { tables: isPlain ? [undefined, table] : [table], bindings };
}

/** The newer result, or a map inside of it. */
interface Newer {
  readonly table: ResultTable;
  /** Where the table is, as a JSON Pointer. */
  readonly base: string;
  readonly isSame: (before: unknown, after: unknown) => boolean;
}

/** The table, or the property that the newer result does not have. */
function tableFrom(before: ResultTable, newer: Newer): AdapterTable | string {
  const table: Record<string, AdapterRule> = {};
  for (const [name, rule] of Object.entries(before)) {
    const adapterRule = placeOf(name, rule, newer) ?? gatherFields(rule, newer);
    if (adapterRule === undefined) return name;
    table[name] = adapterRule;
  }
  return table;
}

/** The property that is read by the same rule: of the same name, else any. */
function placeOf(name: string, rule: ResultRule, newer: Newer): AdapterRule | undefined {
  const ordered = Object.entries(newer.table).sort(([a], [b]) => Number(b === name) - Number(a === name));
  for (const [key, other] of ordered) {
    const base = `${newer.base}/${escapeToken(key)}`;
    const adapterRule = newer.isSame(rule, other) ? base : inside(name, rule, other, { ...newer, base });
    if (adapterRule !== undefined) return adapterRule;
  }
  return undefined;
}

/** Below a property that is a map of its own, or an element of a list. */
function inside(name: string, rule: ResultRule, other: ResultRule, newer: Newer): AdapterRule | undefined {
  if (typeof other === 'string' || !('fields' in other)) return undefined;
  const { fields: table, ...source } = other;
  if (Object.keys(source).length === 0) return placeOf(name, rule, { ...newer, table });
  if (typeof rule === 'string' || !('fields' in rule) || !('each' in rule)) return undefined;
  const { fields: own, ...from } = rule;
  const fields = newer.isSame(from, source) ? tableFrom(own, { ...newer, table, base: '' }) : '';
  return typeof fields === 'string' ? undefined : { each: newer.base, fields };
}

/** A map whose properties are elsewhere in the newer result. */
function gatherFields(rule: ResultRule, newer: Newer): AdapterRule | undefined {
  if (typeof rule === 'string' || !('fields' in rule) || Object.keys(rule).length > 1) return undefined;
  const fields = tableFrom(rule.fields, newer);
  return typeof fields === 'string' ? undefined : { fields };
}
