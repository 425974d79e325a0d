/** One skill → its spec, the file of its body, and what of it is said differently. */
import type { Json } from '@haft/runtime/language';
import { joined } from '../folders.ts';
import { freeName } from '../free-name.ts';
import type { ImportedDocument, ImportedFile, Loss } from '../imported.ts';
import { noDescription, otherFile, otherName } from './losses.ts';
import type { OtherName } from './losses.ts';
import { skillName, uniqueName } from './names.ts';
import type { ReadSkill } from './read-skill.ts';

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
  readonly known?: string | undefined;
}

interface MadeSkill {
  readonly document: ImportedDocument;
  readonly body: ImportedFile;
  readonly losses: readonly Loss[];
}

/** `taken` are the names of the skills before it, with their folders; its own is added. */
export function skillDocument(found: FoundSkill, taken: Map<string, string>): MadeSkill {
  const { folder, place, skill, files } = found;
  const file = joined(folder, 'SKILL.md');
  const { name: _given, description, ...more } = skill.frontMatter;
  const named = nameOf(found, taken);
  taken.set(named.name, folder);
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
    document: { file: joined(place, spec), value, notes: [] },
    body: { path: text, bytes: skill.body, executable: false },
    losses: [
      named.was === undefined ? [] : otherName(file, folder, named.was, named.name),
      described.problem === undefined ? [] : noDescription(file, folder, described.problem),
      spec === 'skill.yaml' ? [] : otherFile(joined(folder, 'skill.yaml'), folder, spec),
      text === 'SKILL.body.md' ? [] : otherFile(joined(folder, 'SKILL.body.md'), folder, text),
    ].flat(),
  };
}

interface Named {
  readonly name: string;
  readonly was?: OtherName;
}

function nameOf({ folder, label, skill, known }: FoundSkill, taken: ReadonlyMap<string, string>): Named {
  const { name: given } = skill.frontMatter;
  const written = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const wanted = skillName(written) ?? skillName(label) ?? 'skill';
  const name = known !== undefined && !taken.has(known) ? known : uniqueName(wanted, folder, taken);
  if (given === name) return { name };
  const other = taken.get(written);
  if (other !== undefined && given === written)
    return {
      name,
      was: {
        because: `has the name "${written}", as "${joined(other, 'SKILL.md')}" has`,
        hint: 'Rename one of them in its spec; to keep both names, import them into separate projects.',
      },
    };
  const because = given === undefined ? 'has no name' : `has the name ${JSON.stringify(given)}, which is not valid`;
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
