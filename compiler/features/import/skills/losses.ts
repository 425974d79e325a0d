/** The losses of an import of skills: what specs cannot express, or express differently. */
import type { Loss } from '../imported.ts';

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
export interface OtherName {
  readonly because: string;
  readonly hint: string;
}

export function otherName(file: string, from: string, { because, hint }: OtherName, name: string): Loss {
  return {
    kind: 'lossy',
    subject: 'names of skills',
    from,
    message: `"${file}" ${because}; the skill and its SKILL.md are named "${name}".`,
    hint,
  };
}

export function noDescription(file: string, from: string, what: string): Loss {
  return {
    kind: 'todo',
    subject: 'descriptions of skills',
    from,
    message: `"${file}" has ${what} as its description.`,
    hint: 'Write a `description:` into the spec that says what the skill does and when to use it.',
  };
}

export function otherFile(path: string, from: string, name: string): Loss {
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
