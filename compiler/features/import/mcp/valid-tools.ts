/** Removes from imported tools what no spec may have, such as an empty `anyOf` or bounds of draft 4; each is a loss. */
import type { JsonObject } from '@haft/runtime/language';
import { check } from '../../../check/check.ts';
import { wordSet } from '../../../base/word-lists.ts';
import { settingsOf } from '../../../check/settings.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { valueAt, withAt } from '../merge.ts';
import { load } from '../../../spec/yaml/load.ts';
import type { ImportResult, ImportedDocument, Loss } from '../imported.ts';
import { loss } from '../builders.ts';

/** One mistake can hide others. */
const MAX_ROUNDS = 20;

/** The check itself reports what is not valid; a tool that it never accepts is skipped. `server` is their own. */
export function validTools(
  server: ImportedDocument,
  tools: readonly ImportedDocument[],
): Pick<ImportResult, 'documents' | 'losses'> {
  const values = new Map(tools.map((tool, index) => [index, tool.value]));
  const losses: Loss[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const faults = faultsIn(server, values);
    if (faults.length === 0) break;
    const before = new Map(values);
    for (const { index, finding } of faults) {
      const value = values.get(index);
      if (value === undefined) continue;
      const path = keyPath(finding.about.path);
      // What was around it is already left out.
      if (valueAt(value, path) === undefined && valueAt(before.get(index), path) !== undefined) continue;
      const rest = round === MAX_ROUNDS - 1 ? undefined : without(value, path);
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
    const place = JSON.stringify([index, keyPath(finding.about.path)]);
    if (!faults.has(place)) faults.set(place, { index: Number(index), finding });
  }
  return [...faults.values()];
}

const FOLDER = 'specs/imported';
const SETTINGS = settingsOf({ profiles: { [FOLDER]: 'mcp' } });

/** Maps from names to schemas, of which a broken member becomes the schema that allows everything. */
const NAMED = wordSet('parameters definitions properties $defs patternProperties dependentSchemas');

/** Of an item of a list, the list. */
function keyPath(path: NodePath): NodePath {
  return typeof path.at(-1) === 'number' ? keyPath(path.slice(0, -1)) : path;
}

/** Undefined where there is nothing at the path that could be left out. */
function without(value: JsonObject, path: NodePath): JsonObject | undefined {
  if (path.length === 0 || valueAt(value, path) === undefined) return undefined;
  return withAt(value, path, NAMED.has(String(path.at(-2))) ? {} : undefined);
}

function lossOf(from: string, kind: Loss['kind'], path: NodePath, { message, code }: Diagnostic): Loss {
  const [what, then] =
    kind === 'skipped'
      ? [message, ', and write the tool by hand where it is needed']
      : [`"${path.join('.')}" is left out: ${message}`, '; until then arguments are not checked against it'];
  return loss(kind, from, `what is not valid (${code})`, what, `Report it to the authors of the server${then}.`);
}
