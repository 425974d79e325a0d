/** `haft import --take <name>.<path>`: the value of the source instead of the author's. */
import { type Json, ownMember, sameJson } from '@haft/runtime/language';
import { join } from 'node:path';
import { withGone } from '../../../check/analysis/imported/import-record.ts';
import type { SourceFile } from '../../../base/diagnostic.ts';
import { nameOf } from '../findings.ts';
import { isDeprecated, placedIn } from '../print.ts';
import { folderOf } from '../folders.ts';
import { membersOf, valueAt, withAt } from '../merge.ts';
import { ownNames, withNames } from '../own-names.ts';
import { leftOutText, neededWith } from '../slim.ts';
import { applyEdits } from '../../../spec/yaml/apply-edits.ts';
import { load } from '../../../spec/yaml/load.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Project } from '../../../edge/project/project.ts';
import { writeWhole } from '../../../edge/write/whole.ts';
import { specsIn, specsOf } from './update-import.ts';
import { loadImports } from '../../../edge/project/recorded.ts';

/** Returns the file that was written; undefined where it says so already. */
export function takeTheirs(project: Project, written: string): string | undefined {
  const { place, base, path } = findImport(project, written);
  if (isDeprecated(place))
    throw new Failure(
      `"${nameOf(place)}" is deprecated, and stays as it was released.`,
      'Take the value into the tool that replaces it.',
    );
  const paths = [path, ...neededWith(place.value, base, path)];
  const target = paths.reduce((value, one) => withAt(value, one, valueAt(base, one)), place.value);
  if (sameJson(target, place.value)) return undefined;
  const { document } = place;
  const edit = document.edit({ kind: 'rewrite', path: place.base, target, changed: paths });
  const source = specsIn(specsOf(project), folderOf(document.file)).find((one) => one.path === document.file);
  const edited = edit && source && applyEdits(source.text, [edit]);
  const text = edited === undefined ? undefined : withComment({ path: document.file, text: edited }, place.from);
  const now = text === undefined ? [] : load([{ path: document.file, text }]).value.documents;
  const isTaken = [...placedIn(now).values()].flat().some(({ value }) => sameJson(value, target));
  if (text === undefined || !isTaken)
    throw new Failure(
      `"${document.file}" cannot be edited safely.`,
      `Write the value of the source yourself: ${JSON.stringify(valueAt(base, path)) ?? 'remove the key'}.`,
    );
  writeWhole([{ path: join(project.root, document.file), content: text }]);
  return document.file;
}

/** The comment of `--slim` names what is still left out. */
function withComment(source: SourceFile, from: string): string {
  const [place] = placedIn(load([source]).value.documents).get(from) ?? [];
  if (!place) return source.text;
  const key = place.document.at([...place.base, 'parameters'], 'key').start;
  const parameters = membersOf(place.value['parameters']);
  const above = source.text.slice(0, key).replace(LEFT_OUT, (_all, names: string, end: string) => {
    const left = names.split(', ').filter((name) => !Object.hasOwn(parameters, name));
    return left.length === 0 ? '' : `# ${leftOutText(left)}${end}`;
  });
  return above + source.text.slice(key);
}

const LEFT_OUT = new RegExp(`# ${leftOutText(['([^\\r\\n]*)'])}(\\r?\\n *)$`);

/** The longest name wins: names and keys may have dots in them. */
function findImport(project: Project, written: string) {
  for (const { into, documents } of Object.values(loadImports(project.root)).map(withGone)) {
    const places = [...placedIn(load(specsIn(specsOf(project), into)).value.documents).values()].flat();
    for (const place of places) {
      const [name, recorded] = [nameOf(place), documents[place.from]];
      const base = recorded && withNames(recorded, ownNames(recorded, place.value));
      if (!base || (written !== name && !written.startsWith(`${name}.`))) continue;
      const path = written === name ? [] : pathIn(written.slice(name.length + 1), [place.value, base]);
      if (path && path.length > 0) return { place, base, path };
    }
  }
  throw new Failure(
    `"${written}" is not a key of an imported tool, server or skill.`,
    'Write the name and the path of the key, such as list_pets.parameters.limit.maximum.',
  );
}

/** Keys of the author's or of the source's document. */
function pathIn(dotted: string, values: readonly (Json | undefined)[]): readonly string[] | undefined {
  if (dotted === '') return [];
  const keys = values.flatMap((value) => Object.keys(membersOf(value)));
  const fitting = keys.filter((key) => dotted === key || dotted.startsWith(`${key}.`));
  const [key] = fitting.toSorted((a, b) => b.length - a.length);
  if (key === undefined) return undefined;
  const rest = pathIn(
    dotted.slice(key.length + 1),
    values.map((value) => ownMember(membersOf(value), key)),
  );
  return rest && [key, ...rest];
}
