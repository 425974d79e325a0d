/** One part of a description as one text: neighbouring cases are several sentences. */
import type { Description, HashedPart } from '../../plan/model.ts';

export function wholePart({ parts }: Description, wanted: HashedPart['part']): string | undefined {
  const own = parts.filter(({ part }) => part === wanted);
  return own.length === 0 ? undefined : own.map(({ text }) => text).join(' ');
}
