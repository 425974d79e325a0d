/** Parameters that carry credentials: a new import reports them, and an update leaves them to callers until their author decides. */
import { type Json, type JsonObject, type Schema, isObject, mainType, ownMember } from '@haft/runtime/language';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import { remainingFinding } from './findings.ts';
import type { ImportResult, ImportedDocument, Loss } from './imported.ts';
import { withoutEmpty, loss } from './builders.ts';
import { membersOf, withAt } from './merge.ts';
import { type PlacedDocument, isDeprecated } from './print.ts';
import type { ImportRecord } from '../../check/analysis/imported/import-record.ts';
import { asksForSecret } from '../../check/analysis/secrets/secret-name.ts';

/** Objects inside objects; what is deeper is read by rules. */
const MAX_DEPTH = 8;

interface RemainingCredential {
  readonly from: string;
  readonly parameter: string;
  /** Where the request has it. */
  readonly path: NodePath;
  /** What the importer writes there now: `{env.SHOP_TOKEN|}`. */
  readonly template: string;
}

/** The import with these parameters as they were recorded. */
export function keepCredentials(
  imported: ImportResult,
  before: ImportRecord['documents'],
): ImportResult & { readonly remaining: readonly RemainingCredential[] } {
  const remaining = imported.documents.flatMap(({ value }) => remainingOf(ownMember(before, value.from), value));
  const documents = imported.documents.map((document): ImportedDocument => {
    const own = remaining.filter(({ from }) => from === document.value.from);
    const base = ownMember(before, document.value.from) ?? {};
    return { ...document, value: own.reduce((value, one) => restoreParameter(value, base, one), document.value) };
  });
  return { ...imported, documents: withoutUnused(documents, remaining), remaining };
}

function remainingOf(base: JsonObject | undefined, { from, http, parameters }: ImportedDocument['value']) {
  return Object.keys(membersOf(base?.['parameters'])).flatMap((parameter) => {
    if (Object.hasOwn(membersOf(parameters), parameter)) return [];
    const path = pathOf(base?.['http'], `{${parameter}}`);
    const template = path?.reduce<Json | undefined>((value, key) => ownMember(membersOf(value), String(key)), http);
    const isRemaining = typeof template === 'string' && /^\{env\.\w+\|?\}$/.test(template);
    return path && isRemaining ? [{ from, parameter, path: ['http', ...path], template }] : [];
  });
}

/** To the text that is `wanted`. */
function pathOf(value: Json | undefined, wanted: string): NodePath | undefined {
  if (value === wanted) return [];
  for (const [key, member] of Object.entries(membersOf(value))) {
    const path = pathOf(member, wanted);
    if (path) return [key, ...path];
  }
  return undefined;
}

function restoreParameter(
  value: ImportedDocument['value'],
  base: JsonObject,
  { parameter, path }: RemainingCredential,
): ImportedDocument['value'] {
  const [own, before] = [value, base].map(({ required }) => (Array.isArray(required) ? required : []));
  const required = [...(own ?? []), ...(before?.includes(parameter) ? [parameter] : [])];
  const sent = withAt(value, path, `{${parameter}}`);
  const schema = ownMember(membersOf(base['parameters']), parameter) ?? {};
  const parameters = { ...membersOf(value['parameters']), [parameter]: schema };
  return { ...sent, from: value.from, parameters, ...(required.length > 0 && { required }) };
}

/** Variables that nothing reads now would be a finding. */
function withoutUnused(documents: readonly ImportedDocument[], remaining: readonly RemainingCredential[]) {
  const requests = JSON.stringify(documents.map(({ value: { http, connections } }) => [http, connections]));
  const unused = new Set(
    remaining.map(variableOf).filter((name) => !new RegExp(`\\{env\\.${name}[|}]`).test(requests)),
  );
  return documents.map((document) => {
    const { env, ...rest } = document.value;
    const variables = Object.entries(membersOf(env)).filter(([name]) => !unused.has(name));
    if (env === undefined || variables.length === Object.keys(membersOf(env)).length) return document;
    const value = { ...rest, from: document.value.from, ...withoutEmpty({ env: Object.fromEntries(variables) }) };
    return { ...document, value };
  });
}

function variableOf({ template }: RemainingCredential): string {
  return template.replaceAll(/^\{env\.|\|?\}$/g, '');
}

/** `placed`: the specs as they become. What is deprecated keeps the parameter until it is removed. */
export function remainingFindings(
  remaining: readonly RemainingCredential[],
  placed: ReadonlyMap<string, readonly PlacedDocument[]>,
): Diagnostic[] {
  return remaining.flatMap((one) =>
    (placed.get(one.from) ?? [])
      .filter((place) => !isDeprecated(place))
      .filter(({ value }) => Object.hasOwn(membersOf(value['parameters']), one.parameter))
      .map((place) => remainingFinding(place, one.parameter, one.path, one.template, variableOf(one))),
  );
}

export const SECRET_PARAMETERS = 'secret parameters';

export function secretParameterLosses({ value }: Pick<ImportedDocument, 'value'>, hint: string): Loss[] {
  const { from, name: tool, parameters } = value;
  const names = secretsIn(parameters, String(tool), '', 0);
  return names.map((name) =>
    loss('todo', from, SECRET_PARAMETERS, `Parameter "${name}" asks the model for a secret.`, hint),
  );
}

/** Their names, with those of the objects around them. */
function secretsIn(properties: Json | undefined, tool: string, before: string, depth: number): string[] {
  if (!isObject(properties) || depth > MAX_DEPTH) return [];
  return Object.entries(properties).flatMap(([name, spec]) => {
    if (!isObject(spec)) return [];
    const description = typeof spec['description'] === 'string' ? spec['description'] : '';
    const parameter = { name, description, type: mainType(spec as Schema) ?? '', tool, isListed: 'enum' in spec };
    const inner = isObject(spec['items']) ? spec['items'] : spec;
    const own = asksForSecret(parameter) ? [`${before}${name}`] : [];
    return [...own, ...secretsIn(inner['properties'], tool, `${before}${name}.`, depth + 1)];
  });
}
