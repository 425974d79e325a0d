/** One skill → its name, its spec, the file of its body, and the losses of an import of skills. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { joinFolder } from '../folders.ts';
import { freeName } from '../literal.ts';
import type { ImportedDocument, ImportedFile, Loss } from '../imported.ts';
import { HYPHENATED } from '../../../spec/shape/names.ts';
import { readFrontMatter, splitFrontMatter } from '../../../spec/shape/front-matter.ts';

const REASONS: Readonly<Record<LeftBecause, readonly [subject: string, what: string, hint: string]>> = {
  hidden: ['hidden files', 'is hidden, so it is not imported', 'Give it a name without a dot if the skill needs it.'],
  installed: ['installed packages', 'is not imported', 'Let the skill install its packages where it runs.'],
  link: ['symbolic links', 'is a symbolic link, so it is not imported', 'Replace the link with what it leads to.'],
  special: ['special files', 'is not a regular file, so it is not imported', 'Replace it with a regular file.'],
  name: ['names of files', 'has a name that is not portable, so it is not imported', 'Rename it.'],
  size: ['large files', 'is larger than 64 MiB, so it is not imported', 'Let the skill download it.'],
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
};

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

interface MadeSkill {
  readonly document: ImportedDocument;
  readonly body: ImportedFile;
  readonly losses: readonly Loss[];
}

/** `folderByName` are the names of the skills before it, with their folders; its own is added. */
export function skillDocument(entry: FoundSkill, folderByName: Map<string, string>): MadeSkill {
  const { folder, place, skill, files } = entry;
  const file = joinFolder(folder, 'SKILL.md');
  const { name: _given, description, ...more } = skill.frontMatter;
  const named = nameOf(entry, folderByName);
  folderByName.set(named.name, folder);
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
    name: named.name,
    description: described.text,
    text_file: text,
    ...(Object.keys(more).length > 0 && { front_matter: more }),
    front_matter_source: skill.source,
  };
  return {
    document: { file: joinFolder(place, spec), value, notes: [] },
    body: { path: text, bytes: skill.body, executable: false },
    losses: [
      named.was === undefined ? [] : otherName(file, folder, named.was, named.name),
      described.problem === undefined ? [] : noDescription(file, folder, described.problem),
      spec === 'skill.yaml' ? [] : otherFile(joinFolder(folder, 'skill.yaml'), folder, spec),
      text === 'SKILL.body.md' ? [] : otherFile(joinFolder(folder, 'SKILL.body.md'), folder, text),
    ].flat(),
  };
}

function nameOf({ folder, label, skill, earlierName }: FoundSkill, folderByName: ReadonlyMap<string, string>) {
  const { name: rawName } = skill.frontMatter;
  const written = typeof rawName === 'string' || typeof rawName === 'number' ? String(rawName) : '';
  const wanted = skillName(written) ?? skillName(label) ?? 'skill';
  const name =
    earlierName !== undefined && !folderByName.has(earlierName)
      ? earlierName
      : uniqueName(wanted, folder, folderByName);
  if (rawName === name) return { name };
  const other = folderByName.get(written);
  if (other !== undefined && rawName === written)
    return {
      name,
      was: {
        because: `has the name "${written}", as "${joinFolder(other, 'SKILL.md')}" has`,
        hint: 'Rename one of them in its spec; to keep both names, import them into separate projects.',
      },
    };
  const because = rawName === undefined ? 'has no name' : `has the name ${JSON.stringify(rawName)}, which is not valid`;
  return {
    name,
    was: { because, hint: 'Names are of lowercase letters, digits and single hyphens: rename it in the spec.' },
  };
}

function descriptionOf(description: Json | undefined): { readonly text: string; readonly problem?: string } {
  if (typeof description === 'string') return { text: description };
  if (description === undefined || description === null) return { text: '', problem: 'nothing' };
  return {
    text: typeof description === 'object' ? JSON.stringify(description) : String(description),
    problem: 'a value that is not a string',
  };
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

/** What is wrong with it, and what to do. */
interface UnreadSkill {
  readonly problem: string;
  readonly hint: string;
}

export function readSkill(bytes: Uint8Array): ReadSkill | UnreadSkill {
  const text = textOf(bytes);
  if (text === undefined) return { problem: 'it is not UTF-8.', hint: 'Save it as UTF-8.' };
  const parts = splitFrontMatter(text);
  if (!parts)
    return {
      problem: 'it does not start with front matter.',
      hint: 'Start it with a line `---`, the keys name and description, and another line `---`.',
    };
  const read = readFrontMatter(parts.yaml);
  if ('problem' in read)
    return {
      problem: `its front matter cannot be read. ${read.problem}`,
      hint: 'Fix the YAML of its front matter.',
    };
  // The front matter and the body are cut between two characters.
  const body = bytes.subarray(new TextEncoder().encode(parts.source).length);
  return { source: parts.source, frontMatter: read.value, body };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Why the command line does not pass on a file, a link or a folder. */
export type LeftBecause =
  | 'hidden'
  | 'installed'
  | 'link'
  | 'special'
  | 'name'
  | 'size'
  | 'long'
  | 'depth'
  | 'spec'
  | 'config';

export interface LeftOut {
  /** Below the folder that is imported, with forward slashes. */
  readonly path: string;
  readonly because: LeftBecause;
}

export function leftLoss({ path, because }: LeftOut, from: string): Loss {
  const [subject, what, hint] = REASONS[because];
  return { kind: 'skipped', subject, from, path, message: `"${path}" ${what}.`, hint };
}

export function skippedSkill(file: string, why: string, hint: string): Loss {
  return {
    kind: 'todo',
    subject: 'skills that cannot be read',
    from: file,
    message: `"${file}" is not imported: ${why}`,
    hint,
  };
}

/** Why a skill does not have the name of the source, and what to do about it. */
interface OtherName {
  readonly because: string;
  readonly hint: string;
}

function otherName(file: string, from: string, { because, hint }: OtherName, name: string): Loss {
  return {
    kind: 'lossy',
    subject: 'names of skills',
    from,
    message: `"${file}" ${because}; the skill and its SKILL.md are named "${name}".`,
    hint,
  };
}

function noDescription(file: string, from: string, what: string): Loss {
  return {
    kind: 'todo',
    subject: 'descriptions of skills',
    from,
    message: `"${file}" has ${what} as its description.`,
    hint: 'Write a `description:` into the spec that says what the skill does and when to use it.',
  };
}

function otherFile(path: string, from: string, name: string): Loss {
  return {
    kind: 'lossy',
    subject: 'names of spec files',
    from,
    message: `"${path}" is a file of the skill, so Haft's own file is named "${name}".`,
    hint: 'Nothing to do: the file of the skill keeps its name.',
  };
}

export function outsideLoss(paths: readonly string[], count: number): readonly Loss[] {
  const [first] = paths;
  if (first === undefined) return [];
  const [others, are] = count === 1 ? ['', 'is'] : [` and ${count - 1} more`, 'are'];
  return [
    {
      kind: 'skipped',
      subject: 'files outside of skills',
      from: first,
      message: `"${first}"${others} ${are} not in the folder of a skill, and not imported.`,
      hint: 'Copy what a skill needs into its folder, such as a LICENSE.',
    },
  ];
}
