/** Values that commands keep in `.haft/` under the hash of everything that they follow from; a damaged or foreign one is ignored (ADR 74). */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../base/version.ts';
import { stampOf } from '../project/stamp.ts';
import { readCache, writeCache } from './state.ts';

/** One line, then the value as JSON: the key, and the sum of the second line. */
const FORM = /^([0-9a-f]{64}) ([0-9a-f]{64})\n/;

/** It includes the inode of this file of Haft, so that a cache of another machine never matches. */
export function keyOfAll(parts: Iterable<string | Uint8Array>): string {
  const build = stampOf(fileURLToPath(import.meta.url))?.text ?? '';
  return sumOf([VERSION, process.version, build, ...parts]);
}

/** Of texts one after the other: where one ends and the next begins counts as well. */
export function sumOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex');
}

/** @returns undefined where nothing is remembered under this key */
export function recall(root: string, name: string, key: string): unknown {
  const text = readCache(root, name);
  const [head = '', savedKey, sum] = FORM.exec(text) ?? [];
  if (savedKey !== key) return undefined;
  const value = text.slice(head.length);
  return sumOf([value]) === sum ? JSON.parse(value) : undefined;
}

/** Instead of what was remembered under this name before. */
export function remember(root: string, name: string, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  writeCache(root, name, `${key} ${sumOf([text])}\n${text}`);
}
