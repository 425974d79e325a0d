/** One skill → its name, its spec, the file of its body, and the losses of an import of skills. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { utf8Text } from '../../../base/text/utf8.ts';
import { joinFolder } from '../folders.ts';
import { freeName } from '../literal.ts';
import type { ImportedFile, Loss, MadeTool } from '../imported.ts';
import { loss } from '../builders.ts';
import { HYPHENATED } from '../../../spec/shape/names.ts';
import { readFrontMatter, splitFrontMatter } from '../../../spec/shape/front-matter.ts';

const REASONS = {
  hidden: ['hidden files', 'is hidden, so it is not imported', 'Give it a name without a dot if the skill needs it.'],
  installed: ['installed packages', 'is not imported', 'Let the skill install its packages where it runs.'],
  link: [
    'symbolic links',
    'is a symbolic link, so it is not imported',
    'Replace the link with what it leads to, or import the folder that has it.',
  ],
  special: ['special files', 'is not a regular file, so it is not imported', 'Replace it with a regular file.'],
  name: ['names of files', 'has a name that is not portable, so it is not imported', 'Rename it.'],
  size: ['large files', 'is larger than 64 MiB, so it is not imported', 'Let the skill download it.'],
  case: ['files named like SKILL.md', 'is not named "SKILL.md", so its folder is no skill', 'Rename it to SKILL.md.'],
  long: [
    'large SKILL.md files',
    'is larger than 4 MiB, so it is not imported',
    'Move parts of it to files next to it.',
  ],
  depth: ['deep folders', 'is more than 64 folders deep, so it is not imported', 'Move it up.'],
  spec: [
    'files that read like specs',
    'has `kind: server`, `kind: tool` or `kind: skill`, so Haft would read it as a spec; it is not imported',
    'Move it below references/, scripts/ or assets/ of the skill.',
  ],
  config: ['files named haft.yaml', 'is a configuration of Haft, so it is not imported', 'Rename it.'],
} as const;

/** Names of skills: those of the source where they are valid and unique. */
const VALID = new RegExp(HYPHENATED[0]);

const MAX_LENGTH = 64;

interface FoundSkill {
  /** Below the folder that is imported: where the skill comes from. */
  readonly folder: string;
  /** Its last part. */
  readonly label: string;
  /** Folder of the spec, below that of the import. */
  readonly place: string;
  readonly skill: ReadSkill;
  /** Paths are below the skill. */
  readonly files: readonly ImportedFile[];
  /** As an earlier import named it, where the source says the name that it said then. */
  readonly earlierName?: string | undefined;
}

type MadeSkill = Required<MadeTool> & { readonly body: ImportedFile };

/** `folderByName` are the names of the skills before it, with their folders; its own is added. */
export function skillDocument(entry: FoundSkill, folderByName: Map<string, string>): MadeSkill {
  const { folder, place, skill, files } = entry;
  const { name: _given, description, ...more } = skill.frontMatter;
  const { name, ...named } = nameOf(entry, folderByName);
  folderByName.set(name, folder);
  const described = descriptionOf(description);
  // Where upper and lower case are one, they must not meet.
  const names = new Set(files.map(({ path }) => path.toLowerCase()));
  const own = (base: string, extension: string): string =>
    freeName(
      `${base}${extension}`,
      (one) => names.has(one.toLowerCase()),
      (count) => `${base}-${count}${extension}`,
    );
  const [spec, text] = [own('skill', '.yaml'), own('SKILL.body', '.md')];
  const value = {
    kind: 'skill',
    from: folder,
    name,
    description: described.text,
    text_file: text,
    ...(Object.keys(more).length > 0 && { front_matter: more }),
    front_matter_source: skill.source,
  };
  const label = `"${joinFolder(folder, 'SKILL.md')}"`;
  const losses: Loss[] = [];
  if (named.because !== undefined) {
    const message = `${label} ${named.because}; the skill and its SKILL.md are named "${name}".`;
    losses.push(loss('lossy', folder, named.subject, message, named.hint));
  }
  if (described.problem !== undefined) {
    const message = `${label} has ${described.problem} as its description.`;
    const hint = 'Write a `description:` into the spec that says what the skill does and when to use it.';
    losses.push(loss('todo', folder, 'descriptions of skills', message, hint));
  }
  losses.push(...otherFile(folder, 'skill.yaml', spec), ...otherFile(folder, 'SKILL.body.md', text));
  const body = { path: text, bytes: skill.body, executable: false };
  return { document: { file: joinFolder(place, spec), value, notes: [] }, body, losses };
}

function otherFile(folder: string, wanted: string, name: string): Loss[] {
  if (name === wanted) return [];
  const message = `"${joinFolder(folder, wanted)}" is a file of the skill, so Haft's own file is named "${name}".`;
  const hint = 'Nothing to do: the file of the skill keeps its name.';
  return [loss('lossy', folder, 'names of spec files', message, hint)];
}

/** `because`: why it is not that of the source. */
function nameOf({ folder, label, skill, earlierName }: FoundSkill, folderByName: ReadonlyMap<string, string>) {
  const { name: rawName } = skill.frontMatter;
  const written = typeof rawName === 'string' || typeof rawName === 'number' ? String(rawName) : '';
  const wanted = skillName(written) ?? skillName(label) ?? 'skill';
  const isFree = earlierName !== undefined && !folderByName.has(earlierName);
  const name = isFree ? earlierName : uniqueName(wanted, folder, folderByName);
  if (rawName === name) return { name };
  const other = folderByName.get(written);
  if (other !== undefined && rawName === written) {
    const because = `has the name "${written}", as "${joinFolder(other, 'SKILL.md')}" has`;
    const hint = 'Rename one of them in its spec; to keep both names, import them into separate projects.';
    return { name, because, hint, subject: 'names that other skills have' };
  }
  const because = rawName === undefined ? 'has no name' : `has the name ${JSON.stringify(rawName)}, which is not valid`;
  const hint = 'Names are of lowercase letters, digits and single hyphens: rename it in the spec.';
  const subject = rawName === undefined ? 'skills without a name' : 'names of skills that are not valid';
  return { name, because, hint, subject };
}

function descriptionOf(description: Json | undefined): { readonly text: string; readonly problem?: string } {
  if (typeof description === 'string') return { text: description };
  if (description === undefined || description === null) return { text: '', problem: 'nothing' };
  const text = typeof description === 'object' ? JSON.stringify(description) : String(description);
  return { text, problem: 'a value that is not a string' };
}

function isSkillName(name: string): boolean {
  return VALID.test(name);
}

/** "Skill Creator" → skill-creator; undefined where nothing is left. */
export function skillName(text: string): string | undefined {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '');
  return isSkillName(name) ? name : undefined;
}

/** The name, with that of a folder around it where another skill has it. */
function uniqueName(name: string, folder: string, names: Pick<ReadonlySet<string>, 'has'>): string {
  if (!names.has(name)) return name;
  const around = folder.split('/').toReversed().slice(1);
  const tried = around.flatMap((part) => (part === 'skills' ? [] : (skillName(`${part}-${name}`) ?? [])));
  const free = tried.find((one) => one.endsWith(name) && !names.has(one));
  if (free !== undefined) return free;
  return freeName(
    name,
    (one) => names.has(one) || !isSkillName(one),
    (count) => `${name.slice(0, MAX_LENGTH - 1 - String(count).length)}-${count}`,
  );
}

/** SKILL.md → the values of its front matter and the bytes of its body. */
export interface ReadSkill {
  /** To the letter. */
  readonly source: string;
  readonly frontMatter: JsonObject;
  readonly body: Uint8Array;
}

/** `problem`: what is wrong with it; those of one subject have the same hint. */
type UnreadSkill = Pick<Loss, 'subject' | 'cause' | 'hint'> & { readonly problem: string };

export function readSkill(bytes: Uint8Array): ReadSkill | UnreadSkill {
  const text = utf8Text(bytes);
  if (text === undefined)
    return { subject: 'skills that are not UTF-8', problem: 'it is not UTF-8.', hint: 'Save it as UTF-8.' };
  const parts = splitFrontMatter(text);
  const form = 'Start it with a line `---`, the keys name and description, and another line `---`.';
  if (!parts)
    return { subject: 'skills without front matter', problem: 'it does not start with front matter.', hint: form };
  const read = readFrontMatter(parts.yaml);
  if ('problem' in read)
    return {
      subject: 'skills with this problem in their front matter',
      problem: `its front matter cannot be read. ${read.problem}`,
      cause: read.hint,
      hint: read.hint,
    };
  // The front matter and the body are cut between two characters.
  const body = bytes.subarray(new TextEncoder().encode(parts.source).length);
  return { source: parts.source, frontMatter: read.value, body };
}

/** Why the command line does not pass on a file, a link or a folder. */
export type LeftBecause = keyof typeof REASONS;

export interface LeftOut {
  /** Below the folder that is imported, with forward slashes. */
  readonly path: string;
  readonly because: LeftBecause;
}

export function leftLoss({ path, because }: LeftOut, from: string): Loss {
  const [subject, what, hint] = REASONS[because];
  return loss('skipped', from, subject, `"${path}" ${what}.`, hint, path);
}

export function skippedSkill(file: string, { problem, ...about }: UnreadSkill): Loss {
  return { kind: 'todo', from: file, ...about, message: `"${file}" is not imported: ${problem}` };
}

export function outsideLoss(paths: readonly string[], count: number): readonly Loss[] {
  const [first] = paths;
  if (first === undefined) return [];
  const [others, are] = count === 1 ? ['', 'is'] : [` and ${count - 1} more`, 'are'];
  const message = `"${first}"${others} ${are} not in the folder of a skill, and not imported.`;
  const hint = 'Copy what a skill needs into its folder, such as a LICENSE.';
  return [loss('skipped', first, 'files outside of skills', message, hint)];
}
