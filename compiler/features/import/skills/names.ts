/** Names of skills: those of the source where they are valid and unique. */
import { HYPHENATED } from '../../../spec/shape/names.ts';
import { freeName } from '../free-name.ts';

const VALID = new RegExp(HYPHENATED[0]);
const LONGEST = 64;

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
    .slice(0, LONGEST)
    .replace(/-$/, '');
  return isSkillName(name) ? name : undefined;
}

/** The name, with that of a folder around it where another skill has it. */
export function uniqueName(name: string, folder: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(name)) return name;
  const around = folder.split('/').toReversed().slice(1);
  const tried = around.flatMap((part) => (part === 'skills' ? [] : (skillName(`${part}-${name}`) ?? [])));
  const found = tried.find((one) => one.endsWith(name) && !taken.has(one));
  if (found !== undefined) return found;
  return freeName(
    name,
    (one) => taken.has(one) || !isSkillName(one),
    (count) => `${name.slice(0, LONGEST - 1 - String(count).length)}-${count}`,
  );
}
