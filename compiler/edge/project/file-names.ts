/** Names of files of skills that the output, or another system, cannot have. */
import { groupBy } from '../../base/groups.ts';
import type { Refusal } from '../../check/model.ts';

/** Whether a path below the folder of a skill can be one of the output: `\` and `:` separate folders and drives elsewhere. */
export function isWritable(path: string): boolean {
  return !/[\\:]/.test(path);
}

/** `path`: as messages show it. */
export function unwritableName(path: string): Refusal {
  return {
    code: NOT_PORTABLE,
    message: `The path of ${JSON.stringify(path)} contains ":" or "\\", which Windows allows in no name.`,
    hint: 'Rename it.',
  };
}

export const NOT_PORTABLE = 'file/name-not-portable';

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Paths that cannot exist on Windows. */
export function unknownToWindows(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    path.split('/').some((name) => RESERVED.test(name) || /[<>"|?*\p{Cc}]|[. ]$/u.test(name)),
  );
}

/** Paths that are one where case, or the composition of characters, makes no difference. */
export function collidingPaths(paths: readonly string[]): (readonly string[])[] {
  const byFolded = groupBy(paths, (path) => path.normalize('NFC').toLowerCase());
  return [...byFolded.values()].filter((group) => group.length > 1);
}
