/** The media types of a body or of a response, and which of several is used. */
import { type RawNode, entriesOf } from './values.ts';

export interface Media {
  readonly type: string;
  readonly value: unknown;
}

export function mediaIn({ content }: RawNode): readonly Media[] {
  return entriesOf(content).map(([type, value]) => ({ type: type.trim(), value }));
}

/** The first one that the earliest of the tests accepts; any where none of them does. */
export function preferredMedia(
  all: readonly Media[],
  tests: readonly ((type: string) => boolean)[],
): Media | undefined {
  const [best] = tests.flatMap((test) => all.find(({ type }) => test(type)) ?? []);
  return best ?? all[0];
}

export function isPlainJson(type: string): boolean {
  return /^application\/json\b/i.test(type);
}

export function isJson(type: string): boolean {
  return /^(?:application|text)\/(?:[\w.+-]*\+)?json\b|^\*\/\*|^application\/\*/i.test(type);
}
