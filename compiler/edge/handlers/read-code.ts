/** Reads code of the project for its hash; what lies outside or cannot be read is no part of it. */
import { join } from 'node:path';
import type { HandlerCode, ReadCode } from '../../plan/handler-code.ts';
import { bordersOf, isInside, realPlace, statsOf } from '../project-files/place.ts';
import { readRegular } from '../project-files/read.ts';
import type { Project } from '../project/project.ts';
import { slashed } from '../project/root.ts';

/** The code of the project as it is now, or as `read` has it. */
export function codeOf(project: Project, read: ReadCode = codeReader(project)): HandlerCode {
  const out = slashed(project.root, project.out);
  return {
    read,
    isOutput: (path) => out !== '' && path.startsWith(`${out}/`),
    async bare(path, text) {
      const { bareCode } = await import('./bare-code.ts');
      return bareCode(path, text);
    },
  };
}

function codeReader(project: Project): ReadCode {
  const borders = bordersOf(project);
  return (path) => {
    const absolute = join(project.root, path);
    if (!isInside(realPlace(absolute), borders) || statsOf(absolute)?.isFile() !== true) return undefined;
    return readRegular(absolute, { borders }).toString();
  };
}
