/** Names that skills got in the last import: they stay, whatever else is new in the source. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { ownMember } from '@haft/runtime/language';
import { readFrontMatter, splitFrontMatter } from '../../../spec/shape/front-matter.ts';
import type { ImportRecord } from '../../../check/analysis/imported/import-record.ts';
import type { ReadSkill } from './read-skill.ts';

interface KnownNames {
  /** By folder. */
  readonly known: ReadonlyMap<string, string>;
  /** Folders by the names of skills that are gone: their specs are still there. */
  readonly taken: Map<string, string>;
}

/** A skill that is gone and a new one are the same where they alone have the same name in SKILL.md. */
export function knownNames(skills: ReadonlyMap<string, ReadSkill>, before: ImportRecord['documents']): KnownNames {
  const known = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const [folder, { frontMatter }] of skills) {
    const document = ownMember(before, folder);
    const { name } = document ?? {};
    if (document && typeof name === 'string' && givenName(document) === frontMatter['name']) known.set(folder, name);
  }
  const fresh = [...skills].filter(([folder]) => !Object.hasOwn(before, folder));
  const gone = Object.entries(before).filter(([folder, { kind }]) => kind === 'skill' && !skills.has(folder));
  for (const [folder, document] of gone) {
    const given = givenName(document);
    const [to, other] = fresh.filter(([, { frontMatter }]) => frontMatter['name'] === given);
    const isOnly = gone.every(([one, value]) => one === folder || givenName(value) !== given);
    const name = String(document['name']);
    if (to && !other && isOnly) known.set(to[0], name);
    else taken.set(name, folder);
  }
  return { known, taken };
}

function givenName({ front_matter_source: source }: JsonObject): Json | undefined {
  const parts = typeof source === 'string' ? splitFrontMatter(source) : undefined;
  const read = parts && readFrontMatter(parts.yaml);
  return read && 'value' in read ? read.value['name'] : undefined;
}
