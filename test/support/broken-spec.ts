/** Random projects broken at one place, in their values or in their text. */
import * as fc from 'fast-check';
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import type { Json } from '../../runtime/language/json.ts';
import { anyJson, anyText } from './arbitraries.ts';
import { anyHostile, anyOddTool } from './unusual-tool.ts';
import { anyProject } from './random-spec.ts';
import type { RandomProject } from './random-spec.ts';
import { mapOf } from './spec-overlay.ts';
import type { Change } from './spec-overlay.ts';

export function anyBroken(
  change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 3, arbitrary: anyChange() },
    { weight: 2, arbitrary: anyOddTool() },
  ),
): fc.Arbitrary<RandomProject> {
  return fc
    .tuple(anyProject(), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([project, changes]) => changes.reduce((broken, change) => change(broken), project));
}

type Path = readonly (string | number)[];

/** At one node below the documents, chosen by number, so that a change fits every project. */
export function anyChange(): fc.Arbitrary<Change> {
  const value = fc.oneof(
    anyJson(),
    anyText(),
    anyHostile(),
    fc.constantFrom<Json[]>('', null, [], {}, 0, -1, 1e300, '1', true),
  );
  const key = fc.oneof(
    anyText(),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'name', 'type', 'default', '0'),
  );
  const kind = fc.oneof(
    fc.constant<Edit>({ kind: 'delete' }),
    fc.constant<Edit>({ kind: 'duplicate' }),
    value.map((value): Edit => ({ kind: 'replace', value })),
    value.map((value): Edit => ({ kind: 'wrap', value })),
    fc.tuple(key, value).map(([key, value]): Edit => ({ kind: 'insert', key, value })),
    key.map((key): Edit => ({ kind: 'rename', key })),
  );
  const among = fc.option(fc.constantFrom(...MEANING), { nil: undefined });
  return fc.tuple(fc.nat(), kind, among).map(([at, edit, key]) => (project) => {
    const all = placesOf(asJson(project)).filter((path) => isOfDocument(path));
    const named = all.filter((path) => path.at(-1) === key);
    const places = named.length > 0 ? named : all;
    const path = places[at % Math.max(places.length, 1)];
    return path ? asProject(edited(asJson(project), path, edit)) : project;
  });
}

/** Keys that rules read closely: half of the changes are made at one of them. */
const MEANING: readonly string[] = [
  'pattern default enum type minimum maximum items properties required arguments evals request query json result',
  'fields argv env base_url headers connection exit_codes errors description does when triggers not_for use steps',
  'context servers name effects title',
].flatMap((line) => line.split(' '));

/** The parts that a layout takes apart keep their form: servers, their tools and skills are lists of maps. */
function isOfDocument(path: Path): boolean {
  return path[0] === 'skills' ? path.length > 2 : path[2] === 'server' ? path.length > 3 : path.length > 4;
}

type Edit =
  | { readonly kind: 'delete' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'replace'; readonly value: Json }
  | { readonly kind: 'wrap'; readonly value: Json }
  | { readonly kind: 'insert'; readonly key: string; readonly value: Json }
  | { readonly kind: 'rename'; readonly key: string };

function asJson({ servers, skills }: RandomProject): Json {
  return { servers, skills } as unknown as Json;
}

function asProject(json: Json): RandomProject {
  return json as unknown as RandomProject;
}

function placesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((item: Json, at) => [at, item] as const) : Object.entries(value);
  return [path, ...steps.flatMap(([step, inner]) => placesOf(inner, [...path, step]))];
}

function edited(value: Json, [step, ...rest]: Path, edit: Edit): Json {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, at): Json[] => {
      if (at !== step) return [item];
      if (rest.length > 0) return [edited(item, rest, edit)];
      return changed('', item, edit).map(([, inner]) => inner);
    });
  }
  const entries = Object.entries(value).flatMap(([key, inner]): (readonly [string, Json])[] => {
    if (key !== step) return [[key, inner]];
    return rest.length > 0 ? [[key, edited(inner, rest, edit)]] : changed(key, inner, edit);
  });
  return Object.fromEntries(entries);
}

function changed(key: string, value: Json, edit: Edit): (readonly [string, Json])[] {
  if (edit.kind === 'delete') return [];
  if (edit.kind === 'duplicate')
    return [
      [key, value],
      [`${key}_2`, value],
    ];
  if (edit.kind === 'replace') return [[key, edit.value]];
  if (edit.kind === 'wrap') return [[key, [value, edit.value]]];
  if (edit.kind === 'rename') return [[edit.key, value]];
  return Object.keys(mapOf(value)).length > 0
    ? [[key, { ...mapOf(value), [edit.key]: edit.value }]]
    : [
        [key, value],
        [edit.key, edit.value],
      ];
}

/** A wound of the text itself: lines twice or gone, or a piece put in anywhere. */
interface Cut {
  readonly at: number;
  readonly kind: 'repeat' | 'drop' | 'insert';
  readonly text: string;
}

export function anyCut(): fc.Arbitrary<Cut> {
  return fc.record({ at: fc.nat(), kind: fc.constantFrom<Cut['kind'][]>('repeat', 'drop', 'insert'), text: anyText() });
}

export function cutInto(files: SourceFile[], { at, kind, text }: Cut): SourceFile[] {
  return files.map((file, index) => {
    if (index !== at % files.length) return file;
    if (kind === 'insert') {
      const place = at % (file.text.length + 1);
      return { ...file, text: `${file.text.slice(0, place)}${text}${file.text.slice(place)}` };
    }
    const lines = file.text.split('\n');
    const line = at % lines.length;
    lines.splice(line, 1, ...(kind === 'repeat' ? [lines[line] ?? '', lines[line] ?? ''] : []));
    return { ...file, text: lines.join('\n') };
  });
}
