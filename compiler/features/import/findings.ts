/** The losses, conflicts and removals of an import as diagnostics, with places in the author's specs. */
import type { Json } from '@haft/runtime/language';
import { type Diagnostic, WHOLE_FILE } from '../../base/diagnostic.ts';
import { groupBy } from '../../base/groups.ts';
import { capital, listNames, shellWord } from '../../base/text/escape.ts';
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { aboutOf, show, textAt } from '../../spec/shape/place.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import type { Loss } from './imported.ts';
import type { MergeConflict } from './merge.ts';
import { type LossPlace, type PlacedDocument, isDeprecated } from './print.ts';

/** The most important is the last, next to the prompt: what the import changed, and what it set aside. */
const TURNS: readonly Loss['kind'][] = ['deprecated', 'skipped', 'todo', 'lossy', 'aside'];

/** One finding for each kind of loss, at the first document that has it; others of the same file are related places. `whole`: what says where all of them are. */
export function lossFindings(
  losses: readonly Loss[],
  places: ReadonlyMap<string, LossPlace>,
  whole = '',
): Diagnostic[] {
  const [anywhere] = places.values();
  const inTurn = losses.toSorted((a, b) => TURNS.indexOf(a.kind) - TURNS.indexOf(b.kind));
  return [...groupBy(inTurn, ({ kind, subject, cause = '' }) => `${kind}/${subject}/${cause}`).values()].map(
    (group) => {
      const [first] = group;
      const own = group.flatMap(({ from }) => places.get(from) ?? []);
      const place = own[0] ?? anywhere ?? NOWHERE;
      const others = own.filter((one) => one !== place && one.file === place.file).slice(0, MAX_RELATED);
      const more = group.length > 1 ? ` ${capital(first.subject)}: ${countOf(group, others.length, whole)}` : '';
      return {
        severity: 'warning',
        ...place.at(),
        code: `import/${first.kind}`,
        message: `${first.message}${more}`,
        hint: first.hint,
        related: others.map((one) => ({ message: `Also here: ${first.subject}.`, span: one.at().span })),
      };
    },
  );
}

/** Those without a place of their own in the finding are named. */
function countOf(group: readonly Loss[], shown: number, whole: string): string {
  const names = [...new Set(group.map(({ from }) => from))].slice(1);
  const also = shown > 0 || names.length === 0 ? '' : `, also ${listNames(names, MAX_RELATED)}`;
  return `${group.length} in all${also}${names.length > MAX_RELATED ? whole : ''}.`;
}

/** The place of a loss without an imported document. */
const NOWHERE: LossPlace = {
  file: FILE_FORMATS.imports.file,
  at: () => ({ span: { file: FILE_FORMATS.imports.file, start: 0, end: 0 }, about: WHOLE_FILE }),
};

/** By `from`: the documents in the author's specs. */
export function placesOf(placed: ReadonlyMap<string, readonly PlacedDocument[]>): ReadonlyMap<string, LossPlace> {
  const places = new Map<string, LossPlace>();
  for (const [from, [place]] of placed)
    if (place) places.set(from, { file: place.document.file, at: () => at(place, ['from']) });
  return places;
}

const MAX_RELATED = 5;

/** `isCheck`: nothing is written, and the record has no newer value to take. */
export function conflictFinding(
  place: PlacedDocument,
  { path, ours, theirs }: MergeConflict,
  isCheck: boolean,
): Diagnostic {
  const key = path.join('.');
  const message = `${capital(key)} of "${nameOf(place)}" was changed here and in the source: here it is ${showValue(ours)}, in the source ${showValue(theirs)}.`;
  const take = `\`haft import --take ${shellWord(`${nameOf(place)}.${key}`)}\``;
  const hint = isCheck
    ? `An update keeps yours. To take the value of the source, run ${take} after the update.`
    : `Yours is kept. To take the value of the source, run ${take}.`;
  return finding(place, 'import/conflict', message, hint, path);
}

/** A parameter that a new import would fill from the environment, with the template at the path of the request. */
export function remainingFinding(
  place: PlacedDocument,
  parameter: string,
  path: NodePath,
  template: string,
  variable: string,
): Diagnostic {
  const name = nameOf(place);
  const message = `Parameter "${parameter}" of "${name}" is a credential, and the model fills it in.`;
  const hint = `Declare ${variable} under \`env:\` of the server with \`secret: true\`, write "${template}" at \`${path.join('.')}\`, delete the parameter, and run \`haft bump ${name}\`.`;
  return finding(place, 'import/todo', message, hint, ['parameters', parameter]);
}

/** A name that a new import would give; one that is written stays until its author renames the tool. */
export function betterNameFinding(place: PlacedDocument, better: string): Diagnostic {
  const name = nameOf(place);
  const hint = `Nothing was changed. To rename it, change \`name:\`, and run \`haft bump --renamed ${name}=${better}\` if it was released.`;
  return finding(place, 'import/better-name', `A new import would name "${name}" "${better}".`, hint, ['name']);
}

/** `isSkipped`: the source has it, and it cannot be imported any more. */
export function removedFinding(place: PlacedDocument, isSkipped: boolean): Diagnostic {
  const isTool = place.value['kind'] !== 'skill' && place.value['kind'] !== 'server';
  const hint = !isTool
    ? 'Keep it, or delete its spec and its files; if it was released, tell its users what to use instead.'
    : isDeprecated(place)
      ? 'It is deprecated already: delete it after its `remove_after`.'
      : place.value['mcp'] === undefined
        ? 'Deprecate it if it was released (`deprecated:`), otherwise delete it.'
        : 'Its calls fail: write another tool at `mcp.tool`, or delete it.';
  const what = isSkipped ? 'can no longer be imported from the source' : 'is no longer in the source';
  return finding(place, 'import/gone', `"${nameOf(place)}" ${what}.`, hint);
}

/** `before` is where it was in the source. */
export function movedFinding(place: PlacedDocument, before: string): Diagnostic {
  const message = `"${nameOf(place)}" is in "${place.from}" of the source now; it was in "${before}".`;
  const hint = 'Nothing to do: an update writes the new `from`, and the spec files stay where they are.';
  return finding(place, 'import/moved', message, hint);
}

/** A parameter of the path has another name in the source now, and another parameter has its old one. */
export function reassignedFinding(place: PlacedDocument, before: string, now: string): Diagnostic {
  const name = nameOf(place);
  const message = `Parameter "${before}" of "${name}" filled the path; in the source "${now}" does now, and "${before}" is another parameter.`;
  const hint = `Callers that send "${before}" reach something else: run \`haft bump ${name}\` if it was released, or rename both parameters.`;
  return finding(place, 'import/conflict', message, hint, ['parameters', before]);
}

export function uneditableFinding(place: PlacedDocument, paths: readonly NodePath[]): Diagnostic {
  const keys = paths.map((path) => path.join('.')).join(', ');
  const message = `"${nameOf(place)}" cannot be edited safely; changes of the source: ${keys}.`;
  const hint = 'Replace aliases in this document by their values, and run the command again.';
  return finding(place, 'import/not-written', message, hint);
}

/** `theirs` is the path of the file in the source. */
export function fileConflictFinding(place: PlacedDocument, path: string, theirs: string): Diagnostic {
  const hint = `Yours is kept. Compare it with "${theirs}", and copy what you need.`;
  return finding(place, 'import/conflict', `The file "${path}" was changed here and in the source.`, hint);
}

/** `other`: the author's file in its place, or in a folder there. */
export function fileBlockedFinding(place: PlacedDocument, path: string, other: string, theirs: string): Diagnostic {
  const hint = `Yours is kept. Move "${other}", and copy "${theirs}" from the source.`;
  return finding(place, 'import/conflict', `The file "${path}" is not written: "${other}" is in its place.`, hint);
}

export function fileRemovedFinding(place: PlacedDocument, path: string): Diagnostic {
  const message = `The file "${path}" is no longer in the source.`;
  return finding(place, 'import/gone', message, 'Delete it, unless the skill still needs it.');
}

/** The author's name of what an imported document declares. */
export function nameOf({ value, from }: PlacedDocument): string {
  return textAt(value, 'name') ?? from;
}

function finding(
  place: PlacedDocument,
  code: `import/${string}`,
  message: string,
  hint: string,
  path: NodePath = ['from'],
): Diagnostic {
  return { severity: 'warning', ...at(place, path), code, message, hint };
}

function at({ document, base }: PlacedDocument, path: NodePath): Pick<Diagnostic, 'span' | 'about'> {
  const whole = [...base, ...path];
  return { span: document.at(whole, 'key'), about: aboutOf(document, whole) };
}

function showValue(value: Json | undefined): string {
  return value === undefined ? 'removed' : show(value);
}
