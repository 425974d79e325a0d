/** Messages about files of the spec folder that are skipped: links out of the project, pipes and devices, names that are not text. */
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Refusal } from '../../check/model.ts';
import { onDisk } from '../command-line/failure.ts';
import { specialKind, targetOf } from './read.ts';

/** `path`: as messages show it. */
export function leavesProject(path: string, absolute: string): Refusal {
  const target = targetOf(absolute);
  const what = target === undefined ? 'is behind a link' : `is a link to "${target}"`;
  return {
    code: 'file/link-outside',
    message: `"${path}" ${what}, which leads outside the project.`,
    hint: 'Copy what it leads to into the project, or remove the link.',
  };
}

/** In profile `mcp`, where every file of its folder is part of a skill. */
export function linkInSkill(path: string): Refusal {
  return {
    code: 'file/link-in-skill',
    message: `"${path}" is reached through a symbolic link, which a skill cannot carry.`,
    hint: 'Copy the file to that place, or remove the link.',
  };
}

export function notRegular(path: string, stats: Parameters<typeof specialKind>[0]): Refusal {
  return {
    code: 'file/not-regular',
    message: `"${path}" is ${specialKind(stats)}, not a regular file.`,
    hint: 'Replace it with a regular file, or remove it.',
  };
}

export function unreadableName(path: string, absolute: string): Refusal {
  const names = onDisk('read', dirname(absolute), () => readdirSync(dirname(absolute), { encoding: 'buffer' }));
  const written = names.find((name) => name.toString() === basename(absolute));
  const label = written ? `${path.slice(0, path.lastIndexOf('/') + 1)}${printableName(written)}` : path;
  return {
    code: 'file/name-not-utf8',
    message: `The name of "${label}" is not UTF-8, so it cannot be read.`,
    hint: 'Rename it.',
  };
}

/** Writes bytes that are not ASCII as \xNN. */
function printableName(name: Uint8Array): string {
  return Array.from(name, (byte) => {
    return byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`;
  }).join('');
}
