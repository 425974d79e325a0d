/** Importer of folders of skills. */
import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { importSkills } from '../../import/skills/import-skills.ts';
import { fileHash } from '../../plan/hash.ts';
import { Failure } from '../command-line/failure.ts';
import { statsOf } from '../inside/place.ts';
import type { ImportJob, ImportRun, Importer } from './importer.ts';
import { walkSkills } from './walk-skills.ts';

export const skillsImporter: Importer = { kind: 'skills', isPath: () => true, run };

function run({ source, root, before }: ImportJob): ImportRun {
  const folder = resolve(root, source);
  if (!statsOf(folder)?.isDirectory())
    throw new Failure(
      `There is no folder "${source}".`,
      'Name a folder with skills; clone a repository first: `git clone <url>`.',
    );
  const found = walkSkills(folder);
  const imported = importSkills({ ...found, name: basename(folder), ...(before && { before }) });
  const skipped = imported.losses.find(({ kind }) => kind === 'todo');
  if (imported.documents.length === 0)
    throw new Failure(
      `There is no skill in "${source}"${found.files.length === 0 ? ': no folder has a SKILL.md' : ''}.`,
      found.files.length > 0 && skipped ? `${skipped.message} ${skipped.hint}` : 'Name the folder that has the skills.',
    );
  const lines = found.files.map(({ path, bytes, executable }) => [path, executable, fileHash(bytes)]);
  const digest = createHash('sha256').update(JSON.stringify(lines)).digest('hex');
  return { imported, digest: `sha256:${digest}` };
}
