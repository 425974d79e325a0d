/** The files of a folder → a spec for each skill in it, with its body and its files. */
import { compareText } from '../../../base/diagnostic.ts';
import { mapInSteps, type OnStep } from '../../../base/progress.ts';
import { folderOf, isCarriedIn, joinFolder, nearest, pathBelow, placesOf } from '../folders.ts';
import type { ImportResult, ImportedFile, Loss } from '../imported.ts';
import type { ImportRecord } from '../../../check/analysis/imported/import-record.ts';
import {
  type LeftOut,
  type ReadSkill,
  leftLoss,
  outsideLoss,
  readSkill,
  skillDocument,
  skillName,
  skippedSkill,
} from './skill-document.ts';
import { type Json, type JsonObject, ownMember } from '@haft/runtime/language';
import { readFrontMatter, splitFrontMatter } from '../../../spec/shape/front-matter.ts';

/** What the command line found below a folder. */
export interface SkillSource {
  /** Every file in a folder with a SKILL.md and below it; paths below the folder, with forward slashes. */
  readonly files: readonly ImportedFile[];
  readonly left: readonly LeftOut[];
  /** How many files are in no such folder, and some of them. */
  readonly outside: { readonly count: number; readonly paths: readonly string[] };
  /** Name of the folder: for a skill at its top that has none. */
  readonly name: string;
  /** Folders of skills that are made of something else, such as a command: their names are the first to change. */
  readonly made?: ReadonlySet<string>;
  /** Of the last import, by folder: names stay, whatever skills are new. */
  readonly before?: ImportRecord['documents'];
}

const SKILL = 'SKILL.md';

export function importSkills(source: SkillSource, onStep?: OnStep): ImportResult {
  const { files: allFiles, left, outside, name, made, before = {} } = source;
  const files = allFiles.toSorted((a, b) => compareText(a.path, b.path));
  const { skills, losses } = skillsIn(files);
  const places = placesOf([...skills.keys()]);
  const byFolder = new Map<string, ImportedFile[]>([...skills.keys()].map((folder) => [folder, []]));
  const homeless: string[] = [];
  for (const file of files) {
    const folder = nearest(file.path, skills);
    if (folder === undefined) homeless.push(...(isSkillFile(file.path) ? [] : [file.path]));
    else if (file.path !== joinFolder(folder, SKILL)) byFolder.get(folder)?.push(file);
  }
  const { names, folderByName } = knownNames(skills, before);
  const turn = turnOf(names, made);
  const inTurn = [...skills].sort((a, b) => turn(...a) - turn(...b));
  const unsorted = mapInSteps(inTurn, ['importing', 'skills'], onStep, ([folder, skill]) => {
    const own = (byFolder.get(folder) ?? []).map((file) => ({ ...file, path: pathBelow(folder, file.path) }));
    const label = folder === '.' ? name : (folder.split('/').at(-1) ?? '');
    const place = places.get(folder) ?? folder;
    const one = skillDocument(
      { folder, label, place, skill, files: own, earlierName: names.get(folder) },
      folderByName,
    );
    const placed = [...own, one.body].map((file) => ({ ...file, path: joinFolder(place, file.path) }));
    return { ...one, files: placed };
  });
  const results = unsorted.sort((a, b) => compareText(a.document.value.from, b.document.value.from));
  const fromOf = (path: string): string => nearest(path, skills) ?? path;
  return {
    documents: results.map(({ document }) => document),
    files: results.flatMap((one) => one.files),
    losses: [
      ...results.flatMap((one) => one.losses),
      ...losses,
      ...left.map((one) => leftLoss(one, fromOf(one.path))),
      ...outsideLoss([...homeless, ...outside.paths], homeless.length + outside.count),
    ],
  };
}

/** Who keeps a name that several want: who had it, whose SKILL.md says it, who is named after its folder, what is made of something else. */
function turnOf(names: ReadonlyMap<string, string>, made: ReadonlySet<string> | undefined) {
  return (folder: string, { frontMatter: { name } }: ReadSkill): number => {
    if (names.has(folder)) return 0;
    if (made?.has(folder)) return 3;
    return typeof name === 'string' && name === skillName(name) ? 1 : 2;
  };
}

/** By folder, outer ones first. A SKILL.md that cannot be read is a file of the skill around it, and so is a template below references/, scripts/ or assets/. */
function skillsIn(files: readonly ImportedFile[]) {
  const skills = new Map<string, ReadSkill>();
  const losses: Loss[] = [];
  const own = files.filter(({ path }) => isSkillFile(path));
  for (const { path, bytes } of own.toSorted((a, b) => depth(a.path) - depth(b.path))) {
    const outer = path === SKILL ? undefined : nearest(folderOf(path), skills);
    if (outer !== undefined && isCarriedIn(path, outer)) continue;
    const read = readSkill(bytes);
    if ('problem' in read) losses.push(skippedSkill(path, read));
    else skills.set(folderOf(path), read);
  }
  return { skills: new Map([...skills].sort(([a], [b]) => compareText(a, b))), losses };
}

function isSkillFile(path: string): boolean {
  return path === SKILL || path.endsWith(`/${SKILL}`);
}

function depth(path: string): number {
  return path.split('/').length;
}

/**
 * Names by folder, and folders by the names of skills that are gone, whose specs are still there. A skill that is gone and a new one are the same where they alone have the same name in SKILL.md.
 */
function knownNames(skills: ReadonlyMap<string, ReadSkill>, before: ImportRecord['documents']) {
  const names = new Map<string, string>();
  const folderByName = new Map<string, string>();
  for (const [folder, { frontMatter }] of skills) {
    const document = ownMember(before, folder);
    const { name } = document ?? {};
    if (document && typeof name === 'string' && givenName(document) === frontMatter['name']) names.set(folder, name);
  }
  const fresh = [...skills].filter(([folder]) => !Object.hasOwn(before, folder));
  const removed = Object.entries(before).filter(([folder, { kind }]) => kind === 'skill' && !skills.has(folder));
  for (const [folder, document] of removed) {
    const oldName = givenName(document);
    const [to, other] = fresh.filter(([, { frontMatter }]) => frontMatter['name'] === oldName);
    const isOnly = removed.every(([one, value]) => one === folder || givenName(value) !== oldName);
    const name = String(document['name']);
    if (to && !other && isOnly) names.set(to[0], name);
    else folderByName.set(name, folder);
  }
  return { names, folderByName };
}

function givenName({ front_matter_source: source }: JsonObject): Json | undefined {
  const parts = typeof source === 'string' ? splitFrontMatter(source) : undefined;
  const read = parts && readFrontMatter(parts.yaml);
  return read && 'value' in read ? read.value['name'] : undefined;
}
