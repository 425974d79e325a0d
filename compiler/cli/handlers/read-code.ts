/** Reads code of the project for its hash; what lies outside or cannot be read is no part of it. */
import { join } from 'node:path';
import type { ReadCode } from '../../plan/handler-code.ts';
import { bordersOf, isInside, realPlace, statsOf } from '../inside/place.ts';
import { readRegular } from '../inside/read.ts';
import type { Project } from '../project/project.ts';

export function codeReader(project: Project): ReadCode {
  const borders = bordersOf(project);
  return (path) => {
    const absolute = join(project.root, path);
    if (!isInside(realPlace(absolute), borders) || statsOf(absolute)?.isFile() !== true) return undefined;
    return readRegular(absolute, { borders }).toString();
  };
}
