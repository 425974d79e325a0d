/** Reads an OpenAPI document and the files that it refers to: below its folder, or from addresses that the user allows. */
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { referencedFiles } from '../openapi/pointers.ts';
import { readValue } from '../openapi/source.ts';
import type { OpenapiSource } from '../openapi/source.ts';
import { Failure, onDisk } from '../../../edge/command-line/failure.ts';
import { isWithin } from '../../../edge/project-files/place.ts';
import { readRegular } from '../../../edge/project-files/read.ts';
import { fetchDocument } from './fetch-document.ts';

/** Bytes of one document; the largest that is known has 47 MB. */
const MOST_BYTES = 67_108_864;
const MOST_FILES = 500;

interface ReadOptions {
  /** Path or address of the document; relative paths are below `root`. */
  readonly source: string;
  readonly root: string;
  /** Starts of addresses that references may lead to. */
  readonly allowRefs: readonly string[];
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function fetched(address: string): Promise<string> {
  return decoded(await fetchDocument(address, MOST_BYTES), address);
}

/** @throws Failure where the document cannot be read. */
export async function readDocument(
  options: ReadOptions,
): Promise<OpenapiSource & { /** `sha256:` and 64 hex digits. */ readonly digest: string }> {
  const { source, root } = options;
  const text = isAddress(source) ? await fetched(source) : readText(resolve(root, source));
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const value = readValue(text, source);
  const files = new Map<string, unknown>();
  let waiting = referencedFiles(value);
  while (waiting.length > 0) {
    for (const name of waiting) files.set(name, await readFurther(name, options));
    if (files.size > MOST_FILES)
      throw new Failure(`"${source}" refers to more than ${MOST_FILES} files.`, 'Bundle it into one file first.');
    const next = [...files].flatMap(([name, value]) => (value === undefined ? [] : referencedFiles(value, name)));
    waiting = [...new Set(next)].filter((name) => !files.has(name));
  }
  return { value, digest, name: source, resolve: (name) => files.get(name) };
}

/** The value of a file that a reference names; undefined where it must not be read or is not there. */
async function readFurther(name: string, { source, root, allowRefs }: ReadOptions): Promise<unknown> {
  if (isAddress(name))
    return allowRefs.some((start) => name.startsWith(start)) ? readValue(await fetched(name), name) : undefined;
  if (isAddress(source)) {
    const address = new URL(name, source).href;
    return allowRefs.some((start) => address.startsWith(start)) ? readValue(await fetched(address), name) : undefined;
  }
  const folder = onDisk('read', source, () => realpathSync(dirname(resolve(root, source))));
  const path = join(folder, name);
  // Links are followed before the comparison, so that none leads out of the folder.
  if (!existsSync(path) || !isWithin(folder, realpathSync(path))) return undefined;
  return readValue(readText(realpathSync(path)), name);
}

function readText(path: string): string {
  const bytes = readRegular(path, { most: MOST_BYTES });
  if (bytes.length > MOST_BYTES) throw tooLarge(path);
  return decoded(bytes, path);
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Failure(`"${name}" is not UTF-8 text.`, 'Save it as UTF-8.', { cause: error });
  }
}

function tooLarge(name: string): Failure {
  return new Failure(`"${name}" is larger than ${MOST_BYTES / 1024 / 1024} MiB.`, 'Split the document.');
}
