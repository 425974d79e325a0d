/** SKILL.md → the values of its front matter and the bytes of its body. */
import type { JsonObject } from '@haft/runtime/language';
import { readFrontMatter, splitFrontMatter } from '../../../spec/shape/front-matter.ts';

export interface ReadSkill {
  /** To the letter. */
  readonly source: string;
  readonly frontMatter: JsonObject;
  readonly body: Uint8Array;
}

/** What is wrong with it, and what to do. */
interface UnreadSkill {
  readonly problem: string;
  readonly hint: string;
}

export function readSkill(bytes: Uint8Array): ReadSkill | UnreadSkill {
  const text = textOf(bytes);
  if (text === undefined) return { problem: 'it is not UTF-8.', hint: 'Save it as UTF-8.' };
  const parts = splitFrontMatter(text);
  if (!parts)
    return {
      problem: 'it does not start with front matter.',
      hint: 'Start it with a line `---`, the keys name and description, and another line `---`.',
    };
  const read = readFrontMatter(parts.yaml);
  if ('problem' in read)
    return {
      problem: `its front matter cannot be read. ${read.problem}`,
      hint: 'Fix the YAML of its front matter.',
    };
  // The front matter and the body are cut between two characters.
  const body = bytes.subarray(new TextEncoder().encode(parts.source).length);
  return { source: parts.source, frontMatter: read.value, body };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
