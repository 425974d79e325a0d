/** The project and its output folder, from the command line or `haft.yaml`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../../../../edge/command-line/failure.ts';
import { openProject } from '../../../../edge/project/project.ts';
import { CONFIG_FILE, rootOf } from '../../../../edge/project/root.ts';

interface Folders {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly out: string;
}

export function outFolder(cwd: string, asked: string | undefined): Folders {
  const root = rootOf(cwd);
  if (asked !== undefined) return { root, out: resolve(cwd, asked) };
  if (!existsSync(join(root, CONFIG_FILE))) return { root, out: join(root, 'generated') };
  const { value } = openProject({ cwd });
  if (!value)
    throw new Failure(`"${CONFIG_FILE}" has errors.`, '`haft check` shows them; or name the folder with --out.');
  return { root, out: value.out };
}
