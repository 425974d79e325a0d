/** Reads a usage log of any size line by line, and counts what the changes would break. */
import { createReadStream } from 'node:fs';
import { readLines } from '@haft/runtime/lines';
import type { UsageCounter, Usage } from '../../versions/usage.ts';
import { Failure } from '../command-line/failure.ts';

/** Bytes; a longer line is a bad one and is never held. */
const LONGEST_LINE = 1024 * 1024;

/** @throws Failure when the file cannot be read. */
export async function readUsage(path: string, counter: UsageCounter): Promise<Usage> {
  const take = readLines(LONGEST_LINE, counter.add, () => counter.add(undefined));
  try {
    for await (const chunk of createReadStream(path)) take(chunk as Buffer);
  } catch (error) {
    throw new Failure(`The usage log "${path}" could not be read.`, 'Give the path of a file with one call per line.', {
      cause: error,
    });
  }
  take();
  return counter.result();
}
