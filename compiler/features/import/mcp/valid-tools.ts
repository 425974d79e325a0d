/** Removes from imported tools what no spec may have, such as an empty `anyOf` or bounds of draft 4; each is a loss. */
import { isObject, type Json, type JsonObject } from '@haft/runtime/language';
import { check } from '../../../check/check.ts';
import { settingsOf } from '../../../check/settings.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { load } from '../../../spec/yaml/load.ts';
import type { ImportedDocument, Loss } from '../imported.ts';

interface ValidTools {
  readonly documents: readonly ImportedDocument[];
  readonly losses: readonly Loss[];
}

/** One mistake can hide others. */
const MAX_ROUNDS = 20;

/** The check itself reports what is not valid; a tool that it never accepts is skipped. `server` is their own. */
export function validTools(server: ImportedDocument, tools: readonly ImportedDocument[]): ValidTools {
  const values = new Map(tools.map((tool, index) => [index, tool.value]));
  const losses: Loss[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const faults = faultsIn(server, values);
    if (faults.length === 0) break;
    for (const { index, finding } of faults) {
      const value = values.get(index);
      if (value === undefined) continue;
      const path = finding.about.path.map(String);
      const rest = round === MAX_ROUNDS - 1 || path.length === 0 ? undefined : without(value, path);
      losses.push(lossOf(value.from, rest === undefined ? 'skipped' : 'lossy', path, finding));
      if (rest === undefined) values.delete(index);
      else values.set(index, { ...rest, from: value.from });
    }
  }
  const documents = tools.flatMap((tool, index) => {
    const value = values.get(index);
    return value === undefined ? [] : [{ ...tool, value }];
  });
  return { documents, losses };
}

interface Fault {
  readonly index: number;
  readonly finding: Diagnostic;
}

/** At most one fault of each place; what is dangerous rather than malformed is left to the author. */
function faultsIn(server: ImportedDocument, tools: ReadonlyMap<number, JsonObject>): Fault[] {
  const texts = [
    { path: `${FOLDER}/server.yaml`, text: JSON.stringify(server.value) },
    ...[...tools].map(([index, value]) => ({ path: `${FOLDER}/${index}.yaml`, text: JSON.stringify(value) })),
  ];
  const loaded = load(texts);
  const findings = [...loaded.diagnostics, ...check(loaded.value, { settings: SETTINGS }).diagnostics];
  const faults = new Map<string, Fault>();
  for (const finding of findings) {
    const [, index] = /\/(\d+)\.yaml$/.exec(finding.span.file) ?? [];
    if (index === undefined || finding.severity !== 'error' || !/^(?:yaml|spec|param)\//.test(finding.code)) continue;
    // Written by the import itself.
    if (finding.about.path[0] === 'mcp') continue;
    const place = JSON.stringify([index, keyPath(finding.about.path.map(String))]);
    if (!faults.has(place)) faults.set(place, { index: Number(index), finding });
  }
  return [...faults.values()];
}

const FOLDER = 'specs/imported';
const SETTINGS = settingsOf({ profiles: { [FOLDER]: 'mcp' } });

/** Maps from names to schemas, of which a broken member becomes the schema that allows everything. */
const NAMED: ReadonlySet<string> = new Set([
  'parameters',
  'definitions',
  'properties',
  '$defs',
  'patternProperties',
  'dependentSchemas',
]);

/** Of an item of a list, the list. */
function keyPath(path: readonly string[]): readonly string[] {
  return /^\d+$/.test(path.at(-1) ?? '') && !NAMED.has(path.at(-2) ?? '') ? keyPath(path.slice(0, -1)) : path;
}

/** Undefined where there is nothing at the path that could be left out. */
function without(value: JsonObject, path: readonly string[]): JsonObject | undefined {
  const [key = '', ...rest] = keyPath(path);
  const result = at(value, key, rest, undefined);
  return isObject(result) ? result : undefined;
}

function at(value: Json, key: string, rest: readonly string[], holder: string | undefined): Json | undefined {
  if (Array.isArray(value))
    return value.map((item: Json, index) => (String(index) === key ? inside(item, rest, key) : item));
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
  const entries = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    if (name !== key) return [[name, member]];
    if (rest.length > 0) return [[name, inside(member, rest, name)]];
    return NAMED.has(holder ?? '') ? [[name, {}]] : [];
  });
  return Object.fromEntries(entries);
}

function inside(value: Json, [key = '', ...rest]: readonly string[], holder: string): Json {
  return key === '' ? value : (at(value, key, rest, holder) ?? value);
}

function lossOf(from: string, kind: Loss['kind'], path: readonly string[], { message, code }: Diagnostic): Loss {
  return {
    kind,
    subject: `what is not valid (${code})`,
    from,
    message: kind === 'skipped' ? message : `"${keyPath(path).join('.')}" is left out: ${message}`,
    hint:
      kind === 'skipped'
        ? 'Report it to the authors of the server, and write the tool by hand where it is needed.'
        : 'Report it to the authors of the server; until then arguments are not checked against it.',
  };
}
